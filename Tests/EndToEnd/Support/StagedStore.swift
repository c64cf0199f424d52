import Foundation
import TestSupport

/// A store on a server as a story needs it: on a stage where it can be out of reach, come back, and
/// be gone.
protocol StagedStore: Sendable {
    /// What the tables' names stand for, as `fen table --with FILE` reads it.
    var names: [String: String] { get }
    /// What may be shown nowhere.
    var secret: String { get }
    /// The way to the server, whose mood decides what comes of it.
    var way: ScriptServer { get }
    /// What its owner does who gives the store up.
    func remove() async throws
    /// Writes the group's objects into a folder, not by the program under test.
    func fetch(into folder: String) async throws
}

extension StagedStore {
    /// Where members look for the server.
    var address: String { "http://127.0.0.1:\(way.port)" }

    /// A way to a port of this machine that breaks when it is told to, and not by itself.
    static func way(to port: Int) throws -> ScriptServer {
        try ScriptServer("cutting_proxy.py", [String(port), "0", "0"])
    }
}

/// A bucket of its own in one of the S3 servers.
struct StagedBucket: StagedStore {
    let bucket: TestBucket
    let way: ScriptServer
    let secret: String
    private let key: String

    /// Under the server's own key, or under another of the bucket's owner.
    init(_ server: S3Server, key: BucketKey? = nil) throws {
        bucket = try TestBucket(server)
        way = try Self.way(to: server.port)
        self.key = key?.name ?? server.key
        secret = key?.secret ?? server.secret
    }

    var names: [String: String] {
        [
            "store": words(key: key), "here": "", "secret": secret, "kind": "s3",
            "shown": "through the bucket \(bucket.name) at \(address)",
            "remains": "Bob still knows the bucket's key",
        ]
    }

    /// What stands behind `/backend` for this bucket under a key.
    func words(key: String) -> String { "s3 \(address) bucket=\(bucket.name) key=\(key)" }

    func remove() throws { try bucket.order("remove") }
    func fetch(into folder: String) throws { try bucket.order("fetch", folder) }
}

/// The stand-in for a Nextcloud.
struct StagedCloud: StagedStore {
    let server: NextcloudServer
    let way: ScriptServer

    init() throws {
        server = try NextcloudServer()
        way = try Self.way(to: server.script.port)
    }

    var secret: String { server.script.text("appPassword") }
    var names: [String: String] {
        [
            "store": "nextcloud \(address) user=\(server.script.text("user"))", "here": "",
            "secret": secret, "kind": "nextcloud", "shown": "through the Nextcloud at \(address)",
        ]
    }

    func remove() async throws { try await server.control("remove", ["path": "groups"]) }

    func fetch(into folder: String) async throws {
        for name in try await server.state().files.keys {
            let path = URL(filePath: folder).appending(path: name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(try await server.content(of: name)).write(to: path)
        }
    }
}
