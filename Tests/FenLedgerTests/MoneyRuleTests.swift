import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Testing

/// Layers 4 to 6 of What counts: clock, keys, registers, rights at a place in the order, money that waits.
struct MoneyRuleTests {
    @Test func eventsFarAheadDoNotCountUntilThereAreEnough() {
        var group = Scenario()
        let ahead = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]), at: 5 << 20)
        #expect(group.project().label(ahead) == .clockAhead)
        group.write(group.may, .messagePosted(MessagePosted(text: "five")))
        #expect(group.project().label(ahead) == nil)
        #expect(group.project().balance(group.bob) == 100)
    }

    @Test func eventsUnderAKeyNobodyAnnouncedDoNotCount() {
        var group = Scenario()
        let check = SHA256.hash([UInt8]("the second key".utf8))
        let keyID = Scenario.keyID(check)
        let early = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]), keyID: keyID)
        #expect(group.project().label(early) == .unannouncedKey)
        // Under an epoch of its own the key is another one.
        group.write(
            group.alice, .keyEpochUpdate(KeyEpochUpdate(epoch: 1, check: check, wrapped: [])))
        #expect(group.project().label(early) == .unannouncedKey)
    }

    @Test func unopenedEventsAreInTheLogsAndNotProjected() throws {
        var group = Scenario()
        let closed = group.write(
            group.bob, .groupReopened(GroupReopened()), content: .unknownKey)
        let broken = group.write(group.bob, .groupReopened(GroupReopened()), content: .corrupt)
        let newer = group.write(
            group.bob, .unknown(kind: "PollOpened", bytes: []))
        let projection = group.project()
        #expect(projection.label(closed) == .unknownEpoch)
        #expect(projection.label(broken) == .corrupt)
        #expect(projection.label(newer) == .newerKind)
        #expect(try projection.frontier(group.bob).contiguous == 3)
    }

    @Test func everyRegisterHoldsWhatTheLastInOrderSays() throws {
        var group = Scenario(edit: .anyMember)
        let expense = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        group.write(
            group.may,
            .expenseUpdated(
                ExpenseUpdated(expense: expense.id, description: "By May", category: "food")))
        group.write(group.bob, .expenseDeleted(ExpenseDeleted(expense: expense.id)))
        group.write(
            group.bob,
            .expenseUpdated(
                ExpenseUpdated(
                    expense: expense.id,
                    money: Scenario.unit(70, from: group.bob, for: [PartyID(member: group.may)]),
                    category: "")))
        let entry = try #require(group.project().entries.first)
        guard case .expense(let state) = entry.body else { return }
        #expect(state.description == "By May")
        #expect(state.category == nil)
        #expect(state.money?.amount == 70)
        #expect(state.isDeleted)
        #expect(group.project().balance(group.bob) == 0)
        #expect(entry.edits.first { $0.register == .description }?.author == group.may)
        group.write(group.may, .expenseRestored(ExpenseRestored(expense: expense.id)))
        #expect(group.project().balance(group.bob) == 70)
    }

    @Test func editRightsAreThoseOfTheEventsPlace() {
        var group = Scenario()
        let expense = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        let before = group.write(group.may, .expenseDeleted(ExpenseDeleted(expense: expense.id)))
        group.write(
            group.alice, .groupSettingsChanged(GroupSettingsChanged(edit: .anyMember)))
        let within = group.write(
            group.may,
            .expenseUpdated(ExpenseUpdated(expense: expense.id, description: "Mine")))
        group.write(group.alice, .groupSettingsChanged(GroupSettingsChanged(edit: .creator)))
        let after = group.write(group.alice, .expenseDeleted(ExpenseDeleted(expense: expense.id)))
        let projection = group.project()
        #expect(projection.label(before) == .noRight)
        #expect(projection.label(within) == nil)
        #expect(projection.label(after) == .noRight)
    }

    @Test func aDependentNeedsAnOlderTargetOfItsKind() {
        var group = Scenario()
        let missing = EventID(raw: SHA256.hash([1]).raw)
        let orphan = group.write(group.bob, .expenseDeleted(ExpenseDeleted(expense: missing)))
        let settlement = group.write(
            group.bob,
            .settlementRecorded(Scenario.settlement(5, from: group.bob, to: group.may)))
        let wrongKind = group.write(
            group.bob, .expenseDeleted(ExpenseDeleted(expense: settlement.id)))
        let control = group.write(
            group.bob, .expenseDeleted(ExpenseDeleted(expense: group.facts[0].id)))
        let projection = group.project()
        #expect(projection.label(orphan) == .orphan)
        #expect(projection.label(wrongKind) == .noRight)
        #expect(projection.label(control) == .noRight)
        #expect(projection.balance(group.bob) == 5)
    }

    @Test func settlementsAreVoidedByThoseConcerned() {
        var group = Scenario()
        let settlement = group.write(
            group.may,
            .settlementRecorded(Scenario.settlement(5, from: group.alice, to: group.may)))
        let stranger = group.write(
            group.bob, .settlementVoided(SettlementVoided(settlement: settlement.id)))
        #expect(group.project().label(stranger) == .noRight)
        #expect(group.project().balance(group.alice) == 5)
        group.write(
            group.alice, .settlementVoided(SettlementVoided(settlement: settlement.id)))
        #expect(group.project().balance(group.alice) == 0)
    }

    @Test func moneyOfUnknownPeopleWaits() throws {
        var group = Scenario()
        let expense = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.zoe]))
        var projection = group.project()
        #expect(projection.label(expense) == .unknownMember)
        #expect(projection.entries.first?.isWaiting == true)
        let partial = PartialTotals(
            frontiers: projection.frontiers, labels: [.unknownMember: 1, .pending: 2])
        #expect(partial.waiting == 1 && !partial.isEmpty)
        group.write(group.alice, .memberAdmitted(MemberAdmitted(member: group.zoe)))
        projection = group.project()
        #expect(projection.balance(group.zoe) == -100)
        #expect(projection.entries.first?.isWaiting == false)
    }

    @Test func guestsAreClaimedForPastAndFuture() {
        var group = Scenario()
        let guest = group.write(group.may, .guestAdded(GuestAdded(name: "Yan")))
        group.write(
            group.bob,
            .expenseLogged(
                ExpenseLogged(
                    money: Scenario.unit(100, from: group.bob, for: [PartyID(guest: guest.id)]),
                    description: "For Yan", date: Scenario.day)))
        #expect(group.project().balances.current(in: group.project().context).count == 2)
        group.write(
            group.alice, .guestClaimed(GuestClaimed(guest: guest.id, member: group.alice)))
        group.write(
            group.alice, .guestClaimed(GuestClaimed(guest: guest.id, member: group.may)))
        let unknown = group.write(
            group.alice, .guestClaimed(GuestClaimed(guest: guest.id, member: group.zoe)))
        let projection = group.project()
        #expect(projection.label(unknown) == .unknownMember)
        #expect(projection.balance(group.may) == -100)
    }

    @Test func whoClaimsAGuestSpeaksForThem() {
        var group = Scenario()
        let guest = group.write(group.bob, .guestAdded(GuestAdded(name: "Yan")))
        var record = Scenario.settlement(5, from: group.bob, to: group.alice)
        record.to = PartyID(guest: guest.id)
        let settlement = group.write(group.bob, .settlementRecorded(record))
        let void = group.write(
            group.may, .settlementVoided(SettlementVoided(settlement: settlement.id)))
        #expect(group.project().label(void) == .noRight)
        group.write(
            group.alice, .guestClaimed(GuestClaimed(guest: guest.id, member: group.may)))
        #expect(group.project().label(void) == nil)
        #expect(group.project().balance(group.bob) == 0)
    }

    @Test func ofSeveralOnBehalfOfOneTheFirstCounts() {
        var group = Scenario()
        let target = EventID(raw: SHA256.hash([2]).raw)
        let byBob = group.write(
            group.bob,
            Scenario.expense(1, from: group.bob, for: [group.may], onBehalfOf: target))
        let first = group.write(
            group.alice,
            Scenario.expense(10, from: group.bob, for: [group.may], onBehalfOf: target))
        let second = group.write(
            group.alice,
            Scenario.expense(100, from: group.bob, for: [group.may], onBehalfOf: target))
        let projection = group.project()
        #expect(projection.label(byBob) == .noRight)
        #expect(projection.label(first) == nil)
        #expect(projection.label(second) == .noRight)
        #expect(projection.balance(group.bob) == 10)
    }

    @Test func theGroupsCurrencyHasNoRateAndSettlesAsItStands() throws {
        var group = Scenario()
        let bad = group.write(
            group.bob, money(of: group, 100, "EUR", settling: 99, rate: nil))
        let foreign = group.write(
            group.bob, money(of: group, 100, "USD", settling: 90, rate: nil))
        let good = group.write(
            group.bob,
            money(of: group, 100, "USD", settling: 90, rate: try Rate(protocolText: "0.9")))
        let projection = group.project()
        #expect(projection.label(bad) == .noRight)
        #expect(projection.label(foreign) == .noRight)
        #expect(projection.label(good) == nil)
        #expect(projection.balance(group.bob) == 90)
    }

    private func money(
        of group: Scenario,
        _ amount: Int64,
        _ currency: String,
        settling: Int64,
        rate: Rate?
    ) -> Payload {
        var unit = Scenario.unit(amount, from: group.bob, for: [PartyID(member: group.may)])
        unit.currency = Scenario.currency(currency)
        unit.settlementAmount = settling
        unit.rate = rate
        return .expenseLogged(
            ExpenseLogged(money: unit, description: "Foreign", date: Scenario.day))
    }

    @Test func whileClosedMoneyOutsideTheCutDoesNotCount() {
        var group = Scenario()
        let inside = group.write(
            group.bob, Scenario.expense(100, from: group.bob, for: [group.may]))
        group.write(
            group.alice,
            .groupClosed(GroupClosed(cut: [LogCut(member: group.bob, heads: [inside])])))
        let outside = group.write(
            group.bob, Scenario.expense(10, from: group.bob, for: [group.may]))
        let edit = group.write(
            group.bob, .expenseDeleted(ExpenseDeleted(expense: inside.id)))
        let chat = group.write(group.may, .messagePosted(MessagePosted(text: "still here")))
        var projection = group.project()
        #expect(projection.label(outside) == .afterClosing)
        #expect(projection.label(edit) == .afterClosing)
        #expect(projection.label(chat) == nil)
        #expect(projection.balance(group.bob) == 100)
        group.write(group.alice, .groupReopened(GroupReopened()))
        projection = group.project()
        #expect(projection.balance(group.bob) == 10)
    }
}
