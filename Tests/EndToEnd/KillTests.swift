import Foundation
import TestSupport
import Testing

/// Sessions of random commands, ended by `kill -9` at random moments.
@Suite(
    "killed at any moment", .serialized, .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct KillTests {
    /// How many kills there must have been.
    private static let kills = 300

    @Test("what was answered is there, no number is used twice, everybody converges")
    func survives() throws {
        var generator = SeededGenerator(for: "kill")
        let table = try TwoMembers()
        var story = Story()
        var kills = 0
        var session = 0
        var length = 60.0
        while kills < Self.kills {
            session += 1
            let commands = story.commands(session, using: &generator)
            let saysYes = generator.below(3) == 0
            let process = try FenProcess(
                home: table.alice, arguments: ["--json"] + (saysYes ? ["--yes"] : []))
            let delay = Double(generator.below(1_000)) / 1_000 * length
            process.type(commands.map(\.line))
            Thread.sleep(forTimeInterval: delay / 1_000)
            process.killNow()
            var answers: [FenAnswer] = []
            while let answer = process.answer(seconds: 20) { answers.append(answer) }
            process.finish()
            if answers.count < commands.count {
                kills += 1
            } else {
                // It had time for everything: the next one gets less.
                length = max(5, length * 0.9)
            }
            if answers.isEmpty { length = min(2_000, length * 1.05) }
            story.note(commands, answers)
            if session.isMultiple(of: 40) {
                let answers = try Fen.script(
                    ["+ 1.23 EUR Bob\(session) for Alice, Bob", "/sync"], home: table.bob)
                expectOK(answers)
            }
        }
        print("kill: \(kills) kills in \(session) sessions, \(story.answered.count) answers")
        // Whatever is unfinished is finished now.
        let last = try Fen.script(["/sync"], home: table.alice, arguments: ["--yes"])
        expectOK(last)
        try table.expectSound(table.alice)
        try story.check(try Fen.script(["/log Alice 1-999999"], home: table.alice))
        try table.expectAgreement()
        try table.expectSound(table.bob)
        try story.check(try Fen.script(["/log Alice 1-999999"], home: table.bob))
    }
}

/// What was typed in all sessions, and what was answered.
private struct Story {
    /// A line and the word in it that is nowhere else; nil for lines that write nothing new.
    struct Command {
        let line: String
        let token: String?
    }

    /// The number that each word's event was answered to have.
    private(set) var answered: [String: UInt64] = [:]
    private var seqs: [UInt64] = []
    private var count = 0

    /// Some lines for one session.
    mutating func commands(
        _ session: Int, using generator: inout SeededGenerator
    ) -> [Command] {
        (0...generator.below(6)).map { _ in
            count += 1
            let token = "T\(count)x"
            let cents = 1 + generator.below(9_999)
            let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
            switch generator.below(14) {
            case 0...4: return Command(line: "+ \(amount) EUR \(token)", token: token)
            case 5: return Command(line: "+ \(amount) EUR \(token) for Alice, Bob", token: token)
            case 6, 7: return Command(line: "A message \(token)", token: token)
            case 8: return Command(line: "/settle Bob \(amount) \(token)", token: token)
            case 9: return Command(line: "/invite \(token)", token: token)
            case 10: return Command(line: "/rate USD 0.9\(1 + generator.below(9))", token: nil)
            case 11: return Command(line: "/rebuild", token: nil)
            case 12: return Command(line: "/delete ^", token: nil)
            default: return Command(line: "/sync", token: nil)
            }
        }
    }

    /// Remembers what was answered.
    mutating func note(_ commands: [Command], _ answers: [FenAnswer]) {
        for (command, answer) in zip(commands, answers) where answer.isOK {
            guard let seq = answer.seq else { continue }
            seqs.append(seq)
            if let token = command.token { answered[token] = seq }
        }
    }

    /// Every answered event is in the log under its number; no number and no word is there twice.
    func check(_ log: [FenAnswer]) throws {
        let events = try #require(log.first).list("events")
        let numbers = events.compactMap { ($0["seq"] as? NSNumber)?.uint64Value }
        #expect(numbers == (1...UInt64(max(1, numbers.count))).map(\.self))
        #expect(Set(seqs).count == seqs.count, "a number was answered twice")
        var payloads: [UInt64: String] = [:]
        var words: [String: Int] = [:]
        for event in events {
            guard let seq = (event["seq"] as? NSNumber)?.uint64Value else { continue }
            let payload = event["payload"] as? String ?? ""
            payloads[seq] = payload
            for word in payload.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
            where word.hasPrefix("T") && word.hasSuffix("x") {
                words[String(word), default: 0] += 1
            }
        }
        for (token, seq) in answered {
            #expect(payloads[seq]?.contains(token) == true, "\(token) as number \(seq)")
        }
        #expect(words.filter { $0.value > 1 }.isEmpty, "written twice")
    }
}
