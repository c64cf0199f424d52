import FenHTTP
import TestSupport
import Testing

@testable import FenStorage

@Suite("S3 keeps the contract")
struct S3ConformanceTests {
    /// A bucket as the engine uses one: what passes by itself is tried again. Ceph says 500 now and
    /// then to one of two who write at once; rclone writes files in place, and cuts a reader short.
    static func patient(_ bucket: S3Backend, attempts: Int = 20) -> RetryBackend {
        RetryBackend(
            bucket, attempts: attempts, longestWait: .seconds(100_000),
            sleep: { _ in try await Task.sleep(for: .milliseconds(2)) })
    }

    static func run(_ item: StorageConformance.Case, on place: S3Place) async throws {
        try await item.run(on: patient(try await probed(S3Backend(place, pageSize: 7))))
    }

    /// Probes with the same patience.
    private static func probed(_ bucket: S3Backend) async throws(StorageError) -> S3Backend {
        for _ in 0..<20 {
            do throws(StorageError) {
                return try await bucket.probed()
            } catch {
                guard error.isTransient else { throw error }
            }
        }
        return try await bucket.probed()
    }

    @Test(
        "radosgw", .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"),
        arguments: StorageConformance.all)
    func radosgw(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: try S3Server.radosgw.place())
    }

    @Test(
        "radosgw, the bucket in the host's name",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"),
        arguments: StorageConformance.all)
    func virtualHost(_ item: StorageConformance.Case) async throws {
        var place = try S3Server.radosgw.place()
        place.endpoint = "http://s3.localhost:\(S3Server.radosgw.port)"
        place.pathStyle = false
        try await Self.run(item, on: place)
    }

    @Test(
        "radosgw, nothing known of its conditions",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"),
        arguments: StorageConformance.all)
    func unprobed(_ item: StorageConformance.Case) async throws {
        try await item.run(on: Self.patient(try S3Backend(try S3Server.radosgw.place())))
    }

    @Test(
        "rclone", .enabled(if: S3Server.rclone.isThere, "\(S3Server.rclone.whySkipped)"),
        arguments: StorageConformance.all)
    func rclone(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: try S3Server.rclone.place())
    }

    @Test(
        "moto", .enabled(if: S3Server.moto.isThere, "\(S3Server.moto.whySkipped)"),
        arguments: StorageConformance.all)
    func moto(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: try S3Server.moto.place())
    }

    @Test(
        "radosgw over a line that breaks at random bytes in both directions",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"),
        arguments: StorageConformance.all)
    func cut(_ item: StorageConformance.Case) async throws {
        var random = SeededGenerator(for: "cut: \(item.name)")
        let proxy = try ScriptServer(
            "cutting_proxy.py",
            [String(S3Server.radosgw.port), String(random.below(1 << 30)), "250"])
        var place = try S3Server.radosgw.place()
        place.endpoint = "http://127.0.0.1:\(proxy.port)"
        let bucket = try S3Backend(place, honoursConditions: true, client: HTTPClient())
        try await item.run(on: Self.patient(bucket, attempts: 40))
        withExtendedLifetime(proxy) {}
    }

    @Test("What the probe finds: who honours conditions and who writes over without a word")
    func probes() async throws {
        for (server, honours) in [(S3Server.radosgw, true), (.rclone, false), (.moto, true)]
        where server.isThere {
            let bucket = try await S3Backend(try server.place()).probed()
            #expect(bucket.honoursConditions == honours, "\(server)")
        }
    }

    @Test(
        "The probe leaves nothing behind",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"))
    func probeIsClean() async throws {
        let bucket = try S3Backend(try S3Server.radosgw.place())
        let folder = try #require(ObjectPath("groups"))
        func probes() async throws -> Set<ObjectPath> {
            let all = try await bucket.list(folder).map(\.path)
            return Set(all.filter { $0.text.hasPrefix("groups/fen-probe") })
        }
        _ = try await bucket.probed()
        // Other tests probe at the same time: what is seen now has to be gone a little later.
        var left = try await probes()
        for _ in 0..<300 where !left.isEmpty {
            try await Task.sleep(for: .milliseconds(100))
            left.formIntersection(try await probes())
        }
        #expect(left.isEmpty)
    }
}
