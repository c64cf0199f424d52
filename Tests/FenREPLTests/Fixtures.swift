import FenEncoding
import FenMoney
import FenProtocol

@testable import FenEngine
@testable import FenREPL

/// People, groups and entries that tests show.
enum Fixtures {
    static let eur = currency("EUR")
    static let alice = party(1)
    static let bob = party(2)
    static let may = party(3)

    static func currency(_ code: String) -> Currency {
        guard let currency = Currency(code: code) else { preconditionFailure("three letters") }
        return currency
    }

    static func party(_ number: UInt8) -> PartyID {
        PartyID(raw: bytes(number))
    }

    static func event(_ number: UInt8) -> EventID {
        EventID(raw: bytes(number))
    }

    private static func bytes(_ number: UInt8) -> Bytes32 {
        Bytes32(repeatElement(number, count: 32)) ?? Bytes32()
    }

    static func day(_ iso: String) -> CalendarDate {
        guard let date = CalendarDate(iso: iso) else { preconditionFailure("a real day") }
        return date
    }

    static let today = day("2026-11-30")

    static func member(
        _ party: PartyID,
        _ name: String,
        status: PartyStatus = .active,
        needsTag: Bool = false,
        isOrganiser: Bool = false
    ) -> MemberView {
        MemberView(
            party: party,
            name: name,
            tag: String(party.hex.prefix(4)),
            status: status,
            needsTag: needsTag,
            isOrganiser: isOrganiser
        )
    }

    static let members = [
        member(alice, "Alice", isOrganiser: true), member(bob, "Bob"), member(may, "May Lee"),
    ]

    static let roster = Roster(members: members, me: alice)

    static let builder = MoneyBuilder(
        currency: eur,
        rates: [],
        roster: roster,
        today: today
    )

    static func group(
        name: String = "Dublin4Ever",
        members: [MemberView] = members,
        me: PartyID = alice,
        myStatus: PartyStatus = .active,
        partial: PartialMark = PartialMark(missing: 0, unopened: 0, waiting: 0, newer: 0),
        unsynced: Int = 0,
        gate: [GateView] = [],
        lastSync: SyncMark? = SyncMark(at: 1_796_000_000_000, source: "a folder"),
        backend: BackendView = .folder(path: "/tmp/store", state: "ok")
    ) -> GroupView {
        GroupView(
            id: GroupID(hex: "00112233445566778899aabbccddeeff") ?? GroupID(),
            name: name,
            currency: eur,
            edit: .creator,
            isLab: false,
            organiser: alice,
            me: me,
            myStatus: myStatus,
            members: members,
            isClosed: false,
            partial: partial,
            unsynced: unsynced,
            gate: gate,
            lastSync: lastSync,
            backend: backend, authorities: nil,
            move: nil, connected: 0,
            rates: []
        )
    }

    static func expense(
        _ line: String,
        by builder: MoneyBuilder = builder,
        note: String? = nil
    ) throws -> ExpenseView {
        let parsed = try MoneyLineParser.parse(Tokenizer.tokens(line))
        let draft = try builder.draft(parsed)
        let own = try draft.money.shares(inGroupCurrency: false)
        let group = try draft.money.shares(inGroupCurrency: true)
        return ExpenseView(
            money: draft.money,
            description: draft.description,
            date: draft.date.iso,
            category: draft.category,
            note: note,
            shares: zip(own, group).map {
                ShareView(party: $0.0, amount: $0.1, settlementAmount: $1.1)
            }
        )
    }

    static func entry(
        _ content: EntryView.Content,
        author: PartyID = bob,
        seq: UInt64 = 1,
        label: RefusalReason? = nil,
        isSynced: Bool = true,
        isWithdrawn: Bool = false,
        isEdited: Bool = false
    ) -> EntryView {
        EntryView(
            id: event(UInt8(truncatingIfNeeded: seq) &+ 0x40),
            reference: Reference(author: author, seq: seq),
            author: author,
            content: content,
            label: label,
            isSynced: isSynced,
            isWithdrawn: isWithdrawn,
            isEdited: isEdited
        )
    }

    /// What a block prints, without a terminal.
    static func lines(_ blocks: [TextBlock], isPlain: Bool = false) -> [String] {
        OutcomeRenderer(environment: environment(isPlain: isPlain)).lines(blocks)
    }

    static func environment(isPlain: Bool = false) -> ReplEnvironment {
        var environment = ReplEnvironment(
            source: .script,
            isInteractive: false,
            asker: Nobody(),
            qr: NoCodes()
        )
        environment.isPlain = isPlain
        return environment
    }
}

/// Nobody to ask.
struct Nobody: Asker {
    func confirm(_ lines: [String], question: String) async -> Bool? { nil }
    func text(_ lines: [String], question: String, suggestion: String?) async -> String? { nil }
    func secret(_ question: String) async -> String? { nil }
}

/// No terminal to draw on.
struct NoCodes: QRPresenter {
    func lines(for text: String, variant: QRVariant) -> [String] { [] }
    func writePNG(_ text: String, to path: String) -> String? { "Nothing to draw with." }
}
