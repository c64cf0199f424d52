import FenEncoding
import FenEngine
import Foundation
import Testing

@testable import FenREPL

@Suite("Lines that cannot be proven yet")
struct HeldLinesTests {
    @Test("/status says how many wait and of whom, until a good copy has come")
    func held() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        await bob.types("+ 3 Tea")
        let key = try #require(try await bob.session.engine.identity()).publicKey.hex
        let store = world.folder + "/store"
        let file = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: store)
                .first { $0.hasSuffix("\(key).jsonl") })
        let path = store + "/" + file
        let good = try String(contentsOfFile: path, encoding: .utf8)
        try Self.altered(good).write(toFile: path, atomically: false, encoding: .utf8)
        let synced = await alice.types("/sync").lines.joined(separator: " ")
        #expect(synced.contains("cannot be proven yet"))

        let status = await alice.types("/status").lines.joined(separator: " ")
        #expect(status.contains("1 line of Bob's log waits"))
        #expect(!status.contains("Every log is whole here."))
        let json = await alice.types("/status --json").lines[0]
        #expect(json.contains(#""held":[{"#) && json.contains(#""count":1}]"#))

        // The next entry proves that there is a good copy, which is looked for then.
        try good.write(toFile: path, atomically: false, encoding: .utf8)
        await bob.types("+ 1 Cake")
        await alice.types("/sync")
        let after = await alice.types("/status").lines
        #expect(after.contains("Every log is whole here."))
        #expect(await alice.types("/status --json").lines[0].contains(#""held":[]"#))
    }

    /// A log whose last line's sealed text was changed, as a failing disk does.
    private static func altered(_ log: String) throws -> String {
        let start = try #require(log.range(of: "\"ct\":\"", options: .backwards)).upperBound
        let old = log[start]
        return log.replacingCharacters(in: start...start, with: old == "A" ? "B" : "A")
    }
}
