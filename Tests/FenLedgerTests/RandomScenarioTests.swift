import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import TestSupport
import Testing

/// Groups of random events by many people, with forks, gaps, broken chains and every kind that
/// bears on others: whatever the order of arrival, one projection.
struct RandomScenarioTests {
    @Test func anyArrivalOfAnyGroup() throws {
        var generator = SeededGenerator()
        for _ in 0..<8 {
            let group = RandomScenario(events: 40 + generator.below(40), &generator).group
            try Arrival.check(group.facts, group.group, group.alice, &generator)
        }
    }

    @Test("what one owes another sums to the balances, entry by entry")
    func debts() throws {
        var generator = SeededGenerator()
        var seen = 0
        for _ in 0..<12 {
            let group = RandomScenario(events: 60, &generator).group
            var ledger = Ledger(group: group.group, founder: group.alice)
            ledger.insert(group.facts)
            for entry in ledger.project().entries {
                var sums: [PartyID: Int64] = [:]
                for debt in entry.debts {
                    seen += 1
                    sums[debt.creditor, default: 0] += debt.amount
                    sums[debt.debtor, default: 0] -= debt.amount
                }
                let moves = entry.contribution.reduce(into: [PartyID: Int64]()) {
                    $0[$1.0, default: 0] += $1.1
                }
                #expect(sums.filter { $0.value != 0 } == moves.filter { $0.value != 0 })
            }
        }
        #expect(seen > 0)
    }
}

/// Writes a group at random.
private struct RandomScenario {
    private(set) var group = Scenario()
    private let people: [MemberID]
    private let frequent: [Int]
    private var heads: [MemberID: [Head]] = [:]
    private var entries: [EventID] = []
    private var guests: [EventID] = []

    init(events: Int, _ generator: inout SeededGenerator) {
        people = [group.alice, group.bob, group.may, group.zoe, Scenario.key("Yan")]
        frequent = (0..<5).map { _ in generator.below(24) } + [14, 23]
        for _ in 0..<events { write(&generator) }
        let lost = generator.below(4)
        for _ in 0..<lost {
            let fact = group.facts[1 + generator.below(group.facts.count - 1)]
            group.lose(fact.head)
        }
    }

    private mutating func write(_ generator: inout SeededGenerator) {
        // Kinds that are frequent in this group meet each other often.
        let kind = generator.below(3) > 0 ? one(of: frequent, &generator) : generator.below(24)
        let isOrganisers = [1, 2, 4, 5, 8, 9, 10, 11, 12, 13].contains(kind)
        let author =
            generator.below(6) < (isOrganisers ? 5 : 1)
            ? group.alice : one(of: people, &generator)
        let payload = payload(kind, by: author, &generator)
        var previous: Head?? = .none
        if generator.below(9) == 0, let branch = heads[author]?.randomElement(using: &generator) {
            previous = .some(branch)
        }
        // Now and then a lamport that breaks the chain, or runs ahead.
        let lamport: UInt64? =
            switch generator.below(30) {
            case 0: 1
            case 1: UInt64(generator.below(80)) << 20
            default: nil
            }
        let head = group.write(author, payload, after: previous, at: lamport)
        heads[author, default: []].append(head)
        switch payload {
        case .expenseLogged, .settlementRecorded, .messagePosted: entries.append(head.id)
        case .guestAdded: guests.append(head.id)
        default: break
        }
    }

    private func one<Element>(of list: [Element], _ generator: inout SeededGenerator) -> Element {
        list[generator.below(list.count)]
    }

    private func somebody(_ generator: inout SeededGenerator) -> PartyID {
        guests.isEmpty || generator.below(4) > 0
            ? PartyID(member: one(of: people, &generator))
            : PartyID(guest: one(of: guests, &generator))
    }

    private func someHeads(
        of member: MemberID,
        _ generator: inout SeededGenerator
    ) -> [Head] {
        let known = heads[member] ?? []
        guard !known.isEmpty else { return [] }
        let some = (0...generator.below(2)).map { _ in one(of: known, &generator) }
        return Set(some).sorted()
    }

    private func target(_ generator: inout SeededGenerator) -> EventID {
        if entries.isEmpty || generator.below(8) == 0 {
            // Something later, something of another kind, or nothing at all.
            return EventID(
                raw: SHA256.hash([UInt8]("event \(generator.below(90))".utf8)).raw)
        }
        return one(of: entries, &generator)
    }

    private func payload(
        _ kind: Int,
        by author: MemberID,
        _ generator: inout SeededGenerator
    ) -> Payload {
        let member = one(of: people, &generator)
        switch kind {
        case 0: return .memberRenamed(MemberRenamed(name: "Name \(generator.below(9))"))
        case 1:
            return .memberAdmitted(
                MemberAdmitted(
                    member: member,
                    from: generator.below(2) == 0 ? nil : UInt64(1 + generator.below(9))))
        case 2:
            return .memberRemoved(
                MemberRemoved(member: member, heads: someHeads(of: member, &generator)))
        case 3: return .memberRemoved(MemberRemoved(member: author))
        case 4:
            return .memberRekeyed(
                MemberRekeyed(
                    member: member, successor: one(of: people, &generator),
                    heads: someHeads(of: member, &generator)))
        case 5: return .deputyNamed(DeputyNamed(member: member))
        case 6:
            return .organiserChanged(
                OrganiserChanged(
                    member: generator.below(2) == 0 ? author : member,
                    heads: someHeads(of: group.alice, &generator)))
        case 7: return .guestAdded(GuestAdded(name: "Guest"))
        case 8: return .guestClaimed(GuestClaimed(guest: target(&generator), member: member))
        case 9 where !guests.isEmpty:
            return .guestClaimed(
                GuestClaimed(guest: one(of: guests, &generator), member: member))
        case 10:
            return .groupSettingsChanged(
                GroupSettingsChanged(edit: generator.below(2) == 0 ? .creator : .anyMember))
        case 11:
            let cut = people.sorted().map {
                LogCut(member: $0, heads: someHeads(of: $0, &generator))
            }
            return .groupClosed(GroupClosed(cut: cut))
        case 12: return .groupReopened(GroupReopened())
        case 13:
            return .forkAcknowledged(
                ForkAcknowledged(author: member, heads: someHeads(of: member, &generator)))
        case 14, 15:
            return .expenseUpdated(
                ExpenseUpdated(
                    expense: target(&generator),
                    money: generator.below(2) == 0 ? nil : unit(&generator), note: "n"))
        case 16: return .expenseDeleted(ExpenseDeleted(expense: target(&generator)))
        case 17: return .expenseRestored(ExpenseRestored(expense: target(&generator)))
        case 18: return .settlementVoided(SettlementVoided(settlement: target(&generator)))
        case 19:
            return .settlementRecorded(
                SettlementRecorded(
                    from: PartyID(member: author), to: somebody(&generator), amount: 7,
                    currency: Scenario.euro, settlementAmount: 7))
        case 20: return .messagePosted(MessagePosted(text: "hello"))
        default:
            return .expenseLogged(
                ExpenseLogged(
                    money: unit(&generator), description: "Random", date: Scenario.day,
                    onBehalfOf: generator.below(5) == 0 ? target(&generator) : nil))
        }
    }

    private func unit(_ generator: inout SeededGenerator) -> MoneyUnit {
        let others = (0...generator.below(3)).map { _ in somebody(&generator) }
        return Scenario.unit(
            Int64(1 + generator.below(10_000)), from: one(of: people, &generator), for: others)
    }
}
