import FenEncoding
import FenMoney
import Testing

@testable import FenImport

@Suite("Files of other programs")
struct FormatTests {
    @Test("Splitwise: payers, payments, currencies and balances")
    func splitwise() throws {
        let file = try Files.read(Files.splitwise)
        #expect(file.kind == .splitwise)
        #expect(file.people == ["Alice", "Bob", "May"])
        #expect(file.rows.map(\.kind) == [.expense, .expense, .payment, .expense])
        #expect(file.rows[0].paid == [ImportedPart("Alice", 10000)])
        #expect(file.rows[1].description == "Ferry, return")
        #expect(file.rows[2].paid[0].name == "Bob")
        #expect(file.rows[3].currency == Files.usd)
        let rate = try Rate(protocolText: "0.5")
        let sums = try Files.balances(file, rates: [Files.usd: rate])
        #expect(sums == ["Alice": 3167, "Bob": 1667 - 2000, "May": -4834 + 2000])
    }

    /// B45, O4, B50, and what spreadsheets make of a file.
    @Test(
        "Splitwise in other clothes reads the same",
        arguments: [
            "\u{FEFF}" + Files.splitwise, Files.splitwise.replacing("\n", with: "\r\n"),
            Files.splitwise.replacing("\n\n", with: "\n,,,,,,,\n"),
            Files.splitwise.replacing(
                "Date,Description,Category,Cost,Currency",
                with: "Datum,Beschreibung,Kategorie,Kosten,Währung"
            ).replacing(",Payment,", with: ",Zahlung,").replacing(
                "Total balance", with: "Gesamtsaldo"),
            "Note: does not include group expenses\n\n" + Files.splitwise,
            Files.splitwise.replacing("Ferry, return", with: "#").replacing(",", with: ";")
                .replacing(".", with: ",").replacing("#", with: "Ferry, return"),
        ])
    func splitwiseForms(text: String) throws {
        let plain = try Files.read(Files.splitwise)
        let file = try Files.read(text)
        #expect(file.kind == .splitwise)
        let rates = [Files.usd: try Rate(protocolText: "0.5")]
        #expect(
            try Files.balances(file, rates: rates) == Files.balances(plain, rates: rates))
        #expect(file.rows.map(\.kind) == plain.rows.map(\.kind))
        #expect(file.rows.map(\.amount) == plain.rows.map(\.amount))
    }

    @Test("several payers keep their nets, and the guess is said")
    func severalPayers() throws {
        let file = try Files.read(
            """
            Date,Description,Category,Cost,Currency,Alice,Bob,May
            2026-07-01,Dinner,Food,100.00,EUR,16.67,16.67,-33.34
            2026-07-02,Nothing,Food,10.00,EUR,0.00,0.00,0.00
            """)
        #expect(file.rows.count == 1)
        #expect(file.rows[0].paid.map(\.value) == [5000, 5000])
        #expect(try Files.balances(file) == ["Alice": 1667, "Bob": 1667, "May": -3334])
        #expect(file.remarks.contains { $0.contains("Several people paid in row 2") })
        #expect(file.remarks.contains { $0.contains("1 of the rows") })
    }

    @Test("Spliit's document: dates, shares, originals, payments, refunds")
    func spliitDocument() throws {
        let file = try Files.read(Files.spliitDocument)
        #expect(file.rows.map(\.kind) == [.expense, .expense, .payment, .refund])
        #expect(file.rows[0].date.iso == "2026-08-01")
        #expect(file.rows[1].amount == 4000 && file.rows[1].currency == Files.usd)
        #expect(file.rows[1].parts.map(\.value) == [2, 1])
        // Dinner +30 −30; museum −24.40 +24.40; back −10 +10; deposit +2.50 −2.50.
        #expect(try Files.balances(file) == ["Alice": -190, "Bob": 190])
    }

    @Test("Spliit's own decimals are not ISO's, and older files have none")
    func spliitDecimals() throws {
        let forint = Files.spliitDocument.replacing(
            "\"currency\":\"€\",\"currencyCode\":\"EUR\"",
            with: "\"currency\":\"Ft\",\"currencyCode\":\"HUF\"")
        let huf = Files.currency("HUF")
        #expect(try Files.read(forint, currency: huf).rows[0].amount == 600_000)
        let old = Files.spliitDocument.replacing(",\"currencyCode\":\"EUR\"", with: "")
        let read = try Files.read(old)
        #expect(read.rows[0].amount == 6000)
        #expect(read.remarks.contains { $0.contains("taken as EUR") })
    }

    @Test("Spliit's table: shares with the sign of who paid")
    func spliitTable() throws {
        let file = try Files.read(Files.spliitTable)
        #expect(file.kind == .spliit)
        #expect(try Files.balances(file) == ["Alice": 3000 - 2440, "Bob": 2440 - 3000])
        #expect(file.rows[1].note == "40.00 USD at 0.915")
        #expect(throws: ImportError.self) {
            try Files.read(Files.spliitTable.replacing("-24.4,12.2", with: "-36.6,0"))
        }
    }

    @Test("IHateMoney: weights, names with commas, formulas, payments")
    func ihatemoney() throws {
        let file = try Files.read(Files.bills)
        #expect(file.kind == .ihatemoney)
        #expect(file.people == ["Alice", "Bob", "Lee, May"])
        #expect(file.rows[1].description == "=Tea")
        #expect(file.rows[0].mode == .shares && file.rows[0].parts.map(\.value) == [2, 1])
        #expect(file.rows[2].kind == .payment)
        // 60: Alice 40, Bob 20; 3: May 1.50, Bob 1.50; Bob pays Alice 30.
        #expect(
            try Files.balances(file)
                == ["Alice": 2000 - 3000, "Bob": -2000 - 150 + 3000, "Lee, May": 150])
        let document = try Files.read(Files.billDocument)
        #expect(try Files.balances(document) == ["Alice": 2500, "Bob": -2500])
    }

    @Test("Cospend: all its tables, weights, comments, deleted bills")
    func cospend() throws {
        let file = try Files.read(Files.cospend)
        #expect(file.kind == .cospend)
        #expect(file.people == ["Alice", "Lee, May"])
        #expect(file.rows.map(\.kind) == [.expense, .payment])
        #expect(file.rows[0].note == "pizza & wine")
        #expect(file.rows[0].category == "Food")
        #expect(try Files.balances(file) == ["Alice": 4000 - 550, "Lee, May": -4000 + 550])
        #expect(file.remarks.contains { $0.contains("1 deleted") })
    }

    /// B44, B47, B50, B35, O1: what is wrong is said with its row.
    @Test(
        "what is wrong names its row",
        arguments: [
            (Files.splitwise.replacing("66.67", with: "66.68"), 3, "not to zero"),
            (Files.splitwise.replacing("31.67", with: "31.68"), 8, "balance of"),
            (Files.splitwise.replacing("Alice,Bob,May", with: "Alice,Bob,Bob"), 1, "Two columns"),
            (Files.splitwise.replacing("30.00", with: "3x"), 4, ""),
            (Files.splitwise.replacing("30.00", with: "30.001"), 4, "more decimals"),
            (Files.splitwise.replacing("2026-07-02", with: "7/2/26"), 4, "no day"),
            (Files.bills.replacing("2026-07-02", with: "2026-13-02"), 3, "no day"),
            (Files.bills.replacing("60.0", with: String(repeating: "9", count: 46)), 2, ""),
            (Files.bills.replacing("2.0", with: "0"), 2, "no weight"),
            (Files.cospend.replacing("categoryname", with: "catname"), 10, "begins with"),
            (Files.cospend.replacing("\"Alice,Lee, May\"", with: "\"Alice,Dana\""), 6, "Dana"),
            (Files.spliitDocument.replacing("\"shares\":7500", with: "\"shares\":\"x\""), 4, ""),
            (Files.splitwise + "\"", 10, "never closed"),
        ])
    func faults(text: String, row: Int, words: String) throws {
        let fault = try #require(throws: ImportError.self) { try Files.read(text) }
        #expect(fault.row == row, "\(fault)")
        #expect(words.isEmpty || fault.message.contains(words), "\(fault)")
    }

    @Test("a file that is no text, none of these, or empty is refused in words")
    func strangers() throws {
        for text in ["", "\n\n", "hello", "a,b,c\n1,2,3\n", "{}", "[]", "[1]", "null"] {
            #expect(throws: ImportError.self) { try Files.read(text) }
        }
        #expect(throws: ImportError.self) {
            try ImportReader.read([0xFF, 0xFE, 0x44, 0x00], currency: Files.eur)
        }
        #expect(throws: ImportError.self) {
            try ImportReader.read([0x44, 0xE9, 0x2C], currency: Files.eur)
        }
        let large = [UInt8](repeating: 0x20, count: FileText.mostBytes + 1)
        #expect(throws: ImportError.self) { try ImportReader.read(large, currency: Files.eur) }
    }

    @Test("true twins have keys of their own, the same in every file")
    func twins() throws {
        let text = """
            Date,Description,Category,Cost,Currency,Alice,Bob
            2026-07-01,Ticket,Bus,2.50,EUR,1.25,-1.25
            2026-07-01,Ticket,Bus,2.50,EUR,1.25,-1.25
            2026-07-02,Ticket,Bus,2.50,EUR,1.25,-1.25
            """
        func keys(_ text: String) throws -> [String] {
            var keys = RowKeys(.splitwise, digest: { $0 })
            return try Files.read(text).rows.map { keys.key($0) }
        }
        let first = try keys(text)
        #expect(Set(first).count == 3)
        // A newer file of the same group, in another language and with one more person.
        let newer = """
            Datum,Beschreibung,Kategorie,Kosten,Währung,Bob,May,Alice
            2026-07-01,Ticket,Bus,2.50,EUR,-1.25,0.00,1.25
            2026-07-01,Ticket,Bus,2.50,EUR,-1.25,0.00,1.25
            2026-07-02,Ticket,Bus,2.50,EUR,-1.25,0.00,1.25
            2026-07-03,Ticket,Bus,2.50,EUR,-1.25,0.00,1.25
            """
        #expect(Set(try keys(newer)).subtracting(first).count == 1)
    }
}
