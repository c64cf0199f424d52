import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// A group whose logs travel through the Nextcloud of its organiser.
@Suite(
    "A group and its Nextcloud",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct ShareTests {
    let server: NextcloudServer
    let world: World

    init() throws {
        server = try NextcloudServer()
        world = try World()
    }

    /// The organiser, with a group that travels through the server; `secrets` are what she is asked.
    func organiser(
        _ secrets: [String] = ["app-password-of-ada"], binds: Bool = true
    ) async throws -> Person {
        let alice = try await world.person("Alice", asker: Script(["Alice"] + secrets))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        if binds { await alice.types("/backend nextcloud \(server.origin) user=ada") }
        return alice
    }

    /// A member, by an invite alone.
    func member(_ name: String, of alice: Person) async throws -> Person {
        let link = try #require(await alice.types("/invite \(name)").mainValue)
        let person = try await world.person(name)
        _ = await person.session.begin()
        await person.types("/join \(link) --yes")
        await alice.types("/sync")
        await person.types("/sync")
        return person
    }

    /// What was sent as a password, by the requests that the server has seen.
    static func passwords(_ requests: [NextcloudServer.Seen]) -> Set<String> {
        let words = requests.compactMap { seen -> String? in
            let header = seen.headers["authorization"]?.split(separator: " ").last ?? ""
            guard let pair = Data(base64Encoded: String(header)) else { return nil }
            return String(decoding: pair, as: UTF8.self).split(separator: ":", maxSplits: 1).last
                .map(String.init)
        }
        return Set(words)
    }

    /// Every byte of a person's home.
    func home(_ name: String) throws -> Data {
        let folder = URL(filePath: world.folder).appending(path: name.lowercased())
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return files.reduce(into: Data()) { all, file in
            all += (try? Data(contentsOf: folder.appending(path: file))) ?? Data()
        }
    }

    @Test(
        "a joiner needs the invite and nothing else, on either endpoint; no secret is shown",
        arguments: [34, 27])
    func story(_ version: Int) async throws {
        try await server.set(["version": version])
        let alice = try await organiser(binds: false)
        var said = await alice.types("/backend nextcloud \(server.origin) user=ada").lines
        #expect(said.contains { $0.contains("Nextcloud at \(server.origin) (ready)") })
        #expect(said.contains { $0.contains("Nextcloud \(version).0.1") })
        let link = try #require(await alice.types("/invite Bob").mainValue)
        var seen = try await server.log()
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        said += await bob.types("/check \(link)").lines
        #expect(said.contains { $0.contains("Store: Nextcloud share at \(server.origin)") })
        said += await bob.types("/join \(link) --yes").lines
        await bob.types("+ 21.60 Guinness")
        await bob.types("/sync")
        said += await alice.types("/sync").lines
        #expect(said.contains("Bob is in."))
        await alice.types("+ 10 Taxi")
        said += await alice.types("/sync").lines + bob.types("/sync").lines
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
        #expect(await bob.types("/fingerprint").lines == alice.types("/fingerprint").lines)
        for person in [alice, bob] {
            for line in [
                "/status", "/backend", "/backend --json", "/wire last", "/wire last --json",
                "/inspect bob:1", "/log", "/invites", "/check \(link) --json",
            ] { said += await person.types(line).lines }
        }
        #expect(said.contains { $0.contains("\"kind\":\"nextcloud\"") })

        // Members and the organiser go by the link; the account is asked for the link alone.
        seen += try await server.log()
        let byLink = seen.filter { $0.target.hasPrefix("/public.php/") }
        let byAccount = seen.filter { !$0.target.hasPrefix("/public.php/") }
        #expect(byAccount.allSatisfy { !$0.target.contains(".jsonl") })
        let state = try await server.state()
        #expect(state.files.keys.filter { $0.hasSuffix(".jsonl") }.count == 2)
        #expect(state.failures == 0 && state.loginFailures == 0)
        let secrets = Self.passwords(byLink).union(state.shares).union(["app-password-of-ada"])
        #expect(secrets.count == 3)
        for line in said {
            for secret in secrets { #expect(!line.contains(secret), "\(line)") }
        }
        // The account's password is on its owner's device and nowhere else.
        #expect(try home("Alice").range(of: Data("app-password-of-ada".utf8)) != nil)
        #expect(try home("Bob").range(of: Data("app-password-of-ada".utf8)) == nil)
        for name in ["Alice", "Bob"] {
            let folder = "\(world.folder)/\(name.lowercased())"
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
                let mode = try #require(facts[.posixPermissions] as? Int)
                #expect(mode & 0o077 == 0, "\(file)")
            }
        }
    }

    @Test("the account's own password is changed for an app password, and forgotten")
    func appPassword() async throws {
        let alice = try await organiser(["an account's password"], binds: false)
        let address = "\(server.origin)/index.php/apps/files"
        let made = await alice.types("/backend nextcloud \(address) user=ada@example.org")
        #expect(made.lines.joined(separator: " ").contains("only that is kept here"))
        let word = Data("an account's password".utf8)
        #expect(try home("Alice").range(of: word) == nil)
        // What is kept serves: the link's password is set anew without a question.
        let mended = await alice.types("/backend nextcloud --json").lines.joined()
        #expect(mended.contains("\"new_link\":false") && mended.contains("\"owner\":true"))
        await alice.types("/backend none")
        await alice.fails("/backend nextcloud", status: 2, "no account")
        let shown = mended + made.lines.joined()
        #expect(!shown.contains("an account's password") && !shown.contains("ada@example"))
    }

    @Test("what stands in the way is said in plain words, and the group keeps the store it had")
    func refused() async throws {
        let alice = try await organiser(Array(repeating: "app-password-of-ada", count: 5))
        await alice.types("/backend folder \(world.folder)/store")
        let line = "/backend nextcloud \(server.origin) user=ada"
        let before = try await server.state().shares
        for (switches, word) in [
            (["links": false], "share by link"), (["quota": 1000], "no room left"),
            (["maintenance": "xml"], "looked after"), (["publicUpload": false], "be written"),
        ] as [([String: any Sendable], String)] {
            try await server.set([
                "links": true, "quota": NSNull(), "maintenance": NSNull(),
            ])
            try await server.set(switches)
            await alice.fails(line, status: 3, word)
        }
        // Nobody is left to be asked.
        await alice.fails(line, status: 2, "No app password")
        await alice.fails("/backend nextcloud \(server.origin)", status: 2, "log in with")
        await alice.fails("/backend nextcloud", status: 2, "no account")
        await alice.fails("\(line) password=x", status: 2, "not belong in a line")
        await alice.fails("\(line) pin=12", status: 2, "no SHA-256")
        await alice.fails("/backend nextcloud user=ada", status: 2, "address is missing")
        await alice.fails("/backend nextcloud http://h.example", status: 2, "https://")
        await alice.fails("/backend nextcloud ftp://h.example", status: 2, "browser")
        await alice.fails("\(line) two words", status: 2, "one address")
        #expect(try await server.state().shares == before)
        #expect(await alice.types("/backend").lines.contains { $0.contains("the folder") })
    }

    @Test("a link that the server ends by itself is told, when it is made and later")
    func expiry() async throws {
        try await server.set(["expireDays": 30])
        let alice = try await organiser(binds: false)
        let made = await alice.types("/backend nextcloud \(server.origin) user=ada").lines
        #expect(made.contains { $0.contains("after 30 days") })
        #expect(made.contains { $0.contains("ends the link by itself on 20") })
        let later = await alice.types("/backend --json").lines.joined()
        #expect(later.contains("\"ends_on\":\"20"))
    }

    @Test("a certificate of the owner's own, by its key, which the invite carries")
    func pin() async throws {
        let folder = world.folder + "/tls"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let secure = try NextcloudServer(tls: folder)
        let secrets = ["app-password-of-ada", "app-password-of-ada"]
        let alice = try await organiser(secrets, binds: false)
        let line = "/backend nextcloud \(secure.origin) user=ada"
        await alice.fails(line, status: 3, "cannot prove to be the store")
        await alice.types("\(line) pin=\(secure.script.text("key"))")
        let bob = try await member("Bob", of: alice)
        await bob.types("+ 5 Tea")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Tea") })
    }

    @Test("a wrong app password is said once and kept nowhere")
    func wrongAppPassword() async throws {
        let alice = try await organiser(["not this one"], binds: false)
        let line = "/backend nextcloud \(server.origin) user=ada"
        await alice.fails(line, status: 3, "name and app password")
        let seen = try await server.log()
        #expect(seen.filter { $0.headers["authorization"] != nil }.count == 1)
        #expect(try home("Alice").range(of: Data("not this one".utf8)) == nil)
        #expect(await alice.types("/backend").lines.contains { $0.contains("no store") })
    }
}
