import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

/// However events arrive, one by one or in batches, opened at once or later, the projection kept
/// up to date is the one computed from all of them.
struct ArrivalTests {
    @Test(arguments: RandomGroups.names)
    func randomGroups(_ name: String) throws {
        let folder = try #require(RandomGroups.folder).appendingPathComponent(name)
        let link = try String(
            contentsOf: folder.appendingPathComponent("link.txt"), encoding: .utf8)
        let store = try StoreFolder(link: link, store: folder.appendingPathComponent("store"))
        var generator = SeededGenerator(seed: UInt64(name) ?? 0)
        try Arrival.check(store.facts, store.group, store.founder, &generator)
    }
}

/// Lets events arrive in many ways.
enum Arrival {
    /// Checks that the incremental ledger agrees with the plain one after some of the events, and
    /// after all of them.
    static func check(
        _ facts: [Fact],
        _ group: GroupID,
        _ founder: MemberID,
        _ generator: inout SeededGenerator
    ) throws {
        var plain = Ledger(group: group, founder: founder)
        plain.insert(facts)
        let expected = plain.project()
        try #require(expected.balances.total == 0)
        try checkSums(expected)
        for round in 0..<6 {
            let order = facts.shuffled(using: &generator)
            var arriving = IncrementalLedger(group: group, founder: founder)
            var soFar = Ledger(group: group, founder: founder)
            var late: [Fact] = []
            var rest = order[...]
            while !rest.isEmpty {
                let count = min(rest.count, round == 0 ? 1 : 1 + generator.below(12))
                let batch = rest.prefix(count).map { fact in
                    guard round > 2, generator.below(4) == 0 else { return fact }
                    late.append(fact)
                    return fact.unopened
                }
                rest = rest.dropFirst(count)
                arriving.insert(batch)
                soFar.insert(batch)
                if round % 2 == 1 || rest.isEmpty {
                    let difference = RandomGroups.difference(
                        arriving.projection.dump(.extended), soFar.project().dump(.extended))
                    try #require(difference == "", "after a batch in round \(round)")
                }
            }
            for fact in late { arriving.insert([fact]) }
            try compare(arriving, expected, "at the end of round \(round)")
            let shuffled = facts.map(\.id).shuffled(using: &generator)
            arriving.rebuild(shuffled, batch: 1 + generator.below(20))
            try compare(arriving, expected, "after a rebuild in round \(round)")
        }
        for entry in expected.entries {
            let read = try Entry(
                id: entry.id, lamport: entry.lamport, author: entry.author, seq: entry.seq,
                saved: entry.saved())
            #expect(read == entry)
        }
    }

    /// The sums that are kept agree with each other and with the balances, and can be saved.
    private static func checkSums(_ projection: Projection) throws {
        let tallies = projection.totals.tallies
        var byCurrency: [String: Int128] = [:]
        for (holding, sum) in tallies.holdings {
            byCurrency[holding.currency.code, default: 0] += sum
        }
        #expect(byCurrency.values.allSatisfy { $0 == 0 }, "\(byCurrency)")
        var owed = Balances()
        for (pair, sum) in tallies.debts {
            owed.add(sum, to: pair.first)
            owed.add(-sum, to: pair.second)
        }
        #expect(
            owed.sums.filter { $0.value != 0 }
                == projection.balances.sums.filter { $0.value != 0 })
        let totals = [
            tallies.people.values.reduce(0) { $0 + $1.paid },
            tallies.people.values.reduce(0) { $0 + $1.share },
            tallies.categories.values.reduce(0) { $0 + $1.minor },
            tallies.days.values.reduce(0) { $0 + $1.minor },
            tallies.currencies.values.reduce(0) { $0 + $1.minor },
        ]
        #expect(totals.allSatisfy { $0 == totals[0] }, "\(totals)")
        var read = Tallies()
        try tallies.saved().withUnsafeBytes { try read.add(saved: $0) }
        #expect(read == tallies)
        try tallies.saved().withUnsafeBytes { try read.add(saved: $0) }
        var twice = tallies
        twice.add(tallies)
        #expect(read == twice)
    }

    private static func compare(
        _ arriving: IncrementalLedger,
        _ expected: Projection,
        _ place: String
    ) throws {
        let projection = arriving.projection
        let difference = RandomGroups.difference(
            projection.dump(.extended), expected.dump(.extended))
        try #require(difference == "", "\(place)")
        try #require(projection.entries == expected.entries, "\(place)")
        try #require(projection.labels == expected.labels, "\(place)")
        try #require(
            projection.totals.tallies.pruned == expected.totals.tallies.pruned, "\(place)")
    }
}

extension Fact {
    /// The same event while its key is not held.
    var unopened: Fact {
        Fact(
            header: EventHeader(
                group: GroupID(), author: author, seq: seq, lamport: lamport,
                createdAt: createdAt, epoch: epoch, keyID: keyID, prev: prev, nonce: .init()),
            id: id, content: .unknownKey
        )
    }
}
