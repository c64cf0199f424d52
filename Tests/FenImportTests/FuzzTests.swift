import FenMoney
import TestSupport
import Testing

@testable import FenImport

@Suite("No file makes the reader fail otherwise than by a sentence")
struct FuzzTests {
    private static let seeds = [
        Files.splitwise, Files.spliitTable, Files.spliitDocument, Files.bills, Files.billDocument,
        Files.cospend, lines,
    ]

    private static let lines = """
        {"currency":"EUR","digits":2,"id":"g","name":"Trip","organiser":"aa","type":"group"}
        {"id":"\(String(repeating: "01", count: 32))","name":"Alice","status":"active","type":"person"}
        {"amount":300,"currency":"EUR","date":"2026-07-01","deleted":false,"description":"Tea",\
        "digits":2,"id":"e1","paid_by":[{"amount":300,"id":"\(String(repeating: "01", count: 32))"}],\
        "refund":false,"settlement_amount":300,"split_mode":"equal",\
        "split_parts":[{"id":"\(String(repeating: "01", count: 32))","value":1}],\
        "type":"expense","waiting":false}

        """

    @Test("files damaged at random", arguments: 0..<7)
    func damaged(place: Int) throws {
        let seed = UInt64(20_261_130 + place)
        var random = SeededGenerator(seed: seed)
        let whole = Array(Self.seeds[place].utf8)
        #expect(throws: Never.self) {
            try ImportReader.read(whole, currency: Files.eur)
        }
        var refused = 0
        for round in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes.remove(at: at)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
                case 2: bytes[at] = ",;\"\n{}[]:0-9.e".utf8.randomElement(using: &random) ?? 0x2C
                case 3: bytes.removeSubrange(at..<min(bytes.count, at + 20))
                case 4: bytes += bytes[at...].prefix(60)
                default: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: at)
                }
            }
            let kind = round % 3 == 0 ? ImportKind.allCases.randomElement(using: &random) : nil
            do throws(ImportError) {
                let file = try ImportReader.read(bytes, as: kind, currency: Files.eur)
                try Self.make(file)
            } catch {
                refused += 1
                #expect(!error.sentence.isEmpty, "seed \(seed), round \(round)")
            }
        }
        #expect(refused > 0, "seed \(seed)")
    }

    /// What a file that is read becomes is valid money, or refused.
    private static func make(_ file: ImportedFile) throws(ImportError) {
        let rate = try? Rate(protocolText: "0.915")
        let parties = Files.parties(file.people)
        var rates: [Currency: Rate] = [:]
        for row in file.rows { rates[row.currency] = rate }
        let maker = ImportMaker(currency: Files.eur, rates: rates, parties: parties)
        for row in file.rows {
            if case .expense(let unit, _) = try maker.make(row) {
                #expect(throws: Never.self) { try unit.validate(groupCurrency: Files.eur) }
            }
        }
    }

    @Test("random Splitwise files come to their own balances")
    func random() throws {
        var random = SeededGenerator(seed: 7)
        for round in 0..<200 {
            let people = (0..<Int.random(in: 2...6, using: &random)).map { "P\($0)" }
            var text = "Date,Description,Category,Cost,Currency," + people.joined(separator: ",")
            var sums = [Int64](repeating: 0, count: people.count)
            for row in 0..<Int.random(in: 1...12, using: &random) {
                let cost = Int64.random(in: 1...100_000, using: &random)
                let payers = Int.random(in: 1...min(3, people.count), using: &random)
                var cells = [Int64](repeating: 0, count: people.count)
                for payer in 0..<payers {
                    cells[payer] += cost / Int64(payers) + (payer == 0 ? cost % Int64(payers) : 0)
                }
                let weights = people.indices.map { ($0, Int64.random(in: 1...9, using: &random)) }
                let ids = Files.parties(people)
                let shares = try Allocation.largestRemainder(
                    cost,
                    weights: weights.compactMap { place, weight in
                        ids[people[place]].map { ($0, weight) }
                    })
                for place in people.indices { cells[place] -= shares[place].1 }
                for place in people.indices { sums[place] += cells[place] }
                let amounts = cells.map { AmountFormat.plain($0, Files.eur) }
                text += "\n2026-07-01,Row \(row),General,"
                text +=
                    AmountFormat.plain(cost, Files.eur) + ",EUR," + amounts.joined(separator: ",")
            }
            let totals = sums.map { AmountFormat.plain($0, Files.eur) }
            text += "\n2026-07-02,Total balance, , ,EUR," + totals.joined(separator: ",")
            guard sums.contains(where: { $0 != 0 }) else { continue }
            let balances = try Files.balances(try Files.read(text))
            for (place, name) in people.enumerated() {
                #expect(balances[name] ?? 0 == sums[place], "round \(round)\n\(text)")
            }
        }
    }
}
