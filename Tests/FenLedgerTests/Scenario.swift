import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Testing

/// A group written event by event without sealing anything: what the ledger's rules are tested on.
struct Scenario {
    let group = GroupID.random(from: .seeded(Bytes32()))
    let alice = Scenario.key("Alice")
    let bob = Scenario.key("Bob")
    let may = Scenario.key("May")
    let zoe = Scenario.key("Zoe")
    let check = SHA256.hash([UInt8]("the group key".utf8))

    /// Everything written so far.
    private(set) var facts: [Fact] = []
    private var tips: [MemberID: Head] = [:]
    private var lamport: UInt64 = 0
    private var written = 0

    /// Alice's group with Bob and May in it.
    init(edit: EditRule = .creator) {
        write(
            alice,
            .groupCreated(
                GroupCreated(
                    name: "Trip", currency: Scenario.euro, organiserName: "Alice", edit: edit,
                    check: check, lab: false)))
        write(alice, .memberAdmitted(MemberAdmitted(member: bob)))
        write(alice, .memberAdmitted(MemberAdmitted(member: may)))
    }

    static let euro = currency("EUR")
    static let day = ["2026-11-30"].compactMap { CalendarDate(iso: $0) }[0]

    static func currency(_ code: String) -> Currency {
        [code].compactMap { Currency(code: $0) }[0]
    }

    /// A key that is the same in every run.
    static func key(_ name: String) -> MemberID {
        MemberID(raw: SHA256.hash([UInt8](name.utf8)).raw)
    }

    /// Writes the author's next event, or one after another of theirs; returns its head.
    @discardableResult
    mutating func write(
        _ author: MemberID,
        _ payload: Payload,
        after previous: Head?? = .none,
        at lamport: UInt64? = nil,
        keyID: KeyID? = nil,
        content: OpenResult? = nil
    ) -> Head {
        let before = previous ?? tips[author]
        if lamport == nil { self.lamport += 1 }
        written += 1
        let id = EventID(raw: SHA256.hash([UInt8]("event \(written)".utf8)).raw)
        let header = EventHeader(
            group: group, author: author, seq: (before?.seq ?? 0) + 1,
            lamport: lamport ?? self.lamport, createdAt: 0, epoch: 0,
            keyID: keyID ?? Scenario.keyID(check), prev: before?.id ?? .zero, nonce: .zero)
        facts.append(Fact(header: header, id: id, content: content ?? .payload(payload)))
        tips[author] = Head(id: id, seq: header.seq)
        return Head(id: id, seq: header.seq)
    }

    static func keyID(_ check: Hash32) -> KeyID {
        KeyID(check.bytes.prefix(16)) ?? .zero
    }

    /// Takes an event out, as if it had never arrived.
    mutating func lose(_ head: Head) {
        facts.removeAll { $0.id == head.id }
    }

    /// What everything written comes to, by both ways of computing it.
    func project() -> Projection {
        var ledger = Ledger(group: group, founder: alice)
        ledger.insert(facts)
        let projection = ledger.project()
        // As written, backwards, and with what bears on the whole group last.
        let control = facts.filter(\.isControl)
        let orders = [
            facts, facts.reversed(), facts.filter { !$0.isControl } + control,
            control.reversed() + facts.filter { !$0.isControl },
        ]
        for order in orders {
            var arriving = IncrementalLedger(group: group, founder: alice)
            for fact in order { arriving.insert([fact]) }
            #expect(arriving.projection.dump(.extended) == projection.dump(.extended))
        }
        #expect(projection.balances.total == 0)
        return projection
    }
}

extension Scenario {
    /// An expense somebody paid wholly for somebody else.
    static func expense(
        _ amount: Int64,
        from payer: MemberID,
        for others: [MemberID],
        onBehalfOf target: EventID? = nil
    ) -> Payload {
        .expenseLogged(
            ExpenseLogged(
                money: unit(amount, from: payer, for: others.map(PartyID.init(member:))),
                description: "Something", date: day, onBehalfOf: target))
    }

    static func unit(
        _ amount: Int64,
        from payer: MemberID,
        for others: [PartyID]
    ) -> MoneyUnit {
        MoneyUnit(
            amount: amount, currency: euro,
            paidBy: [Payment(party: PartyID(member: payer), amount: amount)],
            split: .equally(others), settlementAmount: amount)
    }

    static func settlement(
        _ amount: Int64,
        from: MemberID,
        to: MemberID
    ) -> SettlementRecorded {
        SettlementRecorded(
            from: PartyID(member: from), to: PartyID(member: to), amount: amount,
            currency: euro, settlementAmount: amount)
    }
}

extension Projection {
    /// A member's balance now.
    func balance(_ member: MemberID) -> Int {
        let found = balances.current(in: context).first { $0.party == PartyID(member: member) }
        return Int(found?.amount ?? 0)
    }

    /// An event's label.
    func label(_ head: Head) -> RefusalReason? {
        labels[head.id]
    }

    /// An author's frontier.
    func frontier(_ author: MemberID) throws -> AuthorFrontier {
        try #require(frontiers.first { $0.author == author })
    }
}
