import FenEncoding
import Foundation
import TestSupport
import Testing

@testable import FenHTTP

@Suite("Who a server is", .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct TrustTests {
    let folder: URL
    let server: ScriptServer
    let client = HTTPClient()

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "fen-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        server = try ScriptServer("faulty_http.py", ["--tls", folder.path])
    }

    func code(_ host: String, _ trust: HTTPTrust) async -> HTTPError.Code? {
        defer { withExtendedLifetime(server) {} }
        do {
            let answer = try await client.send(
                HTTPRequest(
                    "GET", "https://\(host):\(server.port)/bytes/9", trust: trust, limit: 9))
            #expect(answer.body.count == 9)
            return nil
        } catch { return error.code }
    }

    @Test("A private authority, a pinned key, and everything else")
    func trust() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = try #require(Hex.decode(server.text("key")))
        let authority = HTTPTrust.authorities(file: server.text("authority"))
        #expect(await code("localhost", .system) == .untrusted)
        #expect(await code("localhost", authority) == nil)
        #expect(await code("127.0.0.1", authority) == .untrusted, "the certificate names localhost")
        #expect(await code("localhost", .authorities(file: server.text("other"))) == .untrusted)
        #expect(
            await code("localhost", .authorities(file: folder.path + "/nothing")) == .authorities)
        #expect(await code("127.0.0.1", .key(sha256: key)) == nil)
        var other = key
        other[31] ^= 1
        #expect(await code("127.0.0.1", .key(sha256: other)) == .otherKey)
        #expect(await code("127.0.0.1", .key(sha256: Array(key.dropLast()))) == .request)
        // A connection that was made on one ground is not used on another.
        #expect(await code("localhost", .system) == .untrusted)
    }

    @Test("A key cannot be pinned where there is none")
    func pinnedPlain() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let plain = try ScriptServer("faulty_http.py")
        do {
            _ = try await client.send(
                HTTPRequest(
                    "GET", "http://127.0.0.1:\(plain.port)/bytes/9",
                    trust: .key(sha256: [UInt8](repeating: 0, count: 32)), limit: 9))
            Issue.record("a key was taken for proven where nothing was")
        } catch { #expect(error.code == .request) }
    }
}
