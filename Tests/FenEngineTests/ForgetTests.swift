import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// What is erased here is in no file of the home any more.
@Suite("forgetting and erasing")
struct ForgetTests {
    /// The names of a home's files in which some bytes stand.
    private func files(_ home: String, with needle: [UInt8]) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home).filter { name in
            try Data(contentsOf: URL(filePath: home + "/" + name)).range(of: Data(needle)) != nil
        }
    }

    @Test("of a forgotten group no word, key or number is left; another group is untouched")
    func forgotten() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        for number in 1...30 {
            try await table.spend("Bob", "Unmistakable \(number)", 100)
        }
        _ = try await bob.postMessage("Whispered words", in: table.group)
        let kept = try await bob.createGroup(name: "Kept", currency: table.euro)
        _ = try await bob.postMessage("Remembered words", in: kept)
        let home = table.homePath("Bob")
        let secrets = try await bob.groupSecrets(table.group)
        let words = ["Unmistakable", "Whispered", "Dublin4Ever", table.storePath]
        let needles =
            words.map { Array($0.utf8) } + secrets
            + [table.group.bytes, try await table.key("Alice").bytes]
        for needle in needles { #expect(try !files(home, with: needle).isEmpty) }
        try await bob.setVerified(true, try await table.party("Alice"), in: table.group)
        let typed = URL(filePath: home + "/history")
        try Data("+ 1 Unmistakable round\n".utf8).write(to: typed)
        try await bob.forget(table.group)
        for needle in needles { #expect(try files(home, with: needle) == []) }
        #expect(try await bob.groups().map(\.id) == [kept])
        #expect(try await bob.view(kept).name == "Kept")
        await table.close("Bob")
        for needle in needles { #expect(try files(home, with: needle) == []) }

        // A fresh invite brings it back, and nobody has to let him in again.
        let alice = try await table.open("Alice")
        let again = try await table.open("Bob")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        _ = try await again.join(
            try await again.previewInvite(invite.link), folder: table.storePath)
        #expect(try await again.view(table.group).myStatus == .active)
        let seq = try await table.spend("Bob", "Back", 100).reference.seq
        #expect(seq > 31)
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.dump(in: table.group) == again.dump(in: table.group))
        await table.closeAll()
    }

    @Test("whoever has forgotten a group begins no second log in it while nobody can be asked")
    func numbers() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        let kept = try await bob.createGroup(name: "Kept", currency: table.euro)
        try await table.spend("Bob", "Before", 100)
        try await table.settleDown(["Alice", "Bob"])
        try await bob.forget(table.group)
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        await alice.closePeers()
        let unknown = try await failure {
            _ = try await bob.join(try await bob.previewInvite(invite.link), folder: nil)
        }
        #expect(unknown.code == "OWN_TAIL_UNKNOWN", "\(unknown)")
        // His other group is his alone, and goes on.
        _ = try await bob.postMessage("Still here", in: kept)
        let again = try #require(try await alice.listen(on: "\(place)").first?.address)
        _ = try await bob.connect(to: again, in: table.group)
        try await table.settleDown(["Alice", "Bob"])
        #expect(try await table.spend("Bob", "Back", 100).reference.seq > 2)
        try await table.settleDown(["Alice", "Bob"])
        #expect(try await alice.view(table.group).gate.isEmpty)
        await table.closeAll()
    }

    @Test("an erased home is gone, and nothing is written there any more")
    func erased() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await table.spend("Alice", "Unmistakable", 100)
        #expect(try await alice.eraseHome() == [])
        #expect(!FileManager.default.fileExists(atPath: table.homePath("Alice")))
        await #expect(throws: FenError.self) {
            _ = try await alice.postMessage("Hello", in: table.group)
        }
        #expect(!FileManager.default.fileExists(atPath: table.homePath("Alice")))
        await table.closeAll()
    }

    @Test("a home whose identity has moved may be erased and may forget")
    func movedHome() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await alice.moveIdentity(to: { _ in }, finish: {})
        try await alice.forget(table.group)
        #expect(try await alice.groups().isEmpty)
        #expect(try await alice.eraseHome() == [])
        await table.closeAll()
    }
}

extension Engine {
    /// The keys of a group, as bytes.
    fileprivate func groupSecrets(_ id: GroupID) throws -> [[UInt8]] {
        try group(id).keys.all.map { $0.secret.withUnsafeBytes { Array($0) } }
    }
}
