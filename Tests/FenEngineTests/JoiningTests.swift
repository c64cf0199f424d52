import FenCrypto
import FenEncoding
import FenEngine
import FenProtocol
import Foundation
import Testing

/// Invites and who is let in (Invites).
@Suite("joining")
struct JoiningTests {
    @Test("two joiners on one invite: nobody by itself, the person chooses, the other waits on")
    func twoJoiners() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        try await announce("Bob", invite.link, table)
        try await announce("Mallory", invite.link, table)
        let asked = Task {
            for await notice in alice.notices {
                if case .waitingForChoice(_, let id) = notice { return id == invite.id }
            }
            return false
        }
        #expect(try await alice.sync(in: table.group).admitted.isEmpty)
        #expect(await asked.value)
        let view = try #require(try await alice.invites(in: table.group).first)
        #expect(view.status == .open && view.joiners.count == 2)

        let bob = try await table.party("Bob")
        let mallory = try await table.party("Mallory")
        _ = try await alice.admit(bob, in: table.group)
        #expect(try await alice.invites(in: table.group).first?.status == .used(by: bob))
        let used = try await failure { _ = try await alice.admit(mallory, in: table.group) }
        #expect(used.code == "INVITE_USED" && used.message.contains("already used by Bob"))
        #expect(try await alice.sync(in: table.group).admitted.isEmpty)
        let members = try await alice.view(table.group)
        #expect(members.member(mallory)?.status == .pending)
        #expect(members.member(bob)?.status == .active)
        // An invite of her own lets her in all the same.
        let second = try await alice.issueInvite(name: "Mallory", ttl: 1_800, in: table.group)
        try await announce("Mallory", second.link, table)
        #expect(try await alice.sync(in: table.group).admitted == [mallory])
        await table.closeAll()
    }

    @Test("a used invite lets nobody else in; scanning twice announces once")
    func reuse() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        try await announce("Bob", invite.link, table)
        try await announce("Bob", invite.link, table)
        #expect(try await alice.sync(in: table.group).admitted.count == 1)
        try await announce("Bob", invite.link, table)
        try await announce("Eve", invite.link, table)
        #expect(try await alice.sync(in: table.group).admitted.isEmpty)
        let joins = try await alice.log(in: table.group).filter { $0.kindName == "MemberJoined" }
        #expect(joins.count == 2)
        await table.closeAll()
    }

    @Test("expiry: refused when parsed and again at yes; admitted by itself for a day after")
    func expiry() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 60, in: table.group)
        let preview = try await bob.previewInvite(invite.link)
        #expect(!preview.isExpired)
        table.clock.advance(seconds: 59)
        #expect(try await !bob.previewInvite(invite.link).isExpired)
        table.clock.advance(seconds: 1)
        #expect(try await bob.previewInvite(invite.link).isExpired)
        let bytes = try contents(of: table.homePath("Bob"))
        let late = try await failure { _ = try await bob.join(preview, folder: table.storePath) }
        #expect(late.message.contains("expired"), "\(late)")
        #expect(try await bob.groups().isEmpty)
        #expect(try contents(of: table.homePath("Bob")) == bytes)
        #expect(try await alice.invites(in: table.group).first?.status == .expired)

        // Joined in time, seen by the organiser late: within a day by itself, then asked.
        for (name, hours, admitted) in [("May", 23, 1), ("Eve", 25, 0)] {
            let invite = try await alice.issueInvite(name: name, ttl: 60, in: table.group)
            try await announce(name, invite.link, table)
            table.clock.advance(seconds: Int64(hours) * 3_600)
            #expect(try await alice.sync(in: table.group).admitted.count == admitted, "\(name)")
        }
        let eve = try await table.party("Eve")
        _ = try await alice.admit(eve, in: table.group)
        #expect(try await alice.view(table.group).member(eve)?.status == .active)
        await table.closeAll()
    }

    @Test("a revoked invite lets nobody in, whenever they joined")
    func revoked() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        try await announce("Bob", invite.link, table)
        _ = try await alice.revokeInvite("Bob", in: table.group)
        #expect(try await alice.sync(in: table.group).admitted.isEmpty)
        #expect(try await alice.invites(in: table.group).first?.status == .revoked)
        let bob = try await table.party("Bob")
        let refused = try await failure { _ = try await alice.admit(bob, in: table.group) }
        #expect(refused.code == "INVITE_REVOKED")
        let twice = try await failure { _ = try await alice.revokeInvite("Bob", in: table.group) }
        #expect(twice.code == "NO_INVITE")
        // The join that failed leaves the way open for a fresh one.
        let fresh = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        try await announce("Bob", fresh.link, table)
        #expect(try await alice.sync(in: table.group).admitted == [bob])
        await table.closeAll()
    }

    @Test("a link is kept nowhere in the home that made it")
    func linkIsNotKept() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        await table.close("Alice")
        let secret = invite.link.utf8.suffix(40)
        for (name, bytes) in try contents(of: table.homePath("Alice")) {
            #expect(!bytes.contains(secret), "\(name)")
        }
        await table.closeAll()
    }

    @Test("looking at a link writes nothing")
    func previewWritesNothing() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        let home = try contents(of: table.homePath("Bob"))
        let store = try contents(of: table.storePath)
        for text in [invite.link, invite.qrText, " “\(invite.link)”.\n"] {
            let preview = try await bob.previewInvite(text)
            #expect(preview.invite.groupName == "Dublin4Ever" && !preview.isKnownGroup)
        }
        for text in ["", "fen://join#s=", String(invite.link.dropLast(20)), "https://example.org"] {
            let error = try await failure { _ = try await bob.previewInvite(text) }
            #expect(error.status == .failed || error.status == .usage)
        }
        #expect(try contents(of: table.homePath("Bob")) == home)
        #expect(try contents(of: table.storePath) == store)
        #expect(try await bob.groups().isEmpty)
        let noFolder = try await failure {
            _ = try await bob.join(try await bob.previewInvite(invite.link), folder: nil)
        }
        #expect(noFolder.code == "FOLDER_NEEDED" && noFolder.status == .usage)
        let noStore = try await failure {
            _ = try await bob.join(
                try await bob.previewInvite(invite.link), folder: table.folder.file("nowhere"))
        }
        #expect(noStore.status == .network)
        #expect(try await bob.groups().isEmpty)
        #expect(try contents(of: table.homePath("Bob")) == home)
        await table.closeAll()
    }

    @Test("everything a joiner typed while waiting counts, however much it was")
    func longWait() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let may = try await table.join("May")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        try await announce("Bob", invite.link, table)
        for number in 1...80 {
            try await table.spend("Bob", "Round \(number)", 100, among: ["Alice"])
        }
        let bob = try await table.party("Bob")
        #expect(try await table.open("Bob").balances(in: table.group).isWaiting)
        // Her device keeps 64 of a stranger's lines and reads the rest once he is in.
        #expect(try await may.sync(in: table.group).admitted.isEmpty)
        #expect(try await may.log(author: bob, in: table.group).count == 64)
        #expect(try await alice.sync(in: table.group).admitted == [bob])
        _ = try await may.sync(in: table.group)
        for engine in [alice, may] {
            #expect(try await engine.log(author: bob, in: table.group).count == 81)
            #expect(try await balance(engine, bob, in: table.group) == 4_000)
        }
        await table.closeAll()
    }

    private func announce(_ name: String, _ link: String, _ table: Table) async throws {
        let engine = try await table.open(name)
        _ = try await engine.join(try await engine.previewInvite(link), folder: table.storePath)
    }
}

/// Every file below a folder, by path, with its bytes.
func contents(of folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
        let whole = folder + "/" + path
        guard !whole.hasSuffix("-shm") else { continue }
        files[path] = (try? Data(contentsOf: URL(fileURLWithPath: whole))).map { [UInt8]($0) }
    }
    return files
}
