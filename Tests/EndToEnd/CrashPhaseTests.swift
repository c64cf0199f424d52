import Foundation
import Testing

/// A crash in each of the six phases of a write.
@Suite(
    "a crash in each write phase", .serialized,
    .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct CrashPhaseTests {
    @Test("before the event is committed there is a draft to finish or to leave")
    func beforeCommit() throws {
        let table = try TwoMembers()
        for phase in ["draft_created", "event_built"] {
            let before = try count(table)
            try crash(phase, ["paid", "12.30", "EUR", "Draft", phase], table)
            #expect(try count(table) == before)
            // Every start says so until somebody decides; nothing is finished by itself.
            let asked = try Fen.run(["me"], home: table.alice)
            #expect(asked.status == 0)
            let script = try Fen.run([], home: table.alice, input: "/me\n")
            #expect(script.output.contains("did not finish saving"), "\(script.output)")
            #expect(script.output.contains("Draft \(phase)"))
            #expect(try count(table) == before)

            let finishing = try Fen.run(["--yes"], home: table.alice, input: "/me\n")
            #expect(finishing.output.contains("Finished saving: 12.30 EUR Draft \(phase)"))
            #expect(try count(table) == before + 1)
            let after = try Fen.run([], home: table.alice, input: "/me\n")
            #expect(!after.output.contains("did not finish saving"))
            #expect(try count(table) == before + 1)
        }
        try table.expectSound(table.alice)
        try table.expectAgreement()
    }

    @Test("from the commit on everything goes on by itself, and nothing is sent twice")
    func afterCommit() throws {
        let table = try TwoMembers()
        for phase in ["local_committed", "projected", "queued_for_publish", "published"] {
            let before = try count(table)
            try crash(phase, ["paid", "12.30", "EUR", "Saved", phase], table)
            let script = try Fen.run([], home: table.alice, input: "/expenses\n")
            #expect(!script.output.contains("did not finish saving"))
            #expect(script.output.contains("Saved \(phase)"))
            #expect(try count(table) == before + 1)
            expectOK(try Fen.script(["/sync"], home: table.alice))
            let synced = try Fen.script(["/sync", "/status"], home: table.alice)
            #expect(synced.last?.number("unsynced") == 0, "\(synced)")
        }
        try table.expectSound(table.alice)
        try table.expectAgreement()
        let files = try FileManager.default.subpathsOfDirectory(atPath: table.store)
        for file in files where file.hasSuffix(".jsonl") {
            let text = try String(contentsOfFile: table.store + "/" + file, encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            #expect(Set(lines).count == lines.count, "a line twice in \(file)")
        }
    }

    @Test("a killed move of the store goes on with the next pass, or has not begun")
    func moving() throws {
        for phase in ["draft_created", "local_committed", "published"] {
            let table = try TwoMembers()
            let new = table.workshop.file("new")
            try crash(phase, ["backend", "folder", new], table)
            expectOK(try Fen.script(["/sync"], home: table.alice))
            let after = try Fen.run(["backend"], home: table.alice)
            let hasBegun = phase != "draft_created"
            #expect(after.output.contains(hasBegun ? new : table.store), "\(phase): \(after)")
            let moving = try Fen.script(
                ["/backend folder \(new)", "/log Alice 1-99"], home: table.alice)
            expectOK(moving)
            let moves = try #require(moving.last).list("events")
                .count { "\($0)".contains("StorageKeyRotated") }
            #expect(moves == 1, "\(phase)")
            expectOK(try Fen.script(["/sync", "/backend folder \(new)"], home: table.bob))
            try FileManager.default.removeItem(atPath: table.store)
            try table.expectSound(table.alice)
            for home in [table.alice, table.bob, table.alice, table.bob] {
                expectOK(try Fen.script(["/sync"], home: home))
            }
            let dumps = try [table.alice, table.bob].map {
                try #require(try Fen.script(["/dump"], home: $0).first?.text("dump"))
            }
            #expect(ReaderCheck.difference(dumps[0], dumps[1]) == "", "\(phase)")
        }
    }

    @Test("founding and joining that were cut off can be finished")
    func beginnings() throws {
        let workshop = try Workshop()
        let store = try workshop.folder("store")
        let (alice, bob) = (workshop.file("alice"), workshop.file("bob"))
        for (home, name) in [(alice, "Alice"), (bob, "Bob")] {
            expectOK(try Fen.script(["/me \(name)"], home: home))
        }
        let founding = try Fen.run(
            ["new", "Trip", "EUR"], home: alice, environment: ["FEN_CRASH_AT": "draft_created"])
        #expect(founding.wasKilled)
        let finished = try Fen.script(
            ["/backend folder \(store)", "/invite Bob"], home: alice, arguments: ["--yes"])
        expectOK(finished)
        let link = try #require(finished.last?.text("link"))
        let joining = try Fen.run(
            ["--yes"], home: bob, input: "/join \(link) folder=\(store)\n",
            environment: ["FEN_CRASH_AT": "draft_created"])
        #expect(joining.wasKilled)
        expectOK(try Fen.script(["/sync"], home: bob, arguments: ["--yes"]))
        let admitting = try Fen.script(["/sync"], home: alice)
        #expect(admitting.first?.list("admitted").count == 1, "\(admitting)")
    }

    private func crash(_ phase: String, _ words: [String], _ table: TwoMembers) throws {
        let run = try Fen.run(
            words, home: table.alice, environment: ["FEN_CRASH_AT": phase])
        #expect(run.wasKilled && run.status == 9, "\(phase): \(run)")
        #expect(run.output.isEmpty, "answered before it was safe: \(run.output)")
    }

    private func count(_ table: TwoMembers) throws -> Int {
        let log = try Fen.script(["/log Alice 1-999999"], home: table.alice)
        return try #require(log.first).list("events").count
    }
}
