import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Testing

/// Wholeness, forks and the gate (What counts).
struct GateTests {
    private func reasons(
        _ projection: Projection,
        against action: GatedAction = .settle,
        unheld: [UnheldKey] = [],
        acknowledged: [GateReason] = []
    ) -> [GateReason] {
        Gate.reasons(
            against: action, frontiers: projection.frontiers, unheld: unheld,
            context: projection.context, acknowledged: acknowledged)
    }

    @Test func aGapShutsTheGateButNotForItsOwnersRemoval() throws {
        var group = Scenario()
        let first = group.write(group.bob, .messagePosted(MessagePosted(text: "1")))
        let second = group.write(group.bob, .messagePosted(MessagePosted(text: "2")))
        group.write(group.bob, .messagePosted(MessagePosted(text: "3")))
        #expect(reasons(group.project()).isEmpty)
        group.lose(second)
        let projection = group.project()
        let frontier = try projection.frontier(group.bob)
        #expect(frontier.contiguous == 1)
        #expect(frontier.claimed == 3)
        #expect(frontier.tips.map(\.seq) == [1, 3])
        let found = reasons(projection)
        #expect(found == [GateReason(author: group.bob, missing: NumberSet([2...2]))])
        #expect(reasons(projection, against: .remove(group.bob)).isEmpty)
        #expect(reasons(projection, against: .remove(group.may)) == found)
        // Acknowledged for oneself; a larger hole shuts it again.
        #expect(reasons(projection, acknowledged: found).isEmpty)
        group.lose(first)
        let left = reasons(group.project(), acknowledged: found)
        #expect(left.map(\.missing) == [NumberSet([1...1])])
    }

    @Test func aNamedHeadThatIsNotHereIsMissing() throws {
        var group = Scenario()
        group.write(group.bob, .messagePosted(MessagePosted(text: "1")))
        let last = group.write(group.bob, .messagePosted(MessagePosted(text: "2")))
        group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [last])))
        #expect(reasons(group.project()).isEmpty)
        group.lose(last)
        #expect(reasons(group.project()).map(\.missing) == [NumberSet([2...2])])
    }

    @Test func aForkShutsTheGateUntilEveryBranchIsAcknowledged() throws {
        var group = Scenario()
        let base = group.write(group.bob, .messagePosted(MessagePosted(text: "1")))
        let one = group.write(group.bob, .messagePosted(MessagePosted(text: "2")))
        let other = group.write(
            group.bob, .messagePosted(MessagePosted(text: "2'")), after: base)
        let found = reasons(group.project())
        #expect(found.first?.forks.map(\.seq) == [2])
        #expect(found.first?.missing.isEmpty == true)
        group.write(
            group.alice,
            .forkAcknowledged(ForkAcknowledged(author: group.bob, heads: [one, other].sorted())))
        #expect(reasons(group.project()).isEmpty)
        group.write(group.bob, .messagePosted(MessagePosted(text: "3")), after: one)
        #expect(reasons(group.project()).isEmpty)
        group.write(group.bob, .messagePosted(MessagePosted(text: "2''")), after: base)
        #expect(reasons(group.project()).count == 1)
    }

    @Test func aSnapshotOpensTheGateForWhatItOverrides() {
        var group = Scenario()
        let lost = group.write(group.bob, .messagePosted(MessagePosted(text: "1")))
        group.write(group.bob, .messagePosted(MessagePosted(text: "2")))
        let alsoLost = group.write(group.bob, .messagePosted(MessagePosted(text: "3")))
        group.write(group.bob, .messagePosted(MessagePosted(text: "4")))
        group.lose(lost)
        group.write(
            group.alice,
            .settlementSnapshot(
                SettlementSnapshot(
                    cut: [], overridden: [Override(member: group.bob, through: 2)], balances: [])))
        #expect(reasons(group.project()).isEmpty)
        group.lose(alsoLost)
        #expect(reasons(group.project()).map(\.missing) == [NumberSet([3...3])])
    }

    @Test func whatASnapshotStatesIsComputedAgain() throws {
        var group = Scenario()
        let inside = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        let balances = [(group.bob, Int128(100)), (group.may, Int128(-90))]
            .map { SnapshotBalance(member: PartyID(member: $0.0), amount: $0.1) }
        let snapshot = group.write(
            group.alice,
            .settlementSnapshot(
                SettlementSnapshot(
                    cut: [LogCut(member: group.bob, heads: [inside])],
                    overridden: [], balances: balances)))
        group.write(group.bob, Scenario.expense(7, from: group.bob, for: [group.may]))
        var ledger = IncrementalLedger(group: group.group, founder: group.alice)
        ledger.insert(group.facts)
        let record = try #require(ledger.projection.context.snapshots.first)
        #expect(record.order.id == snapshot.id)
        let differences = ledger.differences(from: record)
        #expect(differences.map(\.party) == [PartyID(member: group.may)])
        #expect(differences.map(\.stated) == [-90])
        #expect(differences.map(\.found) == [-100])
    }

    @Test func aBrokenChainIsAsIfNeverStored() throws {
        var group = Scenario()
        let first = group.write(group.bob, .messagePosted(MessagePosted(text: "1")))
        let broken = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]), at: 2)
        let after = group.write(
            group.bob, Scenario.expense(10, from: group.bob, for: [group.may]))
        var ledger = IncrementalLedger(group: group.group, founder: group.alice)
        ledger.insert(group.facts.filter { $0.id != first.id })
        #expect(ledger.projection.balance(group.bob) == 110)
        ledger.insert(group.facts.filter { $0.id == first.id })
        #expect(ledger.projection.balance(group.bob) == 0)
        let projection = group.project()
        #expect(projection.label(broken) == nil && projection.label(after) == nil)
        #expect(projection.entries.map(\.id) == [first.id])
        #expect(try projection.frontier(group.bob).claimed == 1)
    }

    @Test func aKeyThatIsNotHeldShutsTheGate() {
        let group = Scenario()
        let key = UnheldKey(
            author: group.may, epoch: 1, keyID: .zero, numbers: NumberSet([4...6]))
        let found = reasons(group.project(), unheld: [key])
        #expect(found == [GateReason(author: group.may, keys: [key])])
        #expect(reasons(group.project(), unheld: [key], acknowledged: found).isEmpty)
    }

    @Test func coverageHidesNothingThatAPathShows() {
        var group = Scenario()
        let base = group.write(group.bob, .messagePosted(MessagePosted(text: "1")))
        let gap = group.write(group.bob, .messagePosted(MessagePosted(text: "2")))
        group.write(group.bob, .messagePosted(MessagePosted(text: "3")))
        let head = group.write(group.bob, .messagePosted(MessagePosted(text: "4")))
        let two = group.write(
            group.bob, Scenario.expense(1, from: group.bob, for: [group.may]), after: base)
        let three = group.write(
            group.bob, Scenario.expense(10, from: group.bob, for: [group.may]), after: two)
        group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [head])))
        #expect(group.project().balance(group.bob) == 0)
        // The gap hides whether number 2 of the other branch is covered; number 3 is shown not
        // to be.
        group.lose(gap)
        #expect(group.project().label(two) == nil)
        #expect(group.project().label(three) == .afterRemoval)
        #expect(group.project().balance(group.bob) == 1)
    }

    @Test func numberSetsAddAndTakeAway() {
        let set = NumberSet([5...6, 1...2, 3...3, 10...20])
        #expect(set.ranges == [1...3, 5...6, 10...20])
        #expect(set.count == 16)
        #expect(set.missing(through: 12).ranges == [4...4, 7...9])
        #expect(set.subtracting(NumberSet([2...11, 15...15])).ranges == [1...1, 12...14, 16...20])
        #expect(set.subtracting(NumberSet([2...UInt64.max])).ranges == [1...1])
        #expect(NumberSet([1...UInt64.max, 7...9]).ranges == [1...UInt64.max])
    }
}
