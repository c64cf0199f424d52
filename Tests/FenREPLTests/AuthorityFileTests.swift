import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// A server whose certificate is of its owner's own, with an authority that no machine knows.
@Suite(
    "A store with an authority of its own",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct AuthorityFileTests {
    @Test("its owner names the file, each member names their own, and no invite carries it")
    func story() async throws {
        let world = try World()
        let server = try NextcloudServer(tls: world.folder)
        let (file, other) = (server.script.text("authority"), server.script.text("other"))
        let password = "app-password-of-ada"
        let alice = try await world.person(
            "Alice", asker: Script(["Alice", password, password]))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        let typed = "/backend nextcloud \(server.origin) user=ada"
        await alice.fails(typed, status: 3, "authority's file")
        await alice.fails("\(typed) ca=\(world.folder)/nothing", status: 2, "cannot be read")
        await alice.fails("\(typed) ca=\(file).key", status: 2)
        await alice.fails("\(typed) ca=", status: 2)
        let pin = String(repeating: "0", count: 64)
        await alice.fails("\(typed) ca=\(file) pin=\(pin)", status: 2, "Leave one out")
        await alice.fails("/backend ca=\(file)", status: 2, "no server")
        await alice.fails(
            "/backend folder \(world.folder)/x ca=\(file)", status: 2, "there is none")
        var said = await alice.types("\(typed) ca=\(file)").lines
        #expect(said.contains { $0.contains("(ready)") })
        said = await alice.types("/backend").lines
        #expect(said.contains { $0.contains("Who that server is") })
        let link = try #require(await alice.types("/invite Bob").mainValue)

        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        said = await bob.types("/join \(link) ca=\(file) --yes").lines
        await bob.types("+ 21.60 Guinness")
        await bob.types("/sync")
        #expect(await alice.types("/sync").lines.contains("Bob is in."))
        await bob.types("/sync")
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)

        // The link is set right with the file that is kept, and taken back the server is unknown.
        said = await alice.types("/backend nextcloud").lines
        #expect(said.contains { $0.contains("nobody needs a fresh invite") })
        await bob.types("/backend ca=off")
        await bob.fails("/sync", status: 3, "cannot prove to be the store")
        await bob.types("/backend ca=\(other)")
        await bob.fails("/sync", status: 3, "cannot prove to be the store")
        said = await bob.types("/backend ca=\(file)").lines
        #expect(said.contains { $0.contains("(ready)") })
        await bob.types("+ 5 Tea")
        await bob.types("/sync")

        // Who joins without the file is in as soon as it is named.
        let second = try #require(await alice.types("/invite Cara").mainValue)
        let cara = try await world.person("Cara")
        _ = await cara.session.begin()
        await cara.types("/join \(second) --yes")
        await cara.fails("/sync", status: 3, "authority's file")
        await cara.types("/backend ca=\(file)")
        #expect(await alice.types("/sync").lines.contains("Cara is in."))
        await cara.types("/sync")
        #expect(await cara.types("/dump").lines == alice.types("/dump").lines)
        said = await cara.types("/backend --json").lines
        #expect(said.joined().contains("\"authorities\":\"\(file)\""))
    }
}
