import FenCrypto
import FenEncoding
import FenHTTP
import Foundation
import TestSupport
import Testing

@testable import FenStorage

/// Behaviours 15 to 17 and 19 of a Nextcloud: full, closed, gone, and what lies on the way to it.
@Suite(
    "Nextcloud: failures in words",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct NextcloudFailureTests {
    let server: NextcloudServer
    let log = ObjectPath.someLog
    let folder = StorageLayout.alone.logs

    init() throws { server = try NextcloudServer() }

    @Test("15: full is said, and the old bytes stay")
    func quota() async throws {
        let backend = try server.backend(try await server.share())
        let tag = try await backend.put(log, [1, 2, 3], condition: .none)
        try await server.set(["quota": 4])
        let error = await failure {
            _ = try await backend.put(log, [1, 2, 3, 4, 5], condition: .ifMatch(tag))
        }
        #expect(error?.code == .quota)
        #expect(try await backend.get(log).bytes == [1, 2, 3])
        try await server.set(["quota": 3])
        // Where not even a folder can be made.
        let path = try #require(ObjectPath("attachments/x"))
        #expect(
            await failure { _ = try await backend.put(path, [], condition: .none) }?.code == .quota)
        try await server.set(["quota": NSNull(), "tooLarge": 10])
        let large = await failure {
            _ = try await backend.put(log, .init(repeating: 1, count: 11), condition: .none)
        }
        #expect(large?.code == .quota)
        #expect(large?.hint.contains("limit for uploads") == true)
    }

    @Test("16: being looked after passes by itself", arguments: ["xml", "html"], [34, 27])
    func maintenance(shape: String, version: Int) async throws {
        try await server.set(["version": version])
        let backend = try server.backend(try await server.share())
        _ = try await backend.put(log, [1], condition: .none)
        try await server.set(["maintenance": shape])
        for fresh in [backend, try server.backend(backend.exchange.place)] {
            let error = await failure { _ = try await fresh.get(log) }
            #expect(error?.code == .maintenance)
            #expect(error?.retryAfter == (shape == "html" ? .seconds(120) : nil))
            #expect(error?.isTransient == true)
        }
        try await server.set(["maintenance": NSNull()])
        #expect(try await backend.get(log).bytes == [1])
    }

    @Test("17: a link that may only be read, or only be filled", arguments: [34, 27])
    func permissions(version: Int) async throws {
        try await server.set(["version": version])
        let place = try await server.share()
        let backend = try server.backend(place)
        _ = try await backend.put(log, [1], condition: .none)
        try await server.control("edit-share", ["token": place.shareToken, "permissions": 1])
        #expect(try await backend.get(log).bytes == [1])
        for work in [
            { _ = try await backend.put(log, [1, 2], condition: .none) },
            { try await backend.delete(log) }, { try await backend.prepare() },
        ] as [() async throws -> Void] {
            #expect(await failure(work)?.code == .readOnly)
        }
        try await server.control("edit-share", ["token": place.shareToken, "permissions": 4])
        let error = await failure { _ = try await backend.list(folder) }
        #expect(error?.code == .auth)
        #expect(error?.hint.contains("file drop") == true)
        // Nothing of this is a wrong password.
        #expect(backend.standing == .open)
    }

    @Test("17: a folder that the owner removed is gone, not empty")
    func removedFolder() async throws {
        let backend = try server.backend(try await server.share())
        _ = try await backend.put(log, [1], condition: .none)
        try await server.control("remove", ["path": "groups/g/logs"])
        #expect(try await backend.list(folder).isEmpty)
        try await server.control("remove", ["path": "groups/g"])
        for work in [
            { _ = try await backend.list(folder) },
            { _ = try await backend.changed(under: folder, since: nil) },
            { _ = try await backend.put(log, [1], condition: .none) },
        ] as [() async throws -> Void] {
            let error = await failure(work)
            #expect(error?.code == .missing)
        }
        try await server.set(["version": 27])
        let old = try server.backend(backend.exchange.place)
        let error = await failure { _ = try await old.list(folder) }
        #expect(error?.code == .server)
        #expect(error?.hint.contains("folder is still there") == true)
    }

    @Test("19: no length, a slow first byte, an old proxy")
    func slowAndPlain() async throws {
        try await server.set(["noLength": true, "firstByteDelay": 0.2, "http10": true])
        let backend = try server.backend(try await server.share())
        _ = try await backend.put(log, .init(repeating: 5, count: 9000), condition: .none)
        let body = try await backend.get(log)
        #expect(body.totalSize == 9000 && body.reachesEnd)
    }

    @Test("19: a download that is reset is a failure of the network, and read on")
    func cutDownload() async throws {
        let backend = try server.backend(try await server.share())
        let bytes = [UInt8](repeating: 5, count: 50_000)
        _ = try await backend.put(log, bytes, condition: .none)
        try await server.set(["cutDownloadAt": 20_000])
        #expect(await failure { _ = try await backend.get(log) }?.code == .network)
        let server = server
        let patient = RetryBackend(
            backend, sleep: { _ in try await server.set(["cutDownloadAt": NSNull()]) })
        #expect(try await patient.readAll(log).bytes == bytes)
    }

    @Test("19: a redirect is told and never followed")
    func redirect() async throws {
        let other = try NextcloudServer()
        let place = try await server.share()
        for target in ["https", other.origin] {
            try await server.set(["redirect": target])
            let backend = try server.backend(place)
            let error = await failure { _ = try await backend.list(folder) }
            #expect(error?.code == .redirect)
            let shown = target == "https" ? "https" + server.origin.dropFirst(4) : other.origin
            #expect(error?.target == shown)
        }
        #expect(try await other.log().isEmpty)
    }

    @Test("19: an address that the server does not know itself by")
    func untrusted() async throws {
        try await server.set(["untrusted": true])
        let backend = try server.backend(try await server.share())
        let error = await failure { _ = try await backend.list(folder) }
        #expect(error?.code == .server)
        #expect(error?.hint.contains("trusted domains") == true)
    }

    @Test("19: an owner's own authority or key proves the server, and nothing else does")
    func ownCertificate() async throws {
        try await withTemporaryFolder { path in
            let secure = try NextcloudServer(tls: path)
            var place = try await secure.share()
            let unknown = try secure.backend(place)
            #expect(await failure { _ = try await unknown.list(folder) }?.code == .network)
            place.authorities = secure.script.text("authority")
            #expect(try await secure.backend(place).list(folder).isEmpty)
            place.authorities = nil
            place.pin = Hash32(hex: secure.script.text("key"))
            #expect(try await secure.backend(place).list(folder).isEmpty)
            place.pin = Hash32()
            let other = try secure.backend(place)
            #expect(await failure { _ = try await other.list(folder) }?.code == .integrity)
            // Of the four only two were let as far as a question.
            #expect(try await secure.log().allSatisfy { $0.status == 207 || $0.status == 404 })
        }
    }

    @Test("No password goes over a network in the clear")
    func inTheClear() {
        for address in ["http://cloud.example", "http://127.0.0.1.example", "ftp://x", ""] {
            var place = server.place("token", "password")
            place.baseURL = address
            #expect(throws: StorageError.self, "\(address)") { try NextcloudBackend(place) }
        }
    }

    @Test("No secret stands in what is printed")
    func noSecrets() async throws {
        let place = try await server.share()
        var texts = [String(describing: place), String(reflecting: place)]
        dump(place, to: &texts[0])
        for switches in [
            ["redirect": "https"], ["redirect": NSNull(), "maintenance": "html"],
            ["maintenance": NSNull(), "untrusted": true], ["untrusted": false, "links": false],
        ] as [[String: any Sendable]] {
            try await server.set(switches)
            let backend = try server.backend(place)
            let error = try #require(await failure { _ = try await backend.list(folder) })
            texts.append(String(reflecting: error))
            dump(backend, to: &texts[0])
        }
        for text in texts {
            #expect(!text.contains(place.shareToken))
            #expect(!text.contains("the link's password"))
        }
    }
}
