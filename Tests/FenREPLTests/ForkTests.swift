import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("A copied home")
struct ForkTests {
    @Test("both copies were used: true words to the author and to the others, exit 4")
    func fork() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await bob.session.close()
        try FileManager.default.copyItem(
            atPath: world.folder + "/bob", toPath: world.folder + "/twin")
        let twin = try await world.person("Twin")
        let first = try await world.person("Bob")
        for copy in [twin, first] { await copy.types("/sync") }
        try FileManager.default.moveItem(
            atPath: world.folder + "/store", toPath: world.folder + "/away")
        await twin.types("+ 5 Tea")
        await first.types("+ 6 Cake")
        try FileManager.default.moveItem(
            atPath: world.folder + "/away", toPath: world.folder + "/store")
        _ = await twin.session.execute("/sync")
        let own = await first.session.execute("/sync")
        #expect(own.exitCode == 4)
        #expect(
            own.json.first?.hasPrefix(#"{"command":"sync","ok":false,"status":4,"group""#) == true)
        #expect(own.lines.contains { $0.hasPrefix("You wrote two different events") })
        let others = await alice.session.execute("/sync")
        #expect(others.exitCode == 4)
        #expect(others.lines.contains { $0.hasPrefix("Bob wrote two different events") })

        let status = await first.types("/status").lines.joined(separator: " ")
        #expect(status.contains("go on with one copy only"))
        #expect(
            !status.contains("could not find all events") && !status.contains("What to do: /sync"))
        let theirs = await alice.types("/status").lines.joined(separator: " ")
        #expect(!theirs.contains("this home"))
        #expect(theirs.contains("/inspect bob:2'"))
        await alice.types("/inspect bob:2")
        await alice.types("/inspect bob:2'")
        for person in [alice, first] {
            let refusal = await person.session.execute(
                "/settle \(person.session === first.session ? "Alice" : "Bob") 1")
            #expect(refusal.exitCode == 4)
            let said = refusal.errorLines.joined(separator: " ")
            #expect(said.contains("/acknowledge") && !said.contains("missing entries"))
        }
        #expect(await alice.types("/frontier").lines.last?.hasPrefix("Nothing is missing") == true)

        // Its author or the organiser lets everybody go on; nothing is taken back.
        let gaps = await alice.types("/gaps").lines.joined(separator: " ")
        #expect(gaps.contains("Bob wrote 2 entries with number 2") && gaps.contains("/acknowledge"))
        let undecided = await alice.session.execute("/acknowledge")
        #expect(undecided.exitCode == 2)
        let decided = await alice.types("/acknowledge --yes").lines.joined(separator: " ")
        #expect(decided.contains("Bob's double entries are acknowledged for everybody."))
        await alice.types("/settle Bob 1")
        await alice.types("/sync")
        await first.types("/sync")
        await first.types("/settle Alice 1")
        #expect(
            await first.types("/gaps").lines == ["Nothing is missing here: every log is whole."])
        let early = await alice.session.execute("/snapshot")
        #expect(early.errorLines.joined().contains("Nothing is missing here"))
    }

    @Test("somebody else goes on with both: nothing is missing, so nothing is marked")
    func bystander() async throws {
        let world = try World()
        let (al, bo, cy) = try await WhyTests.three(world)
        await al.types("+ 30 Cabin")
        await al.types("/sync")
        await bo.session.close()
        try FileManager.default.copyItem(
            atPath: world.folder + "/bo", toPath: world.folder + "/twin")
        let copies = [try await world.person("Twin"), try await world.person("Bo")]
        for copy in copies { await copy.types("/sync") }
        try FileManager.default.moveItem(
            atPath: world.folder + "/store", toPath: world.folder + "/away")
        for (copy, line) in zip(copies, ["+ 5 Tea", "+ 6 Cake"]) { await copy.types(line) }
        try FileManager.default.moveItem(
            atPath: world.folder + "/away", toPath: world.folder + "/store")
        for person in copies + [cy] { _ = await person.session.execute("/sync") }

        let plan = await cy.types("/settle").lines.joined(separator: " ")
        #expect(plan.contains("No payment can be recorded here now (exit 4): Bo wrote two"))
        #expect(!plan.contains("records yours"))
        let asked = await cy.session.execute("/acknowledge").errorLines.joined(separator: " ")
        #expect(asked.contains("Go on with both entries?") && !asked.contains("may be wrong"))
        #expect(
            await cy.types("/frontier").lines.last?.hasSuffix("/status says what to do.") == true)
        let decided = await cy.types("/acknowledge --yes").lines.joined(separator: " ")
        #expect(decided.contains("Both entries count, and nothing is marked."))
        let gaps = await cy.types("/gaps").lines.joined(separator: " ")
        #expect(gaps.contains("You go on with both") && !gaps.contains("marked"))
        #expect(await cy.types("/frontier").lines.last?.contains("which is acknowledged") == true)
        #expect(await cy.types("/settle").lines.contains { $0.contains("records yours") })
    }

    @Test("where something is missing the totals are marked, and the words say so")
    func missing() {
        let face = GapFace(group: Fixtures.group(), when: { _ in "-" })
        var report = AcknowledgeReport()
        report.forMyself = [
            GapView(
                author: Fixtures.members[1], missing: [1...2], unopened: 0, forks: [], since: nil,
                shuts: true, isAcknowledged: false, isOverridden: false,
                reason: GateReason(author: Fixtures.bob.member))
        ]
        #expect(face.question(report.forMyself).text.contains("may be wrong"))
        let said = Fixtures.lines(face.result(report).text).joined()
        #expect(said.contains("your totals stay marked"))
        let shut = Fixtures.group(gate: [.missing(author: Fixtures.bob, from: 1, through: 2)])
        let transfer = Transfer(from: Fixtures.alice, to: Fixtures.bob, amount: 1)
        let plan = SettlementPlan(transfers: [transfer], provenFewest: true)
        let lines = Fixtures.lines(PlanFace(group: shut).result(plan, unsynced: 0).text)
        #expect(lines.contains("No payment can be recorded here now (exit 5):"))
        #expect(lines.contains("  Bob 1–2 missing"))
    }

    @Test("a hole beside a fork is still a hole")
    func both() {
        let reasons: [GateView] = [
            .missing(author: Fixtures.may, from: 1, through: 2),
            .fork(author: Fixtures.bob, seq: 4),
        ]
        let lines = GateFace(roster: Fixtures.roster, hasStore: true).advice(reasons).map(\.text)
        #expect(lines.contains { $0.contains("could not find all events") })
        #expect(lines.contains { $0.contains("/inspect bob:4 and /inspect bob:4'") })
    }

    @Test("lines that were left out are named by the log they stand in")
    func files() {
        var report = SyncReport()
        report.refused = ["NOT_CANONICAL": 2]
        var lines = DoubtfulLines()
        lines.refused = 1
        report.files = [
            Fixtures.bob.hex + ".jsonl": lines, Fixtures.bob.hex + ".repair.jsonl": lines,
            "zzz.jsonl": lines,
        ]
        let result = SyncFace(group: Fixtures.group()).result(report)
        let said = Fixtures.lines(result.text)
        #expect(
            said.contains { $0.contains("1 line in Bob's log") && $0.contains("ask Bob to /sync") })
        let repair = said.first { $0.contains(".repair.jsonl") }
        #expect(repair?.contains("puts back what the store has lost") == true)
        #expect(repair?.contains("a sync tool") == false)
        #expect(said.contains { $0.contains("the file zzz.jsonl, which is nobody's log") })
    }

    @Test("a store that failed last says so, and what to do")
    func store() {
        let failing = Fixtures.group(
            backend: .folder(path: "/mnt/x", state: "The shared folder is not there."))
        let words = BackendFace.words(failing).text
        #expect(
            words.contains("failed: The shared folder is not there. Put")
                && words.contains("/retry"))
    }
}
