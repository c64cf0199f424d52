import FenEncoding
import FenEngine
import Foundation
import Testing

/// What sync tools, people and broken drives do to the files of a store loses nothing and stops
/// nobody.
@Suite("mischief in the shared folder")
struct MischiefTests {
    @Test("a file that shrank, vanished or was rewritten is never truth")
    func lostFiles() async throws {
        for mischief in ["shrink", "vanish", "rewrite", "empty"] {
            let table = try await Table.make()
            let bob = try await table.join("Bob")
            for number in 1...6 { try await table.spend("Alice", "Round \(number)", 100) }
            _ = try await bob.sync(in: table.group)
            let path = try await table.logPath("Alice")
            let whole = try table.read(path)
            let lines = RandomGroup.lines(of: whole)
            switch mischief {
            case "shrink": try table.write(lines.prefix(3).flatMap(\.self), to: path)
            case "vanish": try FileManager.default.removeItem(atPath: path)
            case "rewrite": try table.write(lines.reversed().flatMap(\.self), to: path)
            default: try table.write([], to: path)
            }
            let before = try await bob.dump(in: table.group)
            _ = try await bob.sync(in: table.group)
            #expect(try await bob.dump(in: table.group) == before, "\(mischief)")
            // The author puts back what is missing, and goes on.
            let alice = try await table.open("Alice")
            _ = try await alice.sync(in: table.group)
            try await table.spend("Alice", "Afterwards", 100)
            #expect(try await bob.sync(in: table.group).pulled == 1)
            #expect(try await alice.audit(in: table.group).isClean)
            let may = try await table.join("May")
            _ = try await alice.sync(in: table.group)
            _ = try await bob.sync(in: table.group)
            #expect(try await may.dump(in: table.group) == alice.dump(in: table.group))
            #expect(try await bob.dump(in: table.group) == alice.dump(in: table.group))
            await table.closeAll()
        }
    }

    @Test("garbage, foreign files, overlong lines and conflict copies: what is good is taken")
    func garbage() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        _ = try await bob.sync(in: table.group)
        for number in 1...6 { try await table.spend("Alice", "Round \(number)", 100) }
        let path = try await table.logPath("Alice")
        var lines = RandomGroup.lines(of: try table.read(path))
        let late = lines.suffix(2)
        lines.removeLast(2)
        let line = String(decoding: lines[lines.count - 1], as: UTF8.self)
        let noise = [
            "\n", "garbage\n", "[]\n", "{}\n", String(repeating: "x", count: 60_000) + "\n",
            String(repeating: "y", count: 5 << 20) + "\n", "\u{0}\u{1}\n",
            line.replacing("\"fmt\":1", with: "\"fmt\":9"),
            line.replacing("\"seq\":", with: "\"seq\":0"),
            line.replacing("\"author\":\"", with: "\"author\":\"ff"),
        ].map { [UInt8]($0.utf8) }
        for (place, bad) in noise.enumerated() {
            lines.insert(bad, at: min(lines.count, 3 + place * 2))
        }
        try table.write(lines.flatMap(\.self), to: path)
        // A conflict copy holds what the file itself lacks; the rest is none of ours.
        let name = try await table.key("Alice").hex
        try table.write(
            late.flatMap(\.self), to: table.logsPath + "/\(name) (conflicted copy).jsonl")
        try table.write("Hello".utf8, to: table.logsPath + "/notes.txt")
        try table.write("Hello\n".utf8, to: table.logsPath + "/README.jsonl")
        try table.write("x".utf8, to: table.storePath + "/desktop.ini")
        try FileManager.default.createDirectory(
            atPath: table.logsPath + "/folder.jsonl", withIntermediateDirectories: true)

        let report = try await bob.sync(in: table.group)
        #expect(report.pulled == 6)
        #expect(report.refused["UNKNOWN_FMT"] == 1)
        #expect((report.refused["NOT_CANONICAL"] ?? 0) >= 5, "\(report.refused)")
        #expect(report.isWhole)
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        #expect(try await bob.sync(in: table.group).pulled == 0)
        #expect(try await bob.dump(in: table.group) == alice.dump(in: table.group))
        #expect(try await bob.view(table.group).partial.newer == 1)
        await table.closeAll()
    }

    @Test("a torn last line waits for the rest of it")
    func tornLine() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        _ = try await bob.sync(in: table.group)
        try await table.spend("Alice", "Torn", 100)
        let path = try await table.logPath("Alice")
        let whole = try table.read(path)
        for cut in [1, 2, 100, 400] {
            try table.write(whole.dropLast(cut), to: path)
            let report = try await bob.sync(in: table.group)
            #expect(report.pulled == 0 && report.refused.isEmpty, "cut \(cut)")
        }
        try table.write(whole, to: path)
        #expect(try await bob.sync(in: table.group).pulled == 1)
        await table.closeAll()
    }

    @Test("a torn own line is ended and followed by whole copies")
    func tornOwnLine() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Bob", "Whole", 100)
        try await table.spend("Bob", "Torn", 100)
        await table.close("Bob")
        let path = try await table.logPath("Bob")
        _ = bob
        await table.close("Bob")
        try table.write(try table.read(path).dropLast(200), to: path)
        let again = try await table.open("Bob")
        try await table.spend("Bob", "After", 100)
        let alice = try await table.open("Alice")
        #expect(try await alice.sync(in: table.group).pulled == 3)
        #expect(try await alice.dump(in: table.group) == again.dump(in: table.group))
        await table.closeAll()
    }

    @Test("a holder puts back what the store lost while its author is away; a third heals by it")
    func repair() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        let may = try await table.join("May")
        for number in 1...5 { try await table.spend("Alice", "Round \(number)", 100) }
        _ = try await bob.sync(in: table.group)
        await table.close("Alice")
        try FileManager.default.removeItem(atPath: try await table.logPath("Alice"))
        await table.close("Alice")
        // Not at once by itself: its author has a day.
        _ = try await bob.sync(in: table.group)
        let repairFile = table.logsPath + "/\(try await table.key("Bob").hex).repair.jsonl"
        #expect(!FileManager.default.fileExists(atPath: repairFile))
        _ = try await may.sync(in: table.group)
        #expect(try await may.dump(in: table.group) != bob.dump(in: table.group))

        _ = try await bob.sync(in: table.group, repairsNow: true)
        #expect(FileManager.default.fileExists(atPath: repairFile))
        #expect(try await may.sync(in: table.group).pulled == 5)
        #expect(try await may.dump(in: table.group) == bob.dump(in: table.group))
        let size = try table.read(repairFile).count
        _ = try await bob.sync(in: table.group, repairsNow: true)
        #expect(try table.read(repairFile).count == size, "put back once")

        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        #expect(try RandomGroup.lines(of: table.read(try await table.logPath("Alice"))).count >= 9)
        #expect(try await alice.dump(in: table.group) == bob.dump(in: table.group))
        await table.closeAll()
    }

    @Test(
        "a line leaves a repair file when its author's file has it, or a smaller key's repair file")
    func repairFileEmpties() async throws {
        let table = try await Table.make()
        let people = ["Bob": try await table.join("Bob"), "May": try await table.join("May")]
        for number in 1...3 { try await table.spend("Alice", "Round \(number)", 100) }
        for engine in people.values { _ = try await engine.sync(in: table.group) }
        let path = try await table.logPath("Alice")
        let lines = RandomGroup.lines(of: try table.read(path))
        var files: [String: String] = [:]
        for name in people.keys {
            files[name] = table.logsPath + "/\(try await table.key(name).hex).repair.jsonl"
        }
        let order = people.keys.sorted { (files[$0] ?? "") < (files[$1] ?? "") }
        let small = try #require(order.first)
        let large = try #require(order.last)
        let smaller = try #require(people[small])
        let larger = try #require(people[large])
        let smallFile = try #require(files[small])
        let largeFile = try #require(files[large])
        try FileManager.default.removeItem(atPath: path)
        _ = try await larger.sync(in: table.group, repairsNow: true)
        #expect(try RandomGroup.lines(of: table.read(largeFile)).count == lines.count)
        // The smaller key has a copy of its own; then only the larger one lets go.
        try table.write(lines.flatMap(\.self), to: smallFile)
        _ = try await smaller.sync(in: table.group)
        _ = try await larger.sync(in: table.group)
        #expect(try RandomGroup.lines(of: table.read(smallFile)).count == lines.count)
        #expect(try table.read(largeFile).isEmpty)

        // The author's file has two of them again, and a copy of the third with a wrong signature.
        var bad = lines[lines.count - 1]
        let end = try #require(
            String(decoding: bad, as: UTF8.self).range(of: "\"sig\":\"")?.upperBound)
        let at = String(decoding: bad, as: UTF8.self)[..<end].utf8.count
        bad[at] = bad[at] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        try table.write(lines.dropLast().flatMap(\.self) + bad, to: path)
        _ = try await smaller.sync(in: table.group)
        #expect(RandomGroup.lines(of: try table.read(smallFile)) == [lines[lines.count - 1]])
        // Whatever happened, nobody lost anything.
        #expect(try await smaller.dump(in: table.group) == larger.dump(in: table.group))
        await table.closeAll()
    }

    @Test("the author has a day, each holder an hour more; then it is put back by itself")
    func repairInTurn() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Alice", "Lost", 100)
        _ = try await bob.sync(in: table.group)
        let path = try await table.logPath("Alice")
        await table.close("Alice")
        try FileManager.default.removeItem(atPath: path)
        _ = try await bob.sync(in: table.group)
        let repairFile = table.logsPath + "/\(try await table.key("Bob").hex).repair.jsonl"
        await table.close("Alice")
        table.clock.advance(seconds: 23 * 3_600)
        _ = try await bob.sync(in: table.group)
        #expect(!FileManager.default.fileExists(atPath: repairFile))
        table.clock.advance(seconds: 3 * 3_600)
        _ = try await bob.sync(in: table.group)
        #expect(FileManager.default.fileExists(atPath: repairFile))
        await table.closeAll()
    }
}
