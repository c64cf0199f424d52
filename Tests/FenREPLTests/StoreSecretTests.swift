import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine
@testable import FenREPL

/// The secret key of a bucket: it opens the store for a whole group, so nothing shows it.
@Suite("The secret key of a store")
struct StoreSecretTests {
    static let servers: [S3Server] = [.radosgw, .rclone, .moto].filter(\.isThere)

    /// What every person can be shown after anything has happened.
    private func everything(
        _ alice: Person, _ world: World
    ) async throws -> [String] {
        var said: [String] = []
        let report = world.folder + "/report"
        for line in [
            "/backend", "/backend --json", "/status", "/status --json", "/sync", "/sync --json",
            "/retry", "/retry --json", "/wire last", "/wire last --json", "/groups --json",
            "/settings --json", "/set --json", "/diagnostics \(report) --yes", "/help backend",
            "/history 30", "/log", "/dump", "/export \(world.folder)/plain --yes",
            "/export \(world.folder)/archive events --yes",
        ] {
            let outcome = await alice.session.execute(line)
            said += outcome.lines + outcome.errorLines + outcome.json
        }
        for file in ["report", "plain", "archive"] {
            said.append(try String(contentsOfFile: world.folder + "/" + file, encoding: .utf8))
        }
        return said
    }

    private func expectHidden(
        _ secret: String, in said: [String], _ world: World,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let escaped = secret.replacing("/", with: "%2F").replacing("+", with: "%2B")
        for line in said {
            #expect(
                !line.contains(secret) && !line.contains(escaped), sourceLocation: sourceLocation)
        }
        // Only the database may hold it, and that is this person's alone, like all of the home.
        let home = world.folder + "/alice"
        for name in try FileManager.default.subpathsOfDirectory(atPath: home) {
            let path = home + "/" + name
            #expect(try mode(of: path) & 0o077 == 0, "\(name)", sourceLocation: sourceLocation)
            guard !name.hasPrefix("fen.db") else { continue }
            let bytes = try Data(contentsOf: URL(filePath: path))
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
        #expect(try mode(of: home) & 0o077 == 0, sourceLocation: sourceLocation)
    }

    @Test(
        "it stands nowhere, after real traffic with a real server",
        .enabled(if: !servers.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: servers)
    func traffic(_ server: S3Server) async throws {
        let world = try World()
        let alice = try await world.person("Alice", asker: Script(["Alice", server.secret]))
        _ = await alice.session.begin()
        let engine = await alice.session.engine
        engine.watchWire(true)
        await alice.types("/new Trip EUR")
        var said = await alice.types("/backend s3 \(server.typed)").lines
        await alice.types("+ 12 Tea")
        said += try await everything(alice, world)
        await engine.close()
        for await notice in engine.notices {
            said += await alice.session.lines(for: notice) + ["\(notice)"]
        }
        #expect(said.contains { $0.contains("\"kind\":\"s3\"") })
        try expectHidden(server.secret, in: said, world)
    }

    /// Buckets whose name makes the server do something else than a store: it says what it was
    /// sent, speaks no HTTP, sends elsewhere, or fails.
    static let buckets = ["echo", "garbage", "redirect", "none-such"]

    @Test(
        "it stands nowhere, whatever a server answers",
        .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"), arguments: buckets)
    func oddServers(_ bucket: String) async throws {
        let server = try ScriptServer("faulty_http.py")
        let world = try World()
        let secret = DiagnosticsTests.secret
        let alice = try await world.person("Alice", asker: Script(["Alice", secret]))
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        let endpoint = "http://127.0.0.1:\(server.port)"
        let refused = await alice.session.execute("/backend s3 \(endpoint) bucket=\(bucket) key=AK")
        var said = refused.lines + refused.errorLines + refused.json
        #expect(refused.exitCode == 3)
        let id = try #require(try await alice.session.currentGroup())
        try await alice.session.engine.bind(
            id,
            to: StoreTarget(
                .s3(
                    S3Store(
                        endpoint: endpoint, region: "us-east-1", bucket: bucket, accessKeyID: "AK",
                        secretAccessKey: secret, pathStyle: true, pin: nil))), by: .person)
        await alice.types("+ 12 Tea")
        said += try await everything(alice, world)
        #expect(said.contains { $0.contains("\"kind\":\"s3\"") })
        try expectHidden(secret, in: said, world)
    }

    @Test("it is asked for, and no line that could hold one is kept in the history")
    func history() {
        for line in [
            "/backend s3 https://s3.example.org bucket=b key=k secret=\(DiagnosticsTests.secret)",
            "/back s3 https://s3.example.org SECRET=x", "hello secret=x",
        ] {
            #expect(!HistoryFilter.keeps(line), "\(line)")
        }
        #expect(HistoryFilter.keeps("/backend s3 https://s3.example.org bucket=b key=k"))
    }
}
