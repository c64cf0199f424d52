import FenEngine
import FenImport
import FenMoney
import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// What is written out is what is there, and what comes in again is the same group.
@Suite("Cases: out and in again")
struct FileRoundTripCases {
    /// Types random expenses, refunds, payments, deletions and voids into a group.
    static func fill(
        _ trip: Trip, _ random: inout SeededGenerator, entries: Int = 25
    ) async throws {
        for (code, rate) in [("USD", "0.915"), ("JPY", "0.0061"), ("KWD", "3.1")]
        where code != trip.currency.code {
            await trip.me.types("/rate \(code) \(rate)")
        }
        let names = trip.names.map { "\"\($0)\"" }
        for number in 0..<entries {
            let code = [trip.currency.code, "USD", "JPY", "KWD"][random.below(4)]
            let currency = try #require(Currency(code: code))
            let amount = "\(AmountFormat.plain(2000 + random.amount(), currency)) \(code)"
            let two = names.shuffled(using: &random)
            switch random.below(8) {
            case 0:
                let written = try await trip.writes("/settle \(two[0]) to \(two[1]) \(amount) cash")
                if random.below(3) == 0 { await trip.me.types("/void \(written) --yes") }
            case 1:
                try await trip.writes("/refund \(amount) Back\(number) by \(two[0])")
            default:
                let people = random.some(names)
                let weights = people.map { "\($0) \(1 + random.below(4))" }.joined(separator: ", ")
                let written = try await trip.writes(
                    "+ \(amount) Tea\(number) by \(two[0]) for \(people.joined(separator: ","))"
                        + (random.below(2) == 0 ? " split shares \(weights)" : "")
                        + " on 2026-07-\(10 + random.below(20)) in food")
                if random.below(6) == 0 { await trip.me.types("/delete \(written) --yes") }
            }
        }
    }

    private static let guests = ["Bob", "Lee, May", "Zoë 雪", "=1+1"]

    @Test(
        "jsonl taken into a new group gives the same balances and plan, and so once more",
        arguments: [UInt64(31), 32, 33, 34])
    func lines(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let trip = try await Trip.make(Self.guests, in: ["EUR", "JPY", "KWD"][random.below(3)])
        try await Self.fill(trip, &random)
        let before = (try await trip.balances(), try await trip.plan().count)
        let path = "\(trip.world.folder)/trip.jsonl"
        await trip.me.types("/export \(path)")
        await trip.me.types("/new Again \(trip.currency.code)")
        await trip.me.types("/import \(path) --yes")
        #expect(try await trip.balances() == before.0, "seed \(seed)")
        #expect(try await trip.plan().count == before.1, "seed \(seed)")
        #expect(await trip.me.types("/import \(path) --yes").mainValue == "0")
        // And out of there once more.
        let second = "\(trip.world.folder)/again.jsonl"
        await trip.me.types("/export \(second)")
        await trip.me.types("/new Third \(trip.currency.code)")
        await trip.me.types("/import \(second) --yes")
        #expect(try await trip.balances() == before.0, "seed \(seed)")
    }

    @Test(
        "the sealed entries taken in by another member's device give the same dump",
        arguments: [UInt64(41), 42])
    func events(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/guest \"Lee, May\"")
        await alice.types("/sync")
        await bob.types("/sync")
        // From here on the two meet by files alone.
        try FileManager.default.moveItem(
            atPath: world.folder + "/store", toPath: world.folder + "/gone")
        let euro = try #require(Currency(code: "EUR"))
        for (person, name) in [(alice, "alice"), (bob, "bob"), (alice, "alice")] {
            let trip = Trip(
                world: world, me: person, names: ["Alice", "Bob", "Lee, May"], currency: euro)
            for number in 0..<8 {
                let names = trip.names.map { "\"\($0)\"" }.shuffled(using: &random)
                await person.types(
                    "+ \(trip.text(100 + random.amount())) Tea\(number) by \(names[0]) for "
                        + random.some(names).joined(separator: ","))
            }
            let file = "\(world.folder)/\(name).events"
            await person.types("/export \(file) events --yes")
            await (person.session === alice.session ? bob : alice).types("/heal \(file)")
            let hers = await alice.types("/dump").lines
            #expect(await bob.types("/dump").lines == hers, "seed \(seed)")
        }
        #expect(try await Trip.balances(alice) == Trip.balances(bob), "seed \(seed)")
    }

    @Test("B48 O3 O11 any title, category and name comes back from the table as it was typed")
    func table() async throws {
        var random = SeededGenerator(for: "O11")
        let trip = try await Trip.make(["Lee, May", "O'Brien \\ Co"])
        let pieces = [
            "Tea", ",", "'", "-1,659.84", "=1+1", "+2", "@x", ";", "|", "é雪", "%", "\\", "100",
            "#", "[9]", ":", "−5",
        ]
        var titles: [String] = []
        for _ in 0..<25 {
            let title = (0..<(1 + random.below(4))).map { _ in pieces[random.below(pieces.count)] }
                .joined(separator: " ")
            let refund = random.below(3) == 0
            let typed = "\"" + title.replacing("\\", with: "\\\\") + "\""
            await trip.me.types(
                "\(refund ? "/refund" : "+") \(trip.text(3 + random.amount())) \(typed) "
                    + "in \(typed) note \(typed)")
            titles.append(title)
        }
        let path = "\(trip.world.folder)/trip.csv"
        await trip.me.types("/export \(path)")
        let bytes = try Data(contentsOf: URL(filePath: path))
        let table = try CSVTable(String(decoding: bytes.dropFirst(3), as: UTF8.self))
        func read(_ cell: String) -> String {
            let second = cell.dropFirst().first ?? " "
            let guarded = cell.hasPrefix("'") && "=+-@＝＋－＠".contains(second)
            return guarded ? String(cell.dropFirst()) : cell
        }
        let rows = Array(table.rows.dropFirst())
        #expect(rows.map { read($0[1]) } == titles)
        #expect(rows.map { read($0[2]) } == titles)
        #expect(rows.map { read($0[9]) } == titles)
        for row in rows {
            let cells = try row.cells[10...].map { cell in
                try #require(Int64(cell.replacing(".", with: "")), "\(cell)")
            }
            #expect(cells.reduce(0, +) == 0 && cells.contains { $0 != 0 }, "\(row.cells)")
            // A refund takes from who got the money: the sign is kept.
            #expect(row[8] != "refund" || row[3].hasPrefix("-"))
        }
    }

    @Test("B51 B44 a file with twins comes in once; a person with a space stays one")
    func twins() async throws {
        let trip = try await Trip.make(["May Lee"])
        let path = try ImportTests.file(
            trip.world, "twins.csv",
            """
            Date,Description,Category,Cost,Currency,Alice,May Lee
            2026-07-02,Ticket,Bus,2.50,EUR,1.25,-1.25
            2026-07-02,Ticket,Bus,2.50,EUR,1.25,-1.25
            2026-07-02,Ticket,Bus,2.50,EUR,1.25,-1.25
            """)
        #expect(await trip.me.types("/import \(path) --yes").mainValue == "3")
        for _ in 0..<2 { #expect(await trip.me.types("/import \(path) --yes").mainValue == "0") }
        #expect(try await trip.balances() == ["Alice": 375, "May Lee": -375])
        #expect(await trip.me.types("/members").lines.count { $0.contains("May Lee") } == 1)
    }
}
