import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenStore

/// Whoever can write to the store can put lines into it in anybody's name.
@Suite("forged lines")
struct ForgedLinesTests {
    @Test("however many there are in a member's name, few are kept")
    func bounded() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Alice", "Real", 100)
        let path = try await table.logPath("Alice")
        let real = try table.read(path)
        let last = try #require(RandomGroup.lines(of: real).last)
        try table.write(real + forged(last, count: 1_200), to: path)
        let report = try await bob.sync(in: table.group)
        #expect(report.pulled == 1 && report.held == 1_200)
        #expect(try await bob.heldCount(in: table.group) == 1_000)
        let alice = try await table.open("Alice")
        #expect(try await bob.dump(in: table.group) == alice.dump(in: table.group))
        await table.closeAll()
    }

    @Test("they take nothing from the 64 lines of somebody who waits to be let in")
    func pending() async throws {
        let table = try await Table.make()
        let may = try await table.join("May")
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        _ = try await bob.join(
            try await bob.previewInvite(invite.link), folder: table.storePath)
        for number in 1...5 { try await table.spend("Bob", "Round \(number)", 100) }
        let path = try await table.logPath("Bob")
        let real = try table.read(path)
        let first = try #require(RandomGroup.lines(of: real).first)
        try table.write(forged(first, count: 200) + real, to: path)
        _ = try await may.sync(in: table.group)
        let party = try await table.party("Bob")
        #expect(
            try await may.log(author: party, in: table.group).map(\.reference.seq) == [
                1, 2, 3, 4, 5, 6,
            ])
        await table.closeAll()
    }

    @Test("a forged joining makes nobody a joiner")
    func forgedJoining() async throws {
        let table = try await Table.make()
        let may = try await table.join("May")
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        _ = try await bob.join(
            try await bob.previewInvite(invite.link), folder: table.storePath)
        let path = try await table.logPath("Bob")
        let line = String(decoding: try table.read(path), as: UTF8.self)
        let signature = try #require(line.range(of: "\"sig\":\""))
        var wrong = line
        let first = line[signature.upperBound]
        wrong.replaceSubrange(
            signature.upperBound...signature.upperBound, with: first == "A" ? "B" : "A")
        try table.write(wrong.utf8, to: path)
        _ = try await may.sync(in: table.group)
        #expect(try await may.heldCount(in: table.group) == 0)
        // The good copy is read when it comes.
        try table.write((wrong + line).utf8, to: path)
        #expect(try await may.sync(in: table.group).pulled == 1)
        await table.closeAll()
    }

    /// Lines in the same name and of the same number, each with an id of its own and a signature
    /// that is not its own.
    private func forged(_ line: [UInt8], count: Int) -> [UInt8] {
        let text = String(decoding: line, as: UTF8.self)
        return (1...count).flatMap { number in
            Array(
                text.replacing(/"lamport":[0-9]+/, with: "\"lamport\":\(9_000 + number)").utf8)
        }
    }
}

extension Engine {
    /// How many lines wait for a successor or a good copy.
    func heldCount(in id: GroupID) throws -> Int {
        try database.aside.held(in: try group(id).number).count
    }
}
