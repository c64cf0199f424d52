import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// What members do when a Nextcloud refuses them: each refused request counts against everybody at
/// their address.
@Suite(
    "A Nextcloud that refuses",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct ShareStandingTests {
    let table: ShareTests
    var server: NextcloudServer { table.server }

    init() throws { table = try ShareTests() }

    /// The organiser and a member, both even with the store, and the link's token.
    private func pair() async throws -> (alice: Person, bob: Person, token: String) {
        let alice = try await table.organiser()
        let bob = try await table.member("Bob", of: alice)
        let token = try #require(try await server.state().shares.first)
        _ = try await server.log()
        return (alice, bob, token)
    }

    @Test("one wrong password, then silence, also of the next process, until a person acts")
    func changedPassword() async throws {
        let (alice, bob, token) = try await pair()
        try await server.control(
            "edit-share", ["token": token, "password": "something else", "permissions": 1])
        await bob.fails("/sync", status: 3, "link and password")
        #expect(try await server.log().map(\.status) == [401])
        await bob.types("+ 5 Tea")
        await bob.fails("/sync", status: 3, "link and password")
        #expect(await bob.types("/backend").lines.contains { $0.contains("then /retry") })
        await bob.session.close()
        let again = try await table.world.person("Bob")
        _ = await again.session.begin()
        await again.types("/use Trip")
        await again.types("+ 6 Cake")
        await again.fails("/sync", status: 3, "link and password")
        #expect(try await server.log().isEmpty)
        await again.fails("/retry", status: 3, "link and password")
        #expect(try await server.log().map(\.status) == [401])

        // Its owner sets the link right, and nobody needs a fresh invite.
        let mended = await alice.types("/backend nextcloud").lines
        #expect(mended.contains { $0.contains("nobody needs a fresh invite") })
        await again.types("/retry")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Cake") })
        #expect(await again.types("/dump").lines == alice.types("/dump").lines)
    }

    @Test("during a block nothing is asked, whatever is typed and by whichever process")
    func block() async throws {
        let (_, bob, _) = try await pair()
        try await server.set(["tooMany": true])
        await bob.fails("/sync", status: 3, "shut out")
        #expect(try await server.log().map(\.status) == [429])
        for line in ["/sync", "/retry"] { await bob.fails(line, status: 3) }
        await bob.types("+ 5 Tea")
        await bob.session.close()
        table.world.wait(minutes: 28)
        let again = try await table.world.person("Bob")
        _ = await again.session.begin()
        await again.types("/use Trip")
        for line in ["/sync", "/retry"] { await again.fails(line, status: 3) }
        #expect(await again.types("/backend").lines.contains { $0.contains("shut out") })
        #expect(try await server.log().isEmpty)

        try await server.set(["tooMany": false])
        table.world.wait(minutes: 3)
        await again.types("/sync")
        #expect(await again.types("/backend").lines.contains { $0.contains("(ready)") })
        #expect(await again.types("/status --json").lines.joined().contains("\"unsynced\":0"))
    }

    @Test("a link that is gone: its owner makes another, and a fresh invite leads to it")
    func deletedShare() async throws {
        let (alice, bob, token) = try await pair()
        await bob.types("+ 5 Tea")
        try await server.control("delete-share", ["token": token])
        await bob.fails("/sync", status: 3, "link and password")
        await bob.types("+ 6 Cake")
        let made = await alice.types("/backend nextcloud").lines
        #expect(made.contains { $0.contains("with a password of its own") })
        let link = try #require(await alice.types("/invite Bob").mainValue)
        await bob.types("/join \(link) --yes")
        await bob.types("/sync")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Cake") })
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
        #expect(try await server.state().failures == 1)
    }

    @Test("a full account, maintenance and a folder that is gone are named, and all is sent later")
    func passing() async throws {
        let (alice, bob, _) = try await pair()
        let used = try await server.state().files.values.reduce(0, +)
        try await server.set(["quota": used + 10])
        await bob.types("+ 5 Tea")
        await bob.fails("/sync", status: 3, "full")
        #expect(await bob.types("/backend").lines.contains { $0.contains("is full") })
        try await server.set(["quota": NSNull(), "maintenance": "html"])
        await bob.fails("/retry", status: 3, "looked after")
        try await server.set(["maintenance": NSNull()])
        await bob.types("/retry")
        #expect(await bob.types("/backend").lines.contains { $0.contains("(ready)") })
        await alice.types("/sync")
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
        try await server.control("remove", ["path": "groups"])
        await bob.fails("/sync", status: 3, "no longer on the Nextcloud")
        #expect(await bob.types("/expenses").lines.contains { $0.contains("Tea") })
    }

    @Test("a full store can be joined and read")
    func fullFromTheStart() async throws {
        let alice = try await table.organiser()
        await alice.types("+ 10 Taxi")
        await alice.types("/sync")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let used = try await server.state().files.values.reduce(0, +)
        try await server.set(["quota": used])
        let bob = try await table.world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes")
        #expect(await bob.types("/expenses").lines.contains { $0.contains("Taxi") })
        try await server.set(["quota": NSNull()])
        await bob.types("/retry")
        #expect(await alice.types("/sync").lines.contains("Bob is in."))
    }
}
