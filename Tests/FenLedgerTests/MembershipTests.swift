import FenEncoding
import FenLedger
import FenProtocol
import Testing

/// Layers 2 and 3 of What counts: who holds the role, who is in, and which events are excluded.
struct MembershipTests {
    @Test func whatWasLoggedWhileWaitingCountsOnceAdmitted() {
        var group = Scenario()
        let early = group.write(group.zoe, Scenario.expense(100, from: group.zoe, for: [group.bob]))
        #expect(group.project().label(early) == .pending)
        group.write(group.alice, .memberAdmitted(MemberAdmitted(member: group.zoe)))
        let projection = group.project()
        #expect(projection.label(early) == nil)
        #expect(projection.balance(group.zoe) == 100)
    }

    @Test func removalExcludesWhatItsHeadsDoNotCover() {
        var group = Scenario()
        let seen = group.write(group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [seen])))
        let unseen = group.write(
            group.bob, Scenario.expense(900, from: group.bob, for: [group.may]))
        let projection = group.project()
        #expect(projection.label(unseen) == .afterRemoval)
        #expect(projection.balance(group.bob) == 100)
        #expect(projection.context.status(of: group.bob) == .removed)
        #expect(projection.frontiers.allSatisfy { $0.isWhole })
    }

    @Test func eachRemovalExcludesAndFromLiftsOnlyWhatCameBefore() {
        var group = Scenario()
        let first = group.write(group.bob, Scenario.expense(1, from: group.bob, for: [group.may]))
        let second = group.write(group.bob, Scenario.expense(10, from: group.bob, for: [group.may]))
        group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [first])))
        group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [second])))
        group.write(group.alice, .memberAdmitted(MemberAdmitted(member: group.bob, from: 3)))
        let back = group.write(group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        var projection = group.project()
        #expect(projection.label(second) == .afterRemoval)
        #expect(projection.label(back) == nil)
        #expect(projection.balance(group.bob) == 101)
        #expect(projection.context.isActive(group.bob))
        // Removed again without having written since: nothing lifts that.
        group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [second])))
        projection = group.project()
        #expect(projection.label(back) == .afterRemoval)
        #expect(!projection.context.isActive(group.bob))
    }

    @Test func leavingExcludesWhatDescendsFromIt() throws {
        var group = Scenario()
        let joined = group.write(group.bob, .memberRenamed(MemberRenamed(name: "Bob")))
        group.write(group.bob, Scenario.expense(1, from: group.bob, for: [group.may]))
        let leaving = group.write(group.bob, .memberRemoved(MemberRemoved(member: group.bob)))
        let after = group.write(group.bob, Scenario.expense(10, from: group.bob, for: [group.may]))
        let branch = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]), after: joined)
        let onBranch = group.write(
            group.bob, Scenario.expense(1_000, from: group.bob, for: [group.may]), after: branch)
        let further = group.write(
            group.bob, Scenario.expense(10_000, from: group.bob, for: [group.may]),
            after: onBranch)
        var projection = group.project()
        #expect(projection.label(leaving) == nil)
        #expect(projection.label(after) == .afterRemoval)
        #expect(projection.balance(group.bob) == 11_101)
        #expect(projection.context.status(of: group.bob) == .left)
        #expect(try projection.frontier(group.bob).forks.map(\.seq) == [2])
        // While a gap hides where it comes from, every larger number is excluded.
        group.lose(onBranch)
        projection = group.project()
        #expect(projection.label(further) == .afterRemoval)
        #expect(projection.balance(group.bob) == 101)
    }

    @Test func nobodyRemovesOrLeavesTheRole() {
        var group = Scenario()
        let leaving = group.write(
            group.alice, .memberRemoved(MemberRemoved(member: group.alice)))
        let byMember = group.write(
            group.bob, .memberRemoved(MemberRemoved(member: group.may, heads: [])))
        let projection = group.project()
        #expect(projection.label(leaving) == .noRight)
        #expect(projection.label(byMember) == .noRight)
        #expect(projection.context.members.allSatisfy { $0.status == .active })
    }

    @Test func theRoleIsHandedOver() {
        var group = Scenario()
        let tip = group.write(group.alice, .memberRenamed(MemberRenamed(name: "Alice")))
        group.write(
            group.alice, .organiserChanged(OrganiserChanged(member: group.bob, heads: [tip])))
        let tooLate = group.write(
            group.alice, .groupSettingsChanged(GroupSettingsChanged(name: "Mine")))
        let ofBob = group.write(
            group.bob, .groupSettingsChanged(GroupSettingsChanged(name: "Bob's")))
        let projection = group.project()
        #expect(projection.label(tooLate) == .noRight)
        #expect(projection.label(ofBob) == nil)
        #expect(projection.context.organiser == group.bob)
        #expect(projection.context.name == "Bob's")
    }

    @Test func aDeputyTakesOverUnlessRemovedUnseen() {
        var group = Scenario()
        let naming = group.write(group.alice, .deputyNamed(DeputyNamed(member: group.bob)))
        #expect(group.project().context.tenures.deputy == group.bob)
        let taking = group.write(
            group.bob, .organiserChanged(OrganiserChanged(member: group.bob, heads: [naming])))
        #expect(group.project().context.organiser == group.bob)
        group.write(group.alice, .memberRemoved(MemberRemoved(member: group.bob, heads: [])))
        let projection = group.project()
        #expect(projection.context.organiser == group.alice)
        #expect(projection.label(taking) == .afterRemoval)
    }

    @Test func aRekeyedMembersMoneyAndRightsGoOn() {
        var group = Scenario()
        // Admitted before, so that only the rekeying itself can make a difference.
        group.write(group.alice, .memberAdmitted(MemberAdmitted(member: group.zoe)))
        let old = group.write(group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        group.write(
            group.alice,
            .memberRekeyed(MemberRekeyed(member: group.bob, successor: group.zoe, heads: [old])))
        group.write(group.zoe, Scenario.expense(10, from: group.zoe, for: [group.may]))
        let edit = group.write(
            group.zoe, .expenseDeleted(ExpenseDeleted(expense: old.id)))
        var projection = group.project()
        #expect(projection.label(edit) == nil)
        #expect(projection.balance(group.zoe) == 10)
        #expect(projection.balance(group.bob) == 0)
        group.write(group.zoe, .expenseRestored(ExpenseRestored(expense: old.id)))
        projection = group.project()
        #expect(projection.balance(group.zoe) == 110)
        #expect(projection.context.status(of: group.bob) == .rekeyed)
    }

    @Test func theFirstAdmissionOfAnInviteWins() {
        var group = Scenario()
        let invite = InviteID(raw: Bytes16())
        group.write(
            group.alice, .memberAdmitted(MemberAdmitted(member: group.zoe, inviteID: invite)))
        let other = Scenario.key("Yan")
        let second = group.write(
            group.alice, .memberAdmitted(MemberAdmitted(member: other, inviteID: invite)))
        let projection = group.project()
        #expect(projection.label(second) == .noRight)
        #expect(projection.context.isAdmitted(group.zoe))
        #expect(!projection.context.isAdmitted(other))
    }
}
