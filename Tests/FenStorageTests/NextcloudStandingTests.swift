import FenCrypto
import FenHTTP
import TestSupport
import Testing

@testable import FenStorage

/// Behaviours 1 to 5 of a Nextcloud: its two endpoints, who is let in, and what a wrong password
/// does.
@Suite(
    "Nextcloud: who is let in",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct NextcloudStandingTests {
    let server: NextcloudServer
    let log = ObjectPath.someLog

    init() throws { server = try NextcloudServer() }

    /// Asks everything a pass could ask, and returns the failures.
    func askEverything(_ backend: NextcloudBackend) async -> [StorageError?] {
        [
            await failure { _ = try await backend.list(StorageLayout.alone.logs) },
            await failure { _ = try await backend.get(log) },
            await failure { _ = try await backend.put(log, [1], condition: .none) },
            await failure { _ = try await backend.append(log, [1], at: 0, etag: ETag("x")) },
            await failure { try await backend.delete(log) },
            await failure {
                _ = try await backend.changed(under: StorageLayout.alone.logs, since: nil)
            },
            await failure { try await backend.prepare() },
        ]
    }

    @Test("1: the new endpoint where there is one, else the old one, found with one request")
    func endpoints() async throws {
        let place = try await server.share()
        for (version, first) in [(34, "/public.php/dav/files/\(place.shareToken)/"), (27, nil)] {
            try await server.set(["version": version])
            let backend = try server.backend(place)
            _ = try await backend.put(log, [1, 2], condition: .none)
            #expect(try await backend.get(log).bytes == [1, 2])
            let targets = try await server.log().map(\.target)
            let elsewhere = targets.filter { !$0.hasPrefix(first ?? "/public.php/webdav/") }
            #expect(elsewhere.count == (version == 27 ? 1 : 0), "\(version): \(elsewhere)")
        }
    }

    @Test("2: every shape of a refusal is understood", arguments: [34, 27], [true, false])
    func refusals(version: Int, federation: Bool) async throws {
        try await server.set(["version": version, "federation": federation])
        var place = try await server.share()
        place.sharePassword = SecretBytes(copying: "another password")
        let backend = try server.backend(place)
        let error = await failure { _ = try await backend.get(log) }
        #expect(error?.code == .auth)
        #expect(error?.isTransient == false)
        #expect(backend.standing == .refused)
    }

    @Test("3: links work where sharing with other servers is off", arguments: [34, 27])
    func withoutFederation(version: Int) async throws {
        try await server.set(["version": version, "federation": false])
        let backend = try server.backend(try await server.share())
        try await backend.prepare()
        _ = try await backend.put(log, [1], condition: .ifAbsent)
        #expect(try await backend.list(StorageLayout.alone.logs).count == 1)
        try await backend.delete(log)
        let requests = try await server.log()
        #expect(requests.allSatisfy { $0.headers["x-requested-with"] == "XMLHttpRequest" })
    }

    @Test("4: wrong password, unknown token, removed link and links switched off are one answer")
    func onePlainAnswer() async throws {
        let place = try await server.share()
        let removed = try await server.share("groups/h")
        try await server.control("delete-share", ["token": removed.shareToken])
        let wrong = server.place(place.shareToken, "another password")
        let unknown = server.place("AAAAAAAAAAAAAAA", "the link's password")
        var errors: [StorageError?] = []
        for place in [wrong, unknown, removed] {
            let backend = try server.backend(place)
            errors.append(await failure { _ = try await backend.get(log) })
        }
        try await server.set(["links": false])
        let backend = try server.backend(place)
        errors.append(await failure { _ = try await backend.get(log) })
        #expect(Set(errors).count == 1)
        #expect(errors.first??.code == .auth)
    }

    @Test(
        "5: after one wrong password nothing is asked until a person says so", arguments: [34, 27])
    func oneWrongPassword(version: Int) async throws {
        try await server.set(["version": version])
        let place = try await server.share()
        let backend = try server.backend(server.place(place.shareToken, "another password"))
        // Many at once, as a pass may ask.
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask {
                    let error = await failure { _ = try await backend.get(log) }
                    #expect(error?.code == .auth)
                }
            }
        }
        #expect(try await server.log().filter { $0.status == 401 }.count == 1)
        for error in await askEverything(backend) { #expect(error?.code == .auth) }
        #expect(try await server.log().isEmpty)

        // Another process that was told how things stand asks nothing either.
        let again = try server.backend(
            server.place(place.shareToken, "another password"), standing: backend.standing)
        for error in await askEverything(again) { #expect(error?.code == .auth) }
        #expect(try await server.log().isEmpty)

        backend.resume()
        #expect(await failure { _ = try await backend.get(log) }?.code == .auth)
        #expect(try await server.log().filter { $0.status == 401 }.count == 1)
    }

    @Test("5: a password that was changed under way is noticed, and nothing more is asked")
    func changedUnderWay() async throws {
        let place = try await server.share()
        let backend = try server.backend(place)
        _ = try await backend.put(log, [1], condition: .none)
        try await server.control(
            "edit-share", ["token": place.shareToken, "password": "a new password"])
        _ = try await server.log()
        let limited = LimitBackend(backend)
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask { _ = await failure { _ = try await limited.get(log) } }
            }
        }
        _ = await askEverything(backend)
        // What was under way when the first refusal came may have been refused too.
        let refused = try await server.log().filter { $0.status == 401 }.count
        #expect((1...limited.capabilities.concurrency).contains(refused))
        #expect(try await server.state().failures == refused)
        _ = await askEverything(backend)
        #expect(try await server.log().isEmpty)
    }

    @Test("5: during a block nothing is asked, so that it ends")
    func block() async throws {
        let place = try await server.share()
        for _ in 0..<11 {
            let other = try server.backend(server.place(place.shareToken, "another password"))
            _ = await failure { _ = try await other.get(log) }
        }
        #expect(try await server.state().failures == 11)
        _ = try await server.log()

        let clock = TestClock()
        let backend = try server.backend(place, now: { clock.now })
        let first = await failure { _ = try await backend.get(log) }
        #expect(first?.code == .blocked)
        #expect(first?.retryAfter == .seconds(1800))
        #expect(try await server.log().map(\.status) == [500])
        #expect(try await server.state().failures == 12)

        clock.advance(600)
        for error in await askEverything(backend) {
            #expect(error?.code == .blocked)
            #expect(error?.retryAfter == .seconds(1200))
        }
        let again = try server.backend(place, standing: backend.standing, now: { clock.now })
        for error in await askEverything(again) { #expect(error?.code == .blocked) }
        clock.advance(1199)
        _ = await askEverything(backend)
        #expect(try await server.log().isEmpty)
        #expect(try await server.state().failures == 12)

        // Over by the clock but not at the server: one question, and again half an hour.
        clock.advance(1)
        for error in await askEverything(backend) { #expect(error?.code == .blocked) }
        #expect(try await server.log().count == 1)

        clock.advance(1800)
        try await server.control("forget-failures")
        #expect(await failure { _ = try await backend.get(log) }?.code == .missing)
    }

    @Test("5: a clock that is set back does not make a block longer")
    func clockSetBack() async throws {
        try await server.set(["tooMany": true])
        let clock = TestClock()
        let backend = try server.backend(try await server.share(), now: { clock.now })
        let error = await failure { _ = try await backend.get(log) }
        #expect(error?.code == .blocked)
        #expect(error?.retryAfter == .seconds(1800))
        clock.advance(-86_400)
        #expect(await failure { _ = try await backend.get(log) }?.retryAfter == .seconds(1800))
        clock.advance(1800)
        try await server.set(["tooMany": false])
        #expect(await failure { _ = try await backend.get(log) }?.code == .missing)
    }

    @Test("Nothing new costs one request")
    func oneRequest() async throws {
        let backend = try server.backend(try await server.share())
        _ = try await backend.put(log, [1], condition: .none)
        let known = try await backend.changed(under: StorageLayout.alone.logs, since: nil).token
        _ = try await server.log()
        let answer = try await backend.changed(under: StorageLayout.alone.logs, since: known)
        #expect(!answer.isChanged)
        let requests = try await server.log()
        #expect(requests.map(\.method) == ["PROPFIND"])
        #expect(requests.first?.headers["depth"] == "0")
    }
}
