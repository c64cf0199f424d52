import FenEngine
import FenMoney
import FenProtocol
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("The text face")
struct RenderingTests {
    static let group = Fixtures.group()
    static let face = EntryFace(group)

    static func balances(
        _ rows: [(PartyID, Int128)], partial: PartialMark? = nil, unsynced: Int = 0
    )
        -> BalancesView
    {
        BalancesView(
            rows: rows.map { (party: $0.0, minor: $0.1) },
            partial: partial ?? PartialMark(missing: 0, unopened: 0, waiting: 0, newer: 0),
            unsynced: unsynced,
            lastSync: nil,
            isWaiting: false
        )
    }

    @Test("balances are aligned, signed and drawn")
    func balancesTable() {
        let view = Self.balances([
            (Fixtures.alice, -2160), (Fixtures.bob, 1080), (Fixtures.may, 1080),
        ])
        let result = BalancesFace(group: Self.group, width: 70, isPlain: true).result(view)
        #expect(
            Fixtures.lines(result.text) == [
                "Alice    -21.60  EUR  ####################",
                "Bob      +10.80  EUR  ##########",
                "May Lee  +10.80  EUR  ##########",
                "You owe EUR 21.60",
            ])
    }

    @Test("no total hides what it lacks or what nobody else has")
    func markedTotals() {
        let partial = PartialMark(missing: 3, unopened: 0, waiting: 1, newer: 0)
        let view = Self.balances(
            [(Fixtures.alice, -100), (Fixtures.bob, 100)], partial: partial, unsynced: 2)
        let result = BalancesFace(group: Self.group, width: 60, isPlain: false).result(view)
        let lines = Fixtures.lines(result.text)
        #expect(lines[0].hasPrefix("⚠  Alice"))
        #expect(lines[1].hasPrefix("⚠  Bob"))
        #expect(
            lines[2]
                == "You owe EUR 1.00 (includes 2 unsynced changes — peers may see a different total)"
        )
        #expect(partial.words.text == "3 events missing and 1 event waiting for what they refer to")
    }

    @Test("an expense in a sentence, in a list, on a page")
    func expense() throws {
        let content = EntryView.Content.expense(
            try Fixtures.expense(
                "10 Guinness by Bob for Alice,Bob,May in drinks", note: "two pints"))
        let entry = Fixtures.entry(content, isSynced: false, isEdited: true)
        #expect(
            Self.face.sentence(entry).text
                == "bob:1 Guinness, 10.00 EUR, paid by Bob for Alice, Bob, May Lee")
        #expect(
            Self.face.table([entry]).lines() == [
                "bob:1  2026-11-30  10.00 EUR  Bob  edited, unsynced  Guinness [drinks]"
            ])
        #expect(
            Fixtures.lines(Self.face.page(entry)) == [
                "bob:1 Guinness",
                "amount     10.00 EUR",
                "date       2026-11-30",
                "logged by  Bob",
                "category   drinks",
                "note       two pints",
                "split      equally among 3",
                "id         #41414141",
                "state      edited, unsynced",
                "          paid  share",
                "Alice        -   3.33",
                "Bob      10.00   3.34",
                "May Lee      -   3.33",
            ])
    }

    @Test("a settlement, a refund, a message, something that does not count")
    func others() throws {
        let settlement = SettlementView(
            from: Fixtures.bob, to: Fixtures.alice, amount: 3250, currency: Fixtures.eur,
            settlementAmount: 3250, note: "Revolut")
        let paid = Fixtures.entry(.settlement(settlement), seq: 7, isWithdrawn: true)
        #expect(Self.face.sentence(paid).text == "bob:7 Bob paid Alice 32.50 EUR")
        #expect(EntryFace.states(paid).map(\.text) == ["void"])
        let message = Fixtures.entry(.message(text: "hi\u{7}", replyTo: nil), seq: 8)
        #expect(Self.face.sentence(message).text == "bob:8 Bob: hi^G")
        let late = Fixtures.entry(
            .expense(try Fixtures.expense("1 Tea")), seq: 9, label: .afterRemoval)
        #expect(
            Fixtures.lines(Self.face.page(late)).contains {
                $0.hasSuffix(
                    "not counted: it was written after its author's removal or leaving "
                        + "(AFTER_REMOVAL)")
            })
    }

    @Test("a name with spaces gives a reference that can be typed back")
    func references() throws {
        let reference = Reference(author: Fixtures.may, seq: 3, branch: 1)
        let text = Fixtures.roster.text(reference)
        #expect(text == "\"may lee:3'\"")
        let typed = try Tokenizer.tokens(text)[0].text
        #expect(
            try ReferenceText.parse(typed)
                == .numbered(author: "may lee", seq: 3, branch: 1))
    }

    @Test(
        "references as they are typed",
        arguments: [
            ("bob:42", ReferenceText.numbered(author: "bob", seq: 42, branch: 0)),
            ("bob:42'", .numbered(author: "bob", seq: 42, branch: 1)),
            ("bob(3f9a):42", .numbered(author: "bob(3f9a)", seq: 42, branch: 0)),
            ("#3F9a", .prefix("3f9a")), ("^", .shown(1)), ("^3", .shown(3)),
        ]
    )
    func typed(text: String, expected: ReferenceText) throws {
        #expect(try ReferenceText.parse(text) == expected)
    }

    @Test(
        "what names no event",
        arguments: ["bob", "bob:", "bob:0", "bob:x", ":3", "#3f", "#xyzw", "^0", "^x", ""]
    )
    func untyped(text: String) {
        #expect(throws: UsageError.self) { try ReferenceText.parse(text) }
    }

    @Test("the prompt says in words what needs attention")
    func prompts() {
        #expect(
            ReplSession.prompt(group: "Dublin4Ever", attention: [], name: "Alice")
                == "[dublin4ever] alice> ")
        let gap = GateView.missing(author: Fixtures.bob, from: 17, through: 19)
        let group = Fixtures.group(unsynced: 2, gate: [gap])
        #expect(
            ReplSession.prompt(
                group: group.name, attention: ReplSession.attention(group), name: "Alice")
                == "[dublin4ever 2 unsynced | gap] alice> ")
        #expect(
            ReplSession.prompt(group: nil, attention: [], name: "a\u{1B}]0;x\u{7}")
                == "[no group] a^[]0;x^G> ")
    }

    @Test("--plain leaves no typography of ours outside ASCII")
    func plain() {
        let lines = Fixtures.lines(HelpText.overview() + HelpText.program(), isPlain: true)
        let kept = lines.joined().unicodeScalars.filter { !$0.isASCII }
        #expect(Set(kept) == [])
    }

    @Test("a name of uncertain width moves nothing but its own row")
    func uncertain() {
        var table = TextTable([.left(), .right(), .left()])
        table.add("Bob", "1", "x")
        table.add("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} family", "100", "y")
        table.add("Alice", "10", "z")
        let lines = table.lines()
        #expect(lines[0] == "Bob      1  x")
        #expect(lines[2] == "Alice   10  z")
        #expect(lines[1].hasSuffix("family  100  y"))
    }

    @Test("bars are in proportion and never vanish")
    func bars() {
        let bars = Bars([1000, -500, 1, 0], width: 10, plain: true)
        #expect([1000, -500, 1, 0].map { bars.bar($0).count } == [10, 5, 1, 0])
        let huge = Bars([Int128.max, Int128.min], width: 20, plain: false)
        #expect(huge.bar(Int128.min).count == 20)
    }
}
