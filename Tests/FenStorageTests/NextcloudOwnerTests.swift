import FenCrypto
import FenHTTP
import Foundation
import TestSupport
import Testing

@testable import FenStorage

/// Behaviour 6 of a Nextcloud: its owner makes folder and link.
@Suite(
    "Nextcloud: the owner's side",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct NextcloudOwnerTests {
    let server: NextcloudServer
    let group = "0190c3f0-7e1a-7c3b-8a55-0123456789ab"
    let log = ObjectPath.someLog

    init() throws { server = try NextcloudServer() }

    func owner(_ user: String? = nil, _ password: String? = nil) throws -> NextcloudOwner {
        try NextcloudOwner(
            server.account(user: user, password: password), client: server.client)
    }

    @Test("A link is made that members can use at once", arguments: [34, 27], [true, false])
    func makes(version: Int, federation: Bool) async throws {
        try await server.set([
            "version": version, "federation": federation, "passwordEnforced": true,
        ])
        // The name to log in with is not the one that stands in addresses.
        let link = try await owner(server.script.text("email")).makeLink(group: group)
        #expect(link.lastDay == nil)
        let member = try server.backend(link.place)
        _ = try await member.put(log, [1, 2], condition: .ifAbsent)
        let state = try await server.state()
        #expect(state.files == ["groups/\(group)/\(log.text)": 2])
        #expect(state.shares == [link.place.shareToken])
        #expect(state.failures == 0 && state.loginFailures == 0)
        // Members are spared making the folders.
        let requests = try await server.log()
        let own = requests.filter { $0.target.hasPrefix("/public.php") }
        #expect(!own.contains { $0.method == "MKCOL" })
    }

    @Test("A second link works beside the first, which then can be withdrawn")
    func rotates() async throws {
        let owner = try owner()
        let first = try await owner.makeLink(group: group)
        _ = try await server.backend(first.place).put(log, [1], condition: .none)
        let second = try await owner.makeLink(group: group)
        #expect(first.place.shareToken != second.place.shareToken)
        #expect(first.place.sharePassword != second.place.sharePassword)
        for link in [first, second] {
            #expect(try await server.backend(link.place).get(log).bytes == [1])
        }
        try await owner.withdraw(token: first.place.shareToken, group: group)
        let old = try server.backend(first.place)
        #expect(await failure { _ = try await old.get(log) }?.code == .auth)
        #expect(try await server.backend(second.place).get(log).bytes == [1])
        try await owner.withdraw(token: first.place.shareToken, group: group)
        #expect(try await server.state().shares == [second.place.shareToken])
    }

    @Test("A link that was changed in the browser is put right")
    func mends() async throws {
        let owner = try owner()
        let place = try await owner.makeLink(group: group).place
        try await server.control(
            "edit-share",
            ["token": place.shareToken, "permissions": 1, "password": "something else"])
        let shut = try server.backend(place)
        #expect(await failure { _ = try await shut.list(log) }?.code == .auth)
        try await owner.mend(place, group: group)
        _ = try await server.backend(place).put(log, [1], condition: .none)
        try await owner.withdraw(token: place.shareToken, group: group)
        #expect(await failure { try await owner.mend(place, group: group) }?.code == .missing)
    }

    @Test("What stands in the way is said before anything is made")
    func preflight() async throws {
        let owner = try owner()
        #expect(try await owner.check().version == "34.0.1")
        for (switches, code, word) in [
            (["links": false], .readOnly, "share by link"),
            (["links": true, "publicUpload": false], .readOnly, "public uploads"),
            (["publicUpload": true, "quota": 1000], .quota, "room"),
            (["quota": NSNull(), "maintenance": "xml"], .maintenance, "looked after"),
            (["maintenance": NSNull(), "redirect": "https"], .redirect, "address"),
        ] as [([String: any Sendable], StorageError.Code, String)] {
            try await server.set(switches)
            let error = await failure { _ = try await owner.makeLink(group: group) }
            #expect(error?.code == code)
            let text = "\(error?.message ?? "") \(error?.hint ?? "")"
            #expect(text.contains(word))
        }
        let state = try await server.state()
        #expect(state.shares.isEmpty)
        #expect(!(try await server.log().contains { $0.method == "MKCOL" }))
    }

    @Test("Links that the server ends by itself are told")
    func expiry() async throws {
        try await server.set(["expireDays": 30])
        let owner = try owner()
        #expect(try await owner.check().remarks.first?.contains("30 days") == true)
        #expect(try await owner.makeLink(group: group).lastDay?.count == 10)
    }

    @Test("A wrong app password is said once, and a block by its name")
    func wrongPassword() async throws {
        let wrong = try owner(nil, "not this one")
        let error = await failure { _ = try await wrong.makeLink(group: group) }
        #expect(error?.code == .auth)
        #expect(try await server.log().filter { $0.headers["authorization"] != nil }.count == 1)
        for _ in 0..<10 { _ = await failure { _ = try await wrong.check() } }
        let blocked = await failure { _ = try await wrong.check() }
        #expect(blocked?.code == .blocked)
        #expect(blocked?.retryAfter == .seconds(1800))
        #expect(try await server.state().loginFailures == 11)
    }

    @Test("An account's password is changed for an app password")
    func appPassword() async throws {
        #expect(try await owner().appPassword() == nil)
        let made = try #require(
            try await owner(nil, server.script.text("password")).appPassword())
        let word = made.lendBytes { String(decoding: $0, as: UTF8.self) }
        #expect(try await owner(nil, word).check().userID == "ada")
    }

    @Test("A link that cannot be written through is not left behind")
    func cleansUp() async throws {
        try await server.set(["emptyPuts": 2])
        let owner = try owner()
        #expect(
            await failure { _ = try await owner.makeLink(group: group) }?.code == .integrity)
        #expect(try await server.state().shares.isEmpty)
    }

    @Test("The password goes to nothing but a Nextcloud")
    func notANextcloud() async throws {
        let other = try ScriptServer("faulty_http.py")
        var account = server.account()
        account.baseURL = "http://127.0.0.1:\(other.port)"
        let canned = Array("[{\"status\":404},{\"status\":200,\"body\":\"<html>\"}]".utf8)
        _ = try await server.client.send(
            HTTPRequest("POST", "\(account.baseURL)/canned", body: canned, limit: 100))
        let owner = try NextcloudOwner(account, client: server.client)
        for _ in 0..<2 {
            let error = await failure { _ = try await owner.makeLink(group: group) }
            #expect(error?.code == .integrity)
            #expect(error?.message.contains("No Nextcloud") == true)
        }
        let seen = try await server.client.send(
            HTTPRequest("GET", "\(account.baseURL)/seen", limit: 100_000))
        let text = String(decoding: seen.body, as: UTF8.self).lowercased()
        #expect(text.contains("/status.php") && !text.contains("authorization"))
    }

    @Test(
        "An address is understood as it is copied",
        arguments: [
            ("cloud.example", "https://cloud.example"),
            (" https://Cloud.Example:8443/ ", "https://cloud.example:8443"),
            (
                "https://h.example/nextcloud/index.php/apps/files/?dir=/x",
                "https://h.example/nextcloud"
            ),
            ("https://h.example/apps/files", "https://h.example"),
            ("https://h.example/nc/s/AbCdEf", "https://h.example/nc"),
            ("https://h.example/remote.php/dav/files/ada/", "https://h.example"),
            ("http://localhost:8080/login", "http://localhost:8080"),
            ("http://h.example", nil), ("https://ada:word@h.example", nil), ("", nil),
            ("https://", nil), ("ftp://h.example", nil),
        ])
    func typed(_ text: String, _ base: String?) {
        #expect(NextcloudAccount.baseURL(typed: text) == base)
    }
}
