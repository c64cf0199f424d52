import FenHTTP
import TestSupport
import Testing

@testable import FenStorage

@Suite("A large log grows")
struct S3GrowthTests {
    static let servers: [S3Server] = [.radosgw, .rclone, .moto].filter(\.isThere)

    @Test(
        "inside the server where it can, else whole; the bytes are the same",
        .enabled(if: !servers.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: servers)
    func grows(_ server: S3Server) async throws {
        let bucket = try await S3Backend(try server.place()).probed()
        let fresh = UInt64.random(in: 0...UInt64.max)
        let path = try #require(ObjectPath("groups/growth-\(fresh)/logs/a.jsonl"))
        var random = SeededGenerator()
        var wanted = random.bytes(S3Growth.threshold + 12_345)
        var etag = try await bucket.put(path, wanted, condition: .none)
        for count in [1, 300, 70_000] {
            let tail = random.bytes(count)
            etag = try await bucket.append(path, tail, at: wanted.count, etag: etag)
            wanted += tail
            let body = try await bucket.readAll(path)
            let isSame = body.bytes == wanted
            #expect(isSame, "after \(count) more bytes")
            #expect(body.etag == etag)
        }
        #expect(bucket.exchange.learnt.copiesRanges == (server != .rclone))
        await #expect(throws: StorageError.precondition()) {
            _ = try await bucket.append(path, [1], at: wanted.count, etag: ETag("other"))
        }
        await #expect(throws: StorageError.precondition()) {
            _ = try await bucket.append(path, [1], at: wanted.count - 1, etag: etag)
        }
        let isSame = try await bucket.readAll(path).bytes == wanted
        #expect(isSame)
        let folder = try #require(ObjectPath("groups"))
        let left = try await bucket.list(folder)
        #expect(!left.contains { $0.path.text.hasPrefix("groups/fen-probe") && $0.size > 1000 })
        try await bucket.delete(path)
    }
}
