import FenEncoding
import FenEngine
import FenMoney
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("The JSON face")
struct JSONTests {
    @Test("everything invisible is escaped, everything visible stays")
    func escapes() {
        let text = "é\u{1B}[2J\u{9B}\u{202E}\u{200B}\u{7F}\u{2028}\"\\\n\u{1F37A}\u{E0001}\u{A0}"
        #expect(
            OutputJSON.string(text).line
                == #""é\u001b[2J\u009b\u202e\u200b\u007f\u2028\"\\\n"# + "\u{1F37A}"
                + #"\udb40\udc01\u00a0""#)
    }

    @Test("integers of any size, null, order of keys as written")
    func values() {
        let value = OutputJSON.fields([
            "b": .integer(-170_141_183_460_469_231_731_687_303_715_884_105_728), "a": .null,
            "list": .array([.bool(true), .text(nil), .fields([:])]),
        ])
        #expect(
            value.line
                == #"{"b":-170141183460469231731687303715884105728,"a":null,"#
                + #""list":[true,null,{}]}"#)
    }

    @Test("a canonical document keeps its bytes unless something hides in it")
    func documents() {
        let plain = #"{"name":"Zoë","n":1}"#
        #expect(OutputJSON.escaped(plain) == plain)
        #expect(OutputJSON.escaped("{\"a\":\"x\u{202E}\"}") == #"{"a":"x\u202e"}"#)
    }

    @Test("an expense's keys are the documented ones")
    func entry() throws {
        let expense = try Fixtures.expense("21.60 Guinness by Bob for Alice,Bob")
        let line = EntryFace(Fixtures.group()).json(Fixtures.entry(.expense(expense))).line
        let alice = #"{"member":"\#(Fixtures.alice.hex)","name":"Alice""#
        let bob = #"{"member":"\#(Fixtures.bob.hex)","name":"Bob""#
        #expect(
            line == #"{"ref":"bob:1","id":"\#(String(repeating: "41", count: 32))","author":"# + bob
                + #"},"kind":"expense","description":"Guinness","date":"2026-11-30","#
                + #""category":null,"note":null,"amount":2160,"currency":"EUR","#
                + #""settlement_amount":2160,"group_currency":"EUR","rate":null,"refund":false,"#
                + #""paid_by":["# + bob + #","amount":2160}],"split":{"mode":"equal","parts":["#
                + alice + #","value":1},"# + bob + #","value":1}],"typed":null},"shares":["#
                + alice + #","amount":1080,"settlement_amount":1080},"# + bob
                + #","amount":1080,"settlement_amount":1080}],"label":null,"counts":true,"#
                + #""withdrawn":false,"edited":false,"synced":true}"#)
    }

    @Test("balances and plan")
    func totals() {
        let group = Fixtures.group()
        let view = RenderingTests.balances([(Fixtures.alice, -5), (Fixtures.bob, 5)], unsynced: 1)
        let result = BalancesFace(group: group, width: 80, isPlain: true).result(view)
        #expect(
            result.data.map(\.key) == [
                "group", "currency", "balances", "pairs", "unsynced", "partial", "waiting",
                "last_sync",
            ])
        let transfer = Transfer(from: Fixtures.alice, to: Fixtures.bob, amount: 5)
        let plan = SettlementPlan(transfers: [transfer], provenFewest: true)
        let planned = PlanFace(group: group).result(plan, unsynced: 0)
        #expect(
            planned.data.map(\.key) == [
                "group", "currency", "transfers", "proven_fewest", "pairs", "unsynced", "partial",
            ])
        #expect(
            Fixtures.lines(planned.text) == [
                "who pays  whom", "Alice     Bob   0.05  EUR",
                "1 payment, the fewest possible. /settle why says why these.",
                "/settle Bob all records yours when you have paid.",
            ])
    }

    @Test("an error has code, message, hint and status on one line")
    func errors() {
        let renderer = OutcomeRenderer(environment: Fixtures.environment())
        let error = FenError(
            "GATE_SHUT", "Bob\u{1B} 17–19 missing.", hint: "/sync", status: .incomplete)
        let outcome = renderer.outcome(of: error, command: "settle")
        #expect(outcome.status == .incomplete)
        #expect(outcome.errorLines == ["Bob^[ 17–19 missing.", "/sync"])
        #expect(
            outcome.json == [
                #"{"command":"settle","ok":false,"status":5,"error":{"code":"GATE_SHUT","#
                    + #""message":"Bob\u001b 17–19 missing.","hint":"/sync","cause":null}}"#
            ])
        let usage = renderer.outcome(of: UsageError("No.", hint: "Yes."), command: nil)
        #expect(usage.status == .usage)
    }
}
