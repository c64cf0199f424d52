import FenCrypto
import FenHTTP
import Foundation
import TestSupport
import Testing

@testable import FenStorage

@Suite("S3 servers that refuse")
struct S3RefusalTests {
    static let servers: [S3Server] = [.radosgw, .rclone, .moto].filter(\.isThere)
    static let folder = ObjectPath(unchecked: "groups/refused")
    static let object = ObjectPath(unchecked: "groups/refused/a.jsonl")

    func failure<Success>(_ work: () async throws -> Success) async -> StorageError? {
        do {
            _ = try await work()
            return nil
        } catch { return error as? StorageError }
    }

    @Test(
        "A wrong secret, an unknown key and a wrong bucket are told apart",
        .enabled(if: !servers.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: servers)
    func credentials(_ server: S3Server) async throws {
        let place = try server.place()
        var wrong = place
        wrong.secretAccessKey = SecretBytes(copying: Array("hunter2".utf8))
        let secret = try #require(
            await failure { try await S3Backend(wrong).list(Self.folder) })
        #expect(secret.code == .auth)
        #expect(secret.message.contains("secret key"))
        wrong = place
        wrong.accessKeyID = "AKIANOBODY0000000000"
        let key = try #require(await failure { try await S3Backend(wrong).list(Self.folder) })
        #expect(key.code == .auth)
        wrong = place
        wrong.bucket = "nobody-has-it"
        let bucket = try S3Backend(wrong)
        for work in [
            await failure { try await bucket.list(Self.folder) },
            await failure { try await bucket.prepare() },
            await failure { try await bucket.put(Self.object, [1], condition: .none) },
        ] {
            let error = try #require(work)
            #expect(error.code == .missing)
            #expect(error.message.contains("bucket"))
        }
        for error in [secret, key] { #expect(!"\(error)".contains("hunter2")) }
    }

    @Test(
        "A clock that is off is corrected once and explained",
        .enabled(if: !servers.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: servers)
    func skew(_ server: S3Server) async throws {
        for minutes in [-180, -20, 20, 60 * 24 * 400] {
            let bucket = try S3Backend(
                try server.place(),
                now: { Int64(Date().timeIntervalSince1970) + Int64(minutes * 60) })
            _ = try await bucket.put(Self.object, [1, 2, 3], condition: .none)
            #expect(try await bucket.get(Self.object).bytes == [1, 2, 3])
            // moto does not look at the clock, so there is nothing to learn.
            guard server != .moto else { continue }
            let ahead = bucket.exchange.learnt.clockAhead
            #expect(abs(ahead - Int64(minutes * 60)) < 60)
            #expect(bucket.remarks.first?.contains(minutes > 0 ? "ahead" : "behind") == true)
        }
    }

    @Test(
        "A key that may list nothing: what is there is read, what is not is not called a bad key",
        .enabled(if: S3Server.limited.isThere, "\(S3Server.limited.whySkipped)"))
    func unlisted() async throws {
        let owner = try S3Backend(try S3Server.radosgw.place())
        let path = try #require(ObjectPath("groups/unlisted/a.jsonl"))
        _ = try await owner.put(path, [1, 2], condition: .none)
        let limited = try S3Backend(try S3Server.limited.place())
        #expect(try await limited.get(path).bytes == [1, 2])
        let listing = try #require(await failure { try await limited.list(Self.folder) })
        #expect(listing.code == .auth)
        #expect(listing.message.contains("list"))
        let nothing = try #require(ObjectPath("groups/unlisted/nothing.jsonl"))
        let unknown = try #require(await failure { try await limited.get(nothing) })
        #expect(unknown.code == .auth)
        #expect(unknown.message.contains("may not know"))
        let removal = try #require(await failure { try await limited.delete(path) })
        #expect(removal.code == .readOnly)
    }

    @Test(
        "A full bucket keeps what it has",
        .enabled(if: S3Server.small.isThere, "\(S3Server.small.whySkipped)"))
    func quota() async throws {
        let bucket = try S3Backend(try S3Server.small.place())
        var kept: [ObjectPath] = []
        var error: StorageError?
        for number in 0..<20 where error == nil {
            let path = ObjectPath(unchecked: "groups/full/\(number)")
            error = await failure { try await bucket.put(path, [1], condition: .none) }
            if error == nil { kept.append(path) }
        }
        #expect(error?.code == .quota)
        #expect(error?.hint.isEmpty == false)
        let folder = try #require(ObjectPath("groups/full"))
        #expect(try await bucket.list(folder).map(\.path) == kept.sorted())
        for path in kept { try await bucket.delete(path) }
    }
}
