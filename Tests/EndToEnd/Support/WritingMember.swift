import Foundation
import TestSupport
import Testing

/// One of several members who write at once: a process, what it was asked, and what it has answered.
class WritingMember {
    /// A line that was typed and not answered yet.
    private struct Typed {
        let token: String?
        let mayFail: Bool
    }

    let name: String
    let home: String
    private var process: FenProcess
    private var typed: [Typed] = []
    /// The number that each word's event was answered to have.
    private(set) var answered: [String: Int] = [:]
    /// References of this member's expenses.
    private var expenses: [String] = []
    private(set) var kills = 0

    /// Starts a process on a home.
    init(_ name: String, home: String) throws {
        self.name = name
        self.home = home
        process = try FenProcess(home: home, arguments: ["--json", "--yes"])
    }

    /// Types a line that must succeed.
    @discardableResult
    func ask(_ text: String) throws -> FenAnswer {
        collect()
        let answer = try #require(process.ask(text), "\(name)> \(text)")
        #expect(answer.isOK, "\(name)> \(text): \(answer)")
        return answer
    }

    /// Types lines without waiting for the answer to the last.
    func type(_ lines: String..., mayFail: Bool) {
        process.type(lines)
        typed.append(Typed(token: nil, mayFail: mayFail))
    }

    /// Types so many lines without waiting: expenses, messages, now and then a deletion.
    func write(_ count: Int, _ words: inout Int, _ random: inout SeededGenerator) {
        for _ in 0..<count {
            words += 1
            let token = "T\(words)x"
            let cents = 1 + random.below(9_999)
            let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
            switch random.below(10) {
            case 0 where !expenses.isEmpty:
                process.type(["/delete \(expenses.remove(at: random.below(expenses.count)))"])
                typed.append(Typed(token: nil, mayFail: true))
            case 1...3:
                process.type(["A message \(token)"])
                typed.append(Typed(token: token, mayFail: false))
            default:
                process.type(["+ \(amount) EUR \(token)"])
                typed.append(Typed(token: token, mayFail: false))
            }
        }
    }

    /// Types so many messages without waiting.
    func talk(_ count: Int) {
        process.type((0..<count).map { "Last words \($0)" })
        typed += (0..<count).map { _ in Typed(token: nil, mayFail: false) }
    }

    /// Waits for everything that was typed to be answered.
    func collect() {
        while !typed.isEmpty {
            guard let answer = process.answer(seconds: 120) else {
                Issue.record("\(name) did not answer")
                typed = []
                return
            }
            note(answer)
        }
    }

    /// Ends the process as a power cut would, and starts it again: what was answered is noted.
    func killAndRestart() throws {
        process.killNow()
        while let answer = process.answer(seconds: 20) { note(answer) }
        process.finish()
        typed = []
        kills += 1
        try restart()
    }

    /// Leaves as a person does, and comes back.
    func leaveAndReturn() throws {
        collect()
        process.finish()
        try restart()
    }

    /// Leaves.
    func leave() { process.finish() }

    /// Of each member's log, how many numbers are here without a hole.
    func heights() throws -> [String: Int] {
        var heights: [String: Int] = [:]
        for row in try ask("/frontier").list("authors") {
            let name = row["name"] as? String ?? ""
            heights[name] = (row["connected"] as? NSNumber)?.intValue
        }
        return heights
    }

    /// What a member does first in a new process.
    func settleIn() throws {}

    private func restart() throws {
        process = try FenProcess(home: home, arguments: ["--json", "--yes"])
        try settleIn()
    }

    private func note(_ answer: FenAnswer) {
        guard !typed.isEmpty else { return }
        let asked = typed.removeFirst()
        if !answer.isOK, !asked.mayFail { Issue.record("\(name): \(answer)") }
        guard let token = asked.token, let seq = answer.seq else { return }
        answered[token] = Int(seq)
        if answer.command == "paid", let ref = answer.ref { expenses.append(ref) }
    }
}
