import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import TestSupport
import Testing

/// The groups an independent writer made: their balances, members, labels and logs come out.
@Suite(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
struct VectorGroupTests {
    @Test(arguments: VectorGroup.names)
    func comesOut(_ name: String) throws {
        let group = try VectorGroup(name)
        var ledger = Ledger(group: group.group, founder: group.founder)
        ledger.insert(group.facts)
        let projection = ledger.project()
        try check(projection, group)

        var arriving = IncrementalLedger(group: group.group, founder: group.founder)
        var generator = SeededGenerator(for: name)
        for fact in group.facts.shuffled(using: &generator) { arriving.insert([fact]) }
        #expect(arriving.projection.dump(.extended) == projection.dump(.extended))
        try check(arriving.projection, group)
    }

    private func check(_ projection: Projection, _ group: VectorGroup) throws {
        let context = projection.context
        #expect(projection.balances.total == 0)
        for (_, reader) in group.expected.readers {
            #expect(group.facts.count == reader.events)
            var labels: [String: Int] = [:]
            for fact in group.facts {
                labels[projection.labels[fact.id]?.label ?? "counted", default: 0] += 1
            }
            #expect(labels == reader.labels)
            let members = context.members
            let active = members.filter { $0.status == .active }.map(\.name).sorted()
            let gone = members.filter { $0.status != .active }.map(\.name).sorted()
            #expect(active == reader.members.active)
            #expect(gone == reader.members.gone)
            let notWhole = projection.frontiers.filter { !$0.isWhole }.map(\.author.hex)
            #expect(notWhole == reader.logsNotWhole)
        }
        for (_, expected) in group.expected.balances {
            var balances: [String: Int] = [:]
            let isByName = expected.keys.allSatisfy { $0.utf8.count < 64 }
            for (party, amount) in projection.balances.current(in: context) {
                let name = isByName ? context.name(of: party) ?? party.hex : party.hex
                balances[name] = Int(amount)
            }
            #expect(balances == expected)
        }
    }
}
