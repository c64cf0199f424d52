import FenEncoding
import FenStore
import TestSupport
import Testing

/// A walk over entries gives what sorting and filtering all of them gives, few or many.
@Suite("Walking over entries")
struct WalkingTests {
    @Test(
        "in order, filtered and cut short, beyond what is walked in order", arguments: [3, 5_000])
    func walk(count: Int) throws {
        var samples = Samples(seed: UInt64(count))
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            defer { try? database.close() }
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                let other = try database.groups.insert(samples.group())
                let sorted = try Self.fill(database, group, count, &samples)
                let others = try Self.fill(database, other, 10, &samples)
                try Self.check(database, group, sorted, &samples)
                try Self.check(database, other, others, &samples)
            }
        }
    }

    private static func fill(
        _ database: Database, _ group: GroupNumber, _ count: Int, _ samples: inout Samples
    ) throws -> [EntryRecord] {
        let author: Bytes32 = samples.fixed()
        let log = try database.events.logNumber(of: author, in: group)
        var entries: [EntryRecord] = []
        for seq in 1...UInt64(count) {
            // Lamports in no order, many of them alike.
            let lamport = UInt64(1 + samples.random.below(count))
            let event = samples.event(author, seq, lamport: lamport)
            let number = try database.events.insert(event, in: group)
            let entry = EntryRecord(
                id: event.id, lamport: lamport, kind: UInt8(samples.random.below(3)),
                flags: samples.random.below(4), author: author, seq: seq,
                date: samples.random.below(3) == 0 ? nil : 20_260_800 + samples.random.below(20),
                currency: ["EUR", "USD", nil][samples.random.below(3)], state: samples.bytes(40))
            try database.entries.put(entry, event: number, log: log, in: group)
            entries.append(entry)
        }
        return entries.sorted { ($0.lamport, $0.id) > ($1.lamport, $1.id) }
    }

    private static func check(
        _ database: Database, _ group: GroupNumber, _ sorted: [EntryRecord],
        _ samples: inout Samples
    ) throws {
        for round in 0..<40 {
            let filter = EntryFilter(
                kind: samples.random.below(3) == 0 ? 1 : nil,
                flagsSet: samples.random.below(3) == 0 ? 2 : 0,
                flagsClear: samples.random.below(3) == 0 ? 1 : 0,
                from: samples.random.below(4) == 0 ? 20_260_805 : nil,
                through: samples.random.below(4) == 0 ? 20_260_815 : nil,
                currency: samples.random.below(3) == 0 ? "EUR" : nil)
            let least = UInt8(samples.random.below(256))
            let most = samples.random.below(2) == 0 ? 1 + samples.random.below(60) : Int.max
            let wanted = sorted.filter { filter.lets($0) && $0.state[0] >= least }
            var found: [EntryRecord] = []
            let isWanted = { (saved: UnsafeRawBufferPointer) in saved[0] >= least }
            try database.entries.walkBack(
                in: group, filter, where: isWanted,
                {
                    found.append($0)
                    return found.count < most
                })
            #expect(found == Array(wanted.prefix(most)), "round \(round)")
            var shown: [Shown] = []
            try database.entries.lookThrough(
                in: group, filter, where: isWanted, { shown.append(Shown($0)) })
            #expect(Set(shown) == Set(wanted.map(Shown.init)), "round \(round)")
            #expect(shown.count == wanted.count, "round \(round)")
        }
    }
}

/// What is shown of an entry that lies in the database.
private struct Shown: Hashable {
    private let id: Bytes32
    private let lamport: UInt64
    private let author: Bytes32
    private let seq: UInt64
    private let state: [UInt8]

    init(_ entry: SavedEntry) {
        (id, lamport, author, seq) = (entry.id, entry.lamport, entry.author, entry.seq)
        state = Array(entry.state)
    }

    init(_ entry: EntryRecord) {
        (id, lamport, author, seq) = (entry.id, entry.lamport, entry.author, entry.seq)
        state = entry.state
    }
}
