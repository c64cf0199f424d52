import TestSupport
import Testing

@testable import FenREPL

/// A group whose logs travel through a bucket of a real server.
@Suite("A group and its bucket")
struct BucketTests {
    static let servers: [S3Server] = [.radosgw, .rclone, .moto].filter(\.isThere)

    @Test(
        "a joiner needs the invite and nothing else; both see the same, and no secret is shown",
        .enabled(if: !servers.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: servers)
    func story(_ server: S3Server) async throws {
        let world = try World()
        let alice = try await world.person("Alice", asker: Script(["Alice", server.secret]))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        var said = await alice.types("/backend s3 \(server.typed)").lines
        #expect(said.contains { $0.contains("(ready)") })
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        said += await bob.types("/join \(link) --yes").lines
        await bob.types("+ 21.60 Guinness")
        await bob.types("/sync")
        said += await alice.types("/sync").lines
        #expect(said.contains("Bob is in."))
        await alice.types("+ 10 Taxi")
        said += await alice.types("/sync").lines + bob.types("/sync").lines
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
        #expect(await bob.types("/fingerprint").lines == alice.types("/fingerprint").lines)
        let status = await bob.types("/status").lines
        said += status + (await bob.types("/backend --json").lines)
        #expect(said.contains { $0.contains("\"kind\":\"s3\"") })
        for line in said { #expect(!line.contains(server.secret)) }
    }

    @Test(
        "a wrong secret, bucket or address is said, and the group keeps the store it had",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"))
    func refused() async throws {
        let server = S3Server.radosgw
        let world = try World()
        let alice = try await world.person(
            "Alice", asker: Script(["Alice", "hunter2", server.secret]))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/store")
        await alice.fails("/backend s3 \(server.typed)", status: 3, "secret key does not fit")
        let wrong = server.typed.replacing("bucket=fen", with: "bucket=nobody-has-it")
        await alice.fails("/backend s3 \(wrong)", status: 3, "no bucket of that name")
        await alice.fails(
            "/backend s3 http://s3.example.org bucket=b key=k", status: 2, "begins with https://")
        await alice.fails(
            "/backend s3 http://127.0.0.1:9 bucket=b key=k pin=\(String(repeating: "0", count: 64))",
            status: 2, "an http address has none")
        await alice.fails(
            "/backend s3 https://s3.example.org bucket=../x key=k", status: 2, "no name of a bucket"
        )
        await alice.fails("/backend s3 \(server.typed) unknown=3", status: 2, "unknown=3")
        await alice.fails("/backend s3 \(server.typed) secret=x", status: 2, "not belong in a line")
        await alice.fails("/backend s3 https://s3.example.org", status: 2, "missing")
        await alice.fails("/backend s3 \(server.typed) style=other", status: 2, "path or host")
        await alice.fails("/backend s3 \(server.typed) pin=12", status: 2, "no SHA-256")
        await alice.fails("/backend s3 \(server.typed)", status: 2, "No secret key")
        #expect(await alice.types("/backend").lines.contains { $0.contains("the folder") })
    }

    @Test(
        "the organiser moves the group to a bucket: who reads it goes after, and no secret is shown",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"))
    func followed() async throws {
        let world = try World()
        let secret = S3Server.radosgw.secret
        let (alice, bob) = try await StoryTests.pair(
            world, group: "Trip EUR", asker: Script(["Alice", secret]))
        await bob.types("+ 8 Stamps")
        var said = await alice.types("/backend s3 \(S3Server.radosgw.typed)").lines
        #expect(said.contains { $0.contains("through the bucket") && $0.contains("(ready)") })
        await alice.types("+ 12 Taxi")
        said += await bob.types("/sync").lines
        let backend = await bob.types("/backend").lines
        #expect(backend.contains { $0.contains("through the bucket") })
        #expect(await bob.types("/expenses").lines.contains { $0.contains("Taxi") })
        await alice.types("/sync")
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
        let log = await bob.types("/log --json").lines.joined()
        #expect(log.contains("StorageKeyRotated"))
        for line in ["/log Alice", "/history 50", "/status", "/log --json"] {
            said += await bob.types(line).lines
        }
        // The move itself, taken apart: its credentials are not for the screen.
        #expect(await bob.types("/inspect alice:4").lines.joined().contains("(not shown)"))
        for seq in 1...5 { said += await bob.types("/inspect alice:\(seq)").lines }
        for line in said { #expect(!line.contains(secret)) }
    }

    @Test(
        "from the folder to the bucket and away: nothing is lost",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"))
    func moves() async throws {
        let world = try World()
        let secret = S3Server.radosgw.secret
        let alice = try await world.person("Alice", asker: Script(["Alice", secret, secret]))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/backend folder \(world.folder)/store")
        await alice.types("+ 12 Taxi")
        await alice.types("/sync")
        await alice.types("/backend s3 \(S3Server.radosgw.typed)")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let bob = try await world.person("Bob")
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes")
        #expect(await bob.types("/expenses").lines.contains { $0.contains("Taxi") })
        await alice.types("/backend none")
        let unsynced = await alice.types("/status --json").lines.joined()
        // What went through the bucket has been given away, whatever is bound now.
        #expect(unsynced.contains("\"unsynced\":0"))
        await alice.types("/backend s3 \(S3Server.radosgw.typed)")
        await alice.types("/sync")
        await bob.types("/sync")
        #expect(await bob.types("/dump").lines == alice.types("/dump").lines)
    }
}
