import Foundation
import TestSupport
import Testing

/// A member whose group travels through a bucket, and the way of this member's own to it, which is
/// down, breaks or holds as the test says.
final class StoreMember: WritingMember {
    private let way: ScriptServer
    /// What has become of the connections on the way, by what the proxy calls it.
    private(set) var connections: [String: Int] = [:]

    /// Starts a process on a home, with a calm way to a port of this machine.
    init(_ name: String, home: String, port: Int, seed: Int) throws {
        // A third of what hangs on it is cut within 256 KB and the rest within 4 MB; some of it is
        // slow, and some is answered 503.
        way = try ScriptServer(
            "cutting_proxy.py",
            [port, seed, 330].map(String.init)
                + ["--life", "4194304", "--slow", "100", "--busy", "100"])
        try way.tell("calm")
        try super.init(name, home: home)
    }

    /// Binds a bucket by this member's way to it.
    func bind(_ bucket: TestBucket) throws {
        type(
            "/backend s3 http://127.0.0.1:\(way.port) bucket=\(bucket.name) key=\(bucket.server.key)",
            bucket.server.secret, mayFail: false)
        collect()
    }

    /// Joins by an invite, by this member's way to its store.
    func join(by link: String) throws {
        try ask("/join \(Detour.link(link, throughPort: way.port))")
    }

    /// Changes the mood of the way, which drops what hangs on it.
    func finds(_ mood: String) throws { connections = try way.tell(mood) }

    /// Types that this member syncs, without waiting; over a way that breaks that may fail.
    func sync() { type("/sync", mayFail: true) }
}
