import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenStore

/// What a newer fen makes of a home that an older one has left.
@Suite("a home of an older version")
struct UpgradeTests {
    @Test("what it refused is judged by the rules of today")
    func refused() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        for number in 1...3 { try await table.spend("Alice", "Round \(number)", 100) }
        _ = try await bob.sync(in: table.group)
        let before = try await bob.dump(in: table.group)
        await table.close("Bob")
        let alice = try await table.key("Alice").raw
        try asOlder(table.homePath("Bob")) { database, group in
            let log = try #require(try database.events.logs(in: group).first { $0.author == alice })
            let last = log.maxSeq
            for (row, _) in try database.events.records(.log(log.number, last - 1...last)) {
                try database.events.setChain(.refused, of: row)
                try database.events.setLabel(nil, of: row)
            }
        }
        let again = try await table.open("Bob")
        #expect(difference(try await again.dump(in: table.group), before) == "")
        #expect(try await again.rebuild(in: table.group).wasSame)
        #expect(try await again.view(table.group).gate.isEmpty)
        await table.closeAll()
    }

    @Test("lines that it could not read are read again, and the files with them")
    func aside() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        _ = try await bob.sync(in: table.group)
        let party = try await table.party("Alice")
        let count = try await bob.log(author: party, in: table.group).count
        await table.close("Bob")
        try await table.spend("Alice", "Of the future", 100)
        let line = try #require(
            RandomGroup.lines(of: try table.read(try await table.logPath("Alice"))).last)
        try asOlder(table.homePath("Bob")) { database, group in
            let aside = AsideLine(
                digest: SHA256.hash(line).raw, reason: RefusalReason.unknownFormat.label,
                author: nil, line: Array(line.dropLast()))
            try database.aside.put(aside, in: group, at: 1)
        }
        let again = try await table.open("Bob")
        #expect(try await again.log(author: party, in: table.group).count == count + 1)
        #expect(try await again.filesRead(of: table.group).isEmpty)
        #expect(try await again.view(table.group).partial.newer == 0)
        await table.closeAll()
    }

    @Test("events of a kind that it did not know are taken for what they are")
    func newerKind() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        let (old, new) = (try await table.key("Bob"), try await table.key("New"))
        let alice = try await table.open("Alice")
        try await alice.slip(
            .memberVouched(MemberVouched(member: old, successor: new)), in: table.group)
        let before = try await alice.dump(in: table.group)
        await table.close("Alice")
        try asOlder(table.homePath("Alice")) { database, group in
            let own = try #require(try database.groups.all().first)
            let stored = try LocalGroup(own, number: group, database: database)
            let vouch = try #require(stored.openVouches.first?.facts.first)
            let row = try #require(try database.events.find(vouch.id.raw, in: group)?.number)
            try database.events.setOpened(row, kind: 0, isControl: false, target: nil)
            try database.events.setLabel(RefusalReason.newerKind.rawValue, of: row)
        }
        let again = try await table.open("Alice")
        #expect(try await again.view(table.group).vouches.count == 1)
        #expect(try await again.view(table.group).partial.newer == 0)
        #expect(difference(try await again.dump(in: table.group), before) == "")
        #expect(try await again.rebuild(in: table.group).wasSame)
        await table.closeAll()
    }

    /// Changes a home and leaves it as computed by older rules.
    private func asOlder(
        _ home: String, _ change: (Database, GroupNumber) throws -> Void
    ) throws {
        let database = try Database.open(
            HomeFolder(path: home), mode: .readWrite, projection: Projector.rules - 1)
        let group = try #require(try database.groups.all().first?.number)
        try database.transaction {
            try change(database, group)
            try database.projectionIsBuilt()
        }
        try database.close()
    }
}
