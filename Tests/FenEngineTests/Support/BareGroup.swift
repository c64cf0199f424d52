import FenCrypto
import FenLedger
import FenMoney
import FenProtocol
import FenStore
import TestSupport

@testable import FenEngine

/// One group in a database of its own, without engine or identity: lines go in, a dump comes out.
final class BareGroup {
    private let folder: TemporaryFolder
    private var database: Database
    private let number: GroupNumber
    private let id: GroupID
    private(set) var group: LocalGroup
    private var generator: SeededGenerator

    /// Makes the group an invite names, without its key.
    init(_ invite: Invite, seed: UInt64) throws {
        folder = try TemporaryFolder()
        generator = SeededGenerator(seed: seed)
        let database = try Database.open(HomeFolder(path: folder.path), mode: .readWrite)
        let record = GroupRecord(
            id: invite.groupID.raw, founder: invite.founder.raw, name: invite.groupName,
            currency: invite.currency.code, state: "joining", createdAt: 0)
        number = try database.transaction { try database.groups.insert(record) }
        group = try LocalGroup(record, number: number, database: database)
        id = invite.groupID
        self.database = database
    }

    /// Takes a key in.
    func adopt(_ key: GroupKey) throws {
        try database.transaction { _ = try group.adopt(key, at: 1) }
    }

    /// Takes lines in batches of random sizes, some of them twice. Now and then the process ends
    /// and the group is taken up from the database again.
    func take(_ lines: [[UInt8]], meanwhile: (Int) throws -> Void = { _ in }) throws {
        var taken = 0
        while taken < lines.count {
            try meanwhile(taken)
            let size = 1 + generator.below(generator.below(4) == 0 ? 40 : 6)
            var batch = Array(lines[taken..<min(taken + size, lines.count)])
            taken += size
            if generator.below(6) == 0 { batch.append(batch[generator.below(batch.count)]) }
            let parsed = LineChunk(bytes: batch.flatMap(\.self)).parse(group: id, keys: group.keys)
            try database.transaction {
                _ = try group.take(parsed, origin: .store, me: nil, now: 0)
            }
            if generator.below(12) == 0 { try takeUpAgain() }
        }
    }

    /// How many events are stored.
    func count() throws -> Int {
        try database.events.count(in: number)
    }

    /// The dump as the tables give it.
    func dump() throws -> [UInt8] {
        try group.dump()
    }

    /// The dump of everything stored, computed in memory from nothing.
    func oracle() throws -> [UInt8] {
        var ledger = Ledger(group: id, founder: group.founder)
        ledger.insert(try group.facts())
        return ledger.project().dump()
    }

    /// Computes the tables anew.
    func rebuild() throws {
        try database.transaction { try group.rebuild() }
    }

    private func takeUpAgain() throws {
        guard let record = try database.groups.find(id.raw) else { return }
        group = try LocalGroup(record, number: number, database: database)
    }
}
