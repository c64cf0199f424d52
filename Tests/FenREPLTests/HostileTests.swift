import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Testing

@testable import FenEngine
@testable import FenREPL

/// Everything that comes from somebody else, through every face.
@Suite("Hostile text")
struct HostileTests {
    /// ESC, OSC, C1, BEL, CR, BS, direction and zero-width marks, a line break.
    static let evil = "x\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}31m\r\u{8}\u{202E}\u{200B}\u{2066}\n/quit"

    static let members = [
        Fixtures.member(Fixtures.alice, "A" + evil, isOrganiser: true),
        Fixtures.member(Fixtures.bob, "B" + evil, needsTag: true),
        Fixtures.member(Fixtures.may, "B" + evil, needsTag: true),
    ]
    static let group = Fixtures.group(
        name: "G" + evil,
        members: members,
        partial: PartialMark(missing: 1, unopened: 1, waiting: 1, newer: 1),
        unsynced: 1,
        gate: [
            .missing(author: Fixtures.bob, from: 1, through: 2),
            .unknownKey(author: Fixtures.bob, count: 1), .fork(author: Fixtures.bob, seq: 2),
        ],
        lastSync: SyncMark(at: 1, source: evil),
        backend: .folder(path: "/" + evil, state: evil)
    )

    static func check(_ result: CommandResult, _ name: String) {
        let renderer = OutcomeRenderer(environment: Fixtures.environment())
        let outcome = renderer.outcome(of: result, command: name)
        for line in outcome.lines + outcome.json + outcome.errorLines {
            for scalar in line.unicodeScalars {
                let category = scalar.properties.generalCategory
                #expect(
                    category != .control && category != .format && category != .lineSeparator,
                    "U+\(String(scalar.value, radix: 16)) in \(name): \(line)"
                )
            }
        }
    }

    static func result(_ blocks: [TextBlock], _ data: OutputJSON = .null) -> CommandResult {
        var result = CommandResult()
        result.text = blocks
        result.set("data", data)
        return result
    }

    @Test("entries of every kind")
    func entries() throws {
        var expense = try Fixtures.expense("10 Tea by Bob for Alice,Bob split 50%,50%")
        var money = expense.money
        money.typed = Self.evil
        expense = ExpenseView(
            money: money, description: Self.evil, date: Self.evil, category: Self.evil,
            note: Self.evil, shares: expense.shares)
        let settlement = SettlementView(
            from: Fixtures.bob, to: Fixtures.may, amount: 1, currency: Fixtures.eur,
            settlementAmount: 1, note: Self.evil)
        let face = EntryFace(Self.group)
        let contents: [EntryView.Content] = [
            .expense(expense), .settlement(settlement), .message(text: Self.evil, replyTo: nil),
        ]
        for content in contents {
            for label in [nil] + RefusalReason.allCases.map(Optional.some) {
                let entry = Fixtures.entry(content, label: label, isSynced: false)
                var blocks: [TextBlock] = face.page(entry)
                blocks += [.line(face.sentence(entry)), .table(face.table([entry]))]
                Self.check(Self.result(blocks, face.json(entry)), "entry")
            }
        }
        // A line for the prompt is offered only where nothing in it hides.
        let builder = MoneyBuilder(Self.group, today: Fixtures.today)
        let line = MoneyLineText.line(for: expense, builder: builder)
        #expect(Neutraliser.line(line) != line)
    }

    @Test("events of the kinds that carry text")
    func events() throws {
        let payloads: [Payload?] = [
            nil, .messagePosted(MessagePosted(text: Self.evil, replyTo: nil)),
            .memberRenamed(MemberRenamed(name: Self.evil)),
            .guestAdded(GuestAdded(name: Self.evil)),
            .unknown(kind: Self.evil, bytes: Array(Self.evil.utf8)),
            .groupSettingsChanged(GroupSettingsChanged(name: Self.evil, edit: nil)),
        ]
        let face = EventFace(Self.group)
        for payload in payloads {
            let event = EventView(
                id: Fixtures.event(9), reference: Reference(author: Fixtures.bob, seq: 3),
                lamport: 7,
                createdAt: 1, kindName: Self.evil, payload: payload, label: nil, isSynced: false)
            Self.check(Self.result([.line(face.line(event))], face.json(event)), "event")
            let notice = Notice.arrived(Self.group.id, [event])
            let lines = NoticeFace(group: Self.group, events: face, now: 0).phrases(notice).map(
                TextBlock.line)
            Self.check(Self.result(lines), "notice")
        }
    }

    @Test("groups, members, settings, stores, gates, totals, plans, errors")
    func groups() throws {
        let group = Self.group
        Self.check(GroupFace.members(group, group.members, keys: true), "members")
        Self.check(GroupFace.settings(group), "settings")
        Self.check(BackendFace.result(group), "backend")
        var report = SyncReport()
        report.admitted = [Fixtures.bob]
        report.refused = [Self.evil: 2]
        report.isWhole = false
        Self.check(SyncFace(group: group).result(report), "sync")
        let rows: [(PartyID, Int128)] = [(Fixtures.alice, 1), (Fixtures.bob, -1)]
        let view = RenderingTests.balances(rows, partial: group.partial, unsynced: 1)
        Self.check(BalancesFace(group: group, width: 80, isPlain: false).result(view), "balances")
        let transfer = Transfer(from: Fixtures.alice, to: Fixtures.bob, amount: 1)
        let plan = SettlementPlan(transfers: [transfer], provenFewest: false)
        Self.check(PlanFace(group: group).result(plan, unsynced: 1), "settle")
        let pairs = Households([[Fixtures.bob, Fixtures.may]])
        Self.check(PlanFace(group: group).result(plan, unsynced: 1, pairs: pairs), "a pair's plan")
        Self.check(try PlanReasons(group: group, pairs: pairs).result(plan, view), "settle why")
        var paired = view
        paired.pairs = pairs
        Self.check(
            BalancesFace(group: group, width: 80, isPlain: false).result(paired), "a pair's row")
        let original = OriginalBalancesView(
            columns: [.init(currency: Fixtures.eur, rows: rows)], parties: rows.map(\.0),
            totals: view)
        Self.check(OriginalFace(group: group, width: 80).result(original), "balances original")
        let summary = GroupSummary(
            id: group.id, name: group.name, currency: Fixtures.eur, organiserName: Self.evil,
            memberCount: 2, unsynced: 1, isWaiting: true, isGateShut: true, isForked: true,
            hasGap: true)
        Self.check(GroupFace.list([summary], current: group.id), "groups")
        let row = FrontierRow(
            party: Fixtures.bob, contiguous: 1, claimed: 3, missing: [2...3], tips: [],
            isForked: true)
        Self.check(FrontierFace(group: group).result([row]), "frontier")
        var audit = AuditReport()
        audit.badIDs = [Reference(author: Fixtures.bob, seq: 1)]
        Self.check(AuditFace(group: group).result(audit), "audit")
        let invite = InviteView(
            id: InviteID(), name: Self.evil, expiresAt: 1, status: .used(by: Fixtures.bob),
            joiners: group.members)
        Self.check(InvitesFace(group: group).result([invite], times: ["14:32"]), "invites")
    }

    @Test("errors, with their foreign words")
    func errors() {
        let renderer = OutcomeRenderer(environment: Fixtures.environment())
        for error in [
            FenError("X", Self.evil, hint: Self.evil) as any Error,
            UsageError(Self.evil, hint: Self.evil),
        ] {
            let outcome = renderer.outcome(of: error, command: nil)
            for scalar in (outcome.errorLines + outcome.json).joined().unicodeScalars {
                #expect(scalar.properties.generalCategory != .control)
                #expect(scalar.properties.generalCategory != .format)
            }
        }
    }

    @Test("a name with something invisible in it is refused when typed")
    func names() throws {
        #expect(throws: UsageError.self) { try TypedName.checked("bob\u{200B}", what: "name") }
        #expect(throws: UsageError.self) { try TypedName.checked("  ", what: "name") }
        #expect(throws: UsageError.self) {
            try TypedName.checked(String(repeating: "a", count: 81), what: "name")
        }
        #expect(try TypedName.checked("  May   Lee ", what: "name") == "May Lee")
    }
}
