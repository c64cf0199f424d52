import FenEncoding
import FenImport
import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("Files written out")
struct ExportTests {
    /// Names that every format has something against.
    private static let names = [
        "Bob", "Lee, May", "=1+1", "O'Brien; \"Q\"", "a:b|c", "(x) [2026/13/45]", "%41 50%",
        "Zoë 雪",
    ]

    /// A group with random entries in several currencies.
    private static func group(
        _ world: World, _ currency: Currency, _ random: inout SeededGenerator
    ) async throws -> (Person, GroupID) {
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new \"Trip; [x]\" \(currency.code)")
        let id = try #require(try await alice.session.currentGroup())
        let engine = await alice.session.engine
        for name in names { _ = try await engine.addGuest(name, in: id) }
        let view = try await engine.view(id)
        let people = view.members.map(\.party).sorted()
        for number in 0..<40 {
            let unit = try unit(people, currency, &random)
            let kind = random.below(10)
            if kind == 0 {
                let two = people.shuffled(using: &random)
                let written = try await engine.recordSettlement(
                    SettlementDraft(
                        from: two[0], to: two[1], amount: unit.amount, currency: unit.currency,
                        settlementAmount: unit.settlementAmount, rate: unit.rate,
                        note: "by card; date: tomorrow [2026/99/99] :tag:"), in: id)
                if random.below(4) == 0 { _ = try await engine.voidSettlement(written.id, in: id) }
                continue
            }
            let draft = ExpenseDraft(
                money: unit, description: "=Tea; | \"\(number)\" [9] a:b\tx",
                date: try #require(CalendarDate(year: 2026, month: 7, day: 1 + random.below(28))),
                category: "-food", note: random.below(3) == 0 ? "@note\nline two" : nil)
            let written = try await engine.logExpense(draft, in: id)
            if kind == 1 { _ = try await engine.deleteExpense(written.id, in: id) }
        }
        return (alice, id)
    }

    private static func unit(
        _ people: [PartyID], _ group: Currency, _ random: inout SeededGenerator
    ) throws -> MoneyUnit {
        let codes = [group.code, group.code, "USD", "JPY", "KWD"]
        let currency = try #require(Currency(code: codes[random.below(codes.count)]))
        let amount = Int64(1000 + random.below(1_000_000))
        let sharing = Array(people.shuffled(using: &random).prefix(1 + random.below(people.count)))
        let payers = Array(people.shuffled(using: &random).prefix(1 + random.below(3))).sorted()
        var paid = payers.map { Payment(party: $0, amount: amount / Int64(payers.count)) }
        paid[0].amount += amount % Int64(payers.count)
        var split = Split.equally(sharing)
        if random.below(2) == 0 {
            split.mode = .shares
            split.parts = split.parts.map {
                SplitPart(party: $0.party, value: Int64(1 + random.below(7)))
            }
        }
        var unit = MoneyUnit(
            amount: amount, currency: currency, paidBy: paid, split: split,
            settlementAmount: amount, refund: random.below(8) == 0)
        if currency != group {
            let rate = try Rate(protocolText: ["0.915", "1.0873", "3.25"][random.below(3)])
            unit.rate = rate
            unit.settlementAmount = try Conversion.convert(
                minor: amount, from: currency, to: group, rate: rate)
        }
        return unit
    }

    /// Everybody's balance that is not zero, by name.
    private static func balances(_ person: Person, _ id: GroupID) async throws -> [String: Int128] {
        let engine = await person.session.engine
        let roster = Roster(try await engine.view(id))
        var sums: [String: Int128] = [:]
        for row in try await engine.balances(in: id).rows where row.minor != 0 {
            sums[roster.name(row.party)] = row.minor
        }
        return sums
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (String, Int32) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["LC_ALL": "C.UTF-8"], uniquingKeysWith: { $1 })
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    /// Minor units of an amount as ledger and hledger print it: `-10.80 EUR`.
    private static func minor(_ text: String, _ currency: Currency) throws -> Int128 {
        let number = try #require(text.split(separator: " ").first)
        let parts = number.drop { $0 == "-" }.split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        try #require(fraction.count <= currency.digits, "\(text)")
        let padded = fraction + String(repeating: "0", count: currency.digits - fraction.count)
        let minor = try #require(Int128(String(parts[0]) + padded))
        return number.hasPrefix("-") ? -minor : minor
    }

    /// The name an account stands for.
    private static func name(_ account: some StringProtocol) -> String {
        let escaped = account.hasPrefix("People:") ? String(account.dropFirst(7)) : String(account)
        return escaped.removingPercentEncoding ?? escaped
    }

    @Test(
        "ledger and hledger show the same balances, to the unit",
        arguments: ["EUR", "JPY", "KWD"], [1, 2, 3])
    func journal(code: String, round: Int) async throws {
        var random = SeededGenerator(for: "journal \(code) \(round)")
        let currency = try #require(Currency(code: code))
        let world = try World()
        let (alice, id) = try await Self.group(world, currency, &random)
        let wanted = try await Self.balances(alice, id)
        let path = world.folder + "/trip.journal"
        await alice.types("/export \(path)")

        let (first, status) = try Self.run(
            "ledger",
            [
                "-f", path, "bal", "--flat", "--no-total", "--args-only", "-F",
                "%(account)\t%(display_total)\n",
            ])
        #expect(status == 0, "\(first)")
        var ledger: [String: Int128] = [:]
        for line in first.split(separator: "\n") {
            let cells = line.split(separator: "\t")
            try #require(cells.count == 2, "\(first)")
            ledger[Self.name(cells[0])] = try Self.minor(String(cells[1]), currency)
        }
        #expect(ledger == wanted)

        let (second, other) = try Self.run(
            "hledger", ["-f", path, "bal", "--flat", "-N", "-O", "csv"])
        #expect(other == 0, "\(second)")
        var hledger: [String: Int128] = [:]
        for row in try CSVTable(second).rows.dropFirst() {
            hledger[Self.name(row[0])] = try Self.minor(row[1], currency)
        }
        #expect(hledger == wanted)
    }

    @Test("rows of the table sum to zero, columns to the balances, no cell is a formula")
    func table() async throws {
        var random = SeededGenerator(for: "table")
        let world = try World()
        let (alice, id) = try await Self.group(world, Fixtures.eur, &random)
        let wanted = try await Self.balances(alice, id)
        let path = world.folder + "/trip.csv"
        let said = try #require(await alice.types("/export \(path) csv").lines.first)
        let count = try #require(Int(said.split(separator: " ")[1]))
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        let table = try CSVTable(String(decoding: bytes.dropFirst(3), as: UTF8.self))
        #expect(table.rows.count == count + 1)
        let header = table.rows[0].cells
        var sums: [String: Int128] = [:]
        for row in table.rows.dropFirst() {
            #expect(row.cells.count == header.count)
            var sum: Int128 = 0
            for column in 10..<header.count {
                let minor = try Self.minor(row[column], Fixtures.eur)
                sum += minor
                let name =
                    header[column].hasPrefix("'") ? header[column].dropFirst() : header[column][...]
                sums[String(name), default: 0] += minor
            }
            #expect(sum == 0)
            for cell in row.cells where "=+-@".contains(cell.first ?? " ") {
                #expect(cell.allSatisfy { $0.isNumber || $0 == "-" || $0 == "." }, "\(cell)")
            }
        }
        #expect(sums.filter { $0.value != 0 } == wanted)
        #expect(header.contains("'=1+1"))
    }

    @Test("JSONL comes in again with the same balances, and once only")
    func again() async throws {
        var random = SeededGenerator(for: "again")
        let world = try World()
        let (alice, id) = try await Self.group(world, Fixtures.eur, &random)
        let path = world.folder + "/trip.jsonl"
        await alice.types("/export \(path)")
        let wanted = try await Self.balances(alice, id)
        #expect(await alice.types("/import \(path) --yes").mainValue == "0")
        await alice.types("/new Again EUR")
        let other = try #require(try await alice.session.currentGroup())
        await alice.types("/import \(path) --yes")
        #expect(try await Self.balances(alice, other) == wanted)
        #expect(await alice.types("/import \(path) --yes").mainValue == "0")
        #expect(try await Self.balances(alice, other) == wanted)
    }

    @Test("the JSON document holds the balances and every record")
    func document() async throws {
        var random = SeededGenerator(for: "document")
        let world = try World()
        let (alice, id) = try await Self.group(world, Fixtures.eur, &random)
        let path = world.folder + "/trip.json"
        await alice.types("/export \(path)")
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
                as? [String: Any])
        let rows = try #require(root["balances"] as? [[String: Any]])
        var sums: [String: Int128] = [:]
        for row in rows {
            let balance = try #require(row["balance"] as? Int)
            if balance != 0 { sums[try #require(row["name"] as? String)] = Int128(balance) }
        }
        #expect(try await Self.balances(alice, id) == sums)
        // The group, nine people, forty entries.
        #expect((root["records"] as? [Any])?.count == 50)
        await alice.fails("/import \(path) --yes", status: 2, "jsonl")
        await alice.fails("/export \(path) xml", status: 2, "csv")
        let guess = await alice.types("/export \(world.folder)/trip.foo").lines
        #expect(guess.contains { $0.contains("jsonl") })
        let named = await alice.types("/export \(world.folder)/trip.jsonl").lines
        #expect(named.count == 1)
    }
}
