import FenEncoding
import FenMoney
import TestSupport
import Testing

@testable import FenImport

/// What other programs' files have done to people, by kind: headers in any language, marks before
/// the first byte, twins, names with commas, tables in any order.
@Suite("Cases: files of other programs")
struct FileCases {
    /// Each with what its people come to, in euros.
    private static let files: [(text: String, sums: [String: Int64])] = [
        (
            Files.splitwise.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("USD") }.joined(separator: "\n"),
            ["Alice": 3167, "Bob": 1667, "May": -4834]
        ),
        (Files.spliitTable, ["Alice": 560, "Bob": -560]),
        (Files.spliitDocument, ["Alice": -190, "Bob": 190]),
        (Files.bills, ["Alice": -1000, "Bob": 850, "Lee, May": 150]),
        (Files.billDocument, ["Alice": 2500, "Bob": -2500]),
        (Files.cospend, ["Alice": 3450, "Lee, May": -3450]),
    ]

    @Test(
        "B50 O4 a mark before the first byte hides nothing, in any kind of file", arguments: 0..<6)
    func byteOrderMark(place: Int) throws {
        let (text, sums) = Self.files[place]
        let plain = text.replacing("\u{FEFF}", with: "")
        for form in [plain, "\u{FEFF}" + plain, plain.replacing("\r\n", with: "\n")] {
            #expect(try Files.balances(Files.read(form)) == sums)
        }
    }

    /// The five words of the header, a payment and the total in the languages of accounts.
    private static let languages: [[String]] = [
        ["Datum", "Beschreibung", "Kategorie", "Kosten", "Währung", "Zahlung", "Gesamtsaldo"],
        ["Date", "Description", "Catégorie", "Coût", "Devise", "Paiement", "Solde total"],
        ["Fecha", "Descripción", "Categoría", "Coste", "Moneda", "Pago", "Saldo total"],
        ["Data", "Descrizione", "Categoria", "Costo", "Valuta", "Pagamento", "Saldo totale"],
        ["Datum", "Omschrijving", "Categorie", "Kosten", "Valuta", "Betaling", "Totaal saldo"],
        ["Data", "Descrição", "Categoria", "Custo", "Moeda", "Pagamento", "Saldo total"],
        ["Datum", "Beskrivning", "Kategori", "Kostnad", "Valuta", "Betalning", "Totalsaldo"],
        ["日付", "説明", "カテゴリー", "費用", "通貨", "支払い", "合計残高"],
    ]

    @Test("B45 headers in any language are read by their places", arguments: 0..<8)
    func headers(place: Int) throws {
        var random = SeededGenerator(for: "B45")
        let words = Self.languages[place]
        for _ in 0..<10 {
            let people = Array(
                ["Alice", "Bob", "May Lee", "Zoë", "雪"].shuffled(using: &random)
                    .prefix(2 + random.below(4)))
            var sums = [Int64](repeating: 0, count: people.count)
            var text = (words.prefix(5) + people).joined(separator: ",") + "\n\n"
            for row in 0..<(1 + random.below(6)) {
                var cells = [Int64](repeating: 0, count: people.count)
                let cost = 2 + Int64(random.below(90_000))
                let isPayment = random.below(4) == 0
                let owing = isPayment ? cost : 1 + Int64(random.below(Int(cost)))
                cells[0] = owing
                cells[1] = -owing
                if !isPayment, people.count > 2, owing > 1 {
                    cells[1] += 1
                    cells[2] -= 1
                }
                for index in cells.indices { sums[index] += cells[index] }
                let amounts = cells.map { AmountFormat.plain($0, Files.eur) }
                text += "2026-06-2\(row),Markt \(row),\(isPayment ? words[5] : "Obst"),"
                text += AmountFormat.plain(cost, Files.eur) + ",EUR,"
                text += amounts.joined(separator: ",") + "\n"
            }
            let totals = sums.map { AmountFormat.plain($0, Files.eur) }
            text += "\n2026-06-30,\(words[6]), , ,EUR," + totals.joined(separator: ",") + "\n"
            let file = try Files.read(text)
            #expect(file.kind == .splitwise && file.people == people, "\(text)")
            let balances = try Files.balances(file)
            for (name, sum) in zip(people, sums) { #expect(balances[name] ?? 0 == sum, "\(text)") }
        }
    }

    @Test("B45 the reported rows")
    func reported() throws {
        let text = """
            Datum,Beschreibung,Kategorie,Kosten,Währung,Alice,Bob
            2026-06-22,Markt,Lebensmittel,2.00,EUR,-1.00,1.00
            """
        #expect(try Files.balances(Files.read(text)) == ["Alice": -100, "Bob": 100])
    }

    @Test("B44 a name with a space in it is one person, with any spaces around it")
    func names() throws {
        let text = """
            what,bill_type,amount,currency,date,payer_name,payer_weight,owers
            Tea,Expense,3.0,EUR,2026-07-01,May Lee,1.0,"Alice, May Lee"
            Tea,Expense,3.0,EUR,2026-07-02,Alice,1.0,"May Lee, Alice"
            Tea,Expense,3.0,EUR,2026-07-03,Alice,1.0,"Alice,  May Lee"
            """
        let file = try Files.read(text)
        #expect(file.people.sorted() == ["Alice", "May Lee"])
        #expect(try Files.balances(file) == ["Alice": 150, "May Lee": -150])
    }

    @Test("B50 columns of one name are refused with their row, in either table of shares")
    func doubledColumns() throws {
        var random = SeededGenerator(for: "B50")
        for _ in 0..<10 {
            let twice = ["Bob", "May Lee", "Zoë"][random.below(3)]
            let people = ([twice, twice, "Alice", "Cy"]).shuffled(using: &random)
            let header = people.joined(separator: ",")
            let splitwise = """
                Date,Description,Category,Cost,Currency,\(header)
                2026-07-01,Tea,Food,3.00,EUR,1.00,-1.00,0.00,0.00
                """
            let spliit = """
                Date,Description,Category,Currency,Cost,Is Reimbursement,Split mode,\(header)
                2026-07-01,Tea,Food,EUR,3.00,No,Evenly,1,-1,0,0
                """
            for text in [splitwise, spliit] {
                let fault = try #require(throws: ImportError.self) { try Files.read(text) }
                #expect(fault.row == 1 && fault.message.contains(twice), "\(fault)")
            }
        }
    }

    @Test(
        "B50 a damaged cell is an error with its row, never nothing",
        arguments: [
            "", "x", "1.2.3", "1,00", "--1", "1e3", "NaN", "∞", "0x10", "1.005",
        ])
    func cells(cell: String) throws {
        let splitwise = Files.splitwise.replacing("-33.33", with: "\"\(cell)\"")
        let fault = try #require(throws: ImportError.self) { try Files.read(splitwise) }
        #expect(fault.row == 3, "\(fault)")
        guard cell != "1,00", cell != "1e3" else { return }
        let bills = Files.bills.replacing(",3.0,", with: ",\"\(cell)\",")
        let second = try #require(throws: ImportError.self) { try Files.read(bills) }
        #expect(second.row == 3, "\(second)")
    }

    @Test("B47 the tables of a Cospend file are told apart, in any order; an unknown one is named")
    func sections() throws {
        var random = SeededGenerator(for: "B47")
        let sections = Files.cospend.split(separator: "\n\n").map(String.init)
        for _ in 0..<20 {
            var order = sections.shuffled(using: &random)
            var text = order.joined(separator: "\n\n")
            #expect(
                try Files.balances(Files.read(text)) == ["Alice": 3450, "Lee, May": -3450],
                "\(text)")
            let place = 1 + random.below(order.count)
            order.insert("strangename,other\n1,2", at: place)
            text = order.joined(separator: "\n\n")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let row = try #require(lines.firstIndex { $0.hasPrefix("strangename") }) + 1
            let fault = try #require(throws: ImportError.self) { try Files.read(text) }
            #expect(fault.row == row, "\(fault)\n\(text)")
        }
    }

    @Test("B51 true twins are two, and keep their keys when the file is read again")
    func twins() throws {
        var random = SeededGenerator(for: "B51")
        let kinds: [(header: String, row: (Int) -> String)] = [
            (
                "Date,Description,Category,Cost,Currency,Alice,Bob",
                { "2026-07-0\($0),Ticket,Bus,2.50,EUR,1.25,-1.25" }
            ),
            (
                "Date,Description,Category,Currency,Cost,Is Reimbursement,Split mode,Alice,Bob",
                { "2026-07-0\($0),Ticket,Bus,EUR,2.50,No,Evenly,1.25,-1.25" }
            ),
            (
                "what,bill_type,amount,currency,date,payer_name,payer_weight,owers",
                { "Ticket,Expense,2.50,EUR,2026-07-0\($0),Alice,1.0,\"Alice, Bob\"" }
            ),
        ]
        for (header, row) in kinds {
            for _ in 0..<10 {
                let days = (0..<(2 + random.below(8))).map { _ in 1 + random.below(3) }.sorted()
                func keys(_ days: [Int]) throws -> [String] {
                    let file = try Files.read(([header] + days.map(row)).joined(separator: "\n"))
                    var keys = RowKeys(file.kind, digest: { $0 })
                    return file.rows.map { keys.key($0) }
                }
                let first = try keys(days)
                #expect(Set(first).count == days.count, "\(days)")
                #expect(try keys(days) == first)
                // Another one of a day that is there already is the only one that is new.
                let more = (days + [days[random.below(days.count)]]).sorted()
                #expect(Set(try keys(more)).subtracting(first).count == 1, "\(more)")
            }
        }
    }

    @Test("O3 who is meant by names with commas is found wherever it can be told")
    func commas() throws {
        var random = SeededGenerator(for: "O3")
        let names = ["Lee, May", "O'Neil, Jr., Bob", "Alice", "Zoë", "\"Q\", the"]
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
        for _ in 0..<20 {
            let people = Array(names.shuffled(using: &random).prefix(2 + random.below(3)))
            var text = "what,bill_type,amount,currency,date,payer_name,payer_weight,owers\n"
            // Everybody pays something, so that every name stands alone once.
            for (number, payer) in people.enumerated() {
                let owers = people.shuffled(using: &random)
                text +=
                    "Tea,Expense,\(people.count).0,EUR,2026-07-0\(number + 1),\(quoted(payer)),1.0,"
                    + quoted(owers.joined(separator: ", ")) + "\n"
            }
            let file = try Files.read(text)
            #expect(Set(file.people) == Set(people), "\(text)")
            let sums = try Files.balances(file)
            #expect(sums.values.allSatisfy { $0 == 0 }, "\(text)")
        }
    }
}
