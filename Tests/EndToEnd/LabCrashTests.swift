import Foundation
import Testing

/// `/lab crash` in each phase of a write: the process ends like a power cut, and what the next one
/// says is true.
@Suite(
    "the lab's crashes", .serialized, .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct LabCrashTests {
    @Test(
        "a draft is asked about, what was committed is there, nothing is written twice",
        arguments: [
            ("draft_created", false), ("event_built", false), ("local_committed", true),
            ("projected", true), ("queued_for_publish", true), ("published", true),
        ])
    func crash(_ phase: String, isSaved: Bool) throws {
        let workshop = try Workshop()
        let home = workshop.file("alice")
        expectOK(
            try Fen.script(
                [
                    "/me Alice", "/new Practice EUR --lab",
                    "/backend folder \(try workshop.folder("store"))", "+ 5 Before", "/sync",
                ], home: home))
        let run = try Fen.run(
            [], home: home, input: "/lab crash \(phase)\n+ 12.30 Cut off\n/sync\n+ 1 After\n")
        #expect(run.wasKilled, "\(run)")
        #expect(run.output.contains("fen ends like a power cut"), "\(run.output)")
        #expect(!run.output.contains("After"))

        let next = try Fen.run([], home: home, input: "/expenses\n")
        #expect(next.output.contains("did not finish saving") == !isSaved, "\(next.output)")
        #expect(next.output.contains("Cut off"))
        // Somebody decides, and then it is there exactly once.
        expectOK(try Fen.script(["/sync"], home: home, arguments: ["--yes"]))
        let answers = try Fen.script(["/expenses all", "/audit", "/status"], home: home)
        let found = answers[0].list("entries").filter { $0["description"] as? String == "Cut off" }
        #expect(found.count == 1, "\(answers[0])")
        #expect(answers[1].flag("clean") == true)
        #expect(answers[2].number("unsynced") == 0)
    }
}
