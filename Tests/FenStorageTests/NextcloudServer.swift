import FenCrypto
import FenHTTP
import Foundation
import TestSupport

@testable import FenStorage

/// The stand-in for a Nextcloud, and a test's hand on it.
struct NextcloudServer: Sendable {
    /// A request as it arrived, without those of the test itself.
    struct Seen: Decodable, Sendable {
        var method: String
        var target: String
        var headers: [String: String]
        var status: Int?
    }

    /// What the server has.
    struct State: Decodable, Sendable {
        var failures: Int
        var loginFailures: Int
        var shares: [String]
        var files: [String: Int]
    }

    private struct Log: Decodable { var requests: [Seen] }
    private struct Share: Decodable { var token: String }

    let script: ScriptServer
    let client: HTTPClient
    let origin: String
    let trust: HTTPTrust

    /// Starts one; with a folder it speaks TLS, with certificates of its own made there.
    init(tls folder: String? = nil) throws {
        script = try ScriptServer("nextcloud.py", folder.map { ["--tls", $0] } ?? [])
        client = HTTPClient(limits: HTTPLimits(connectMilliseconds: 5000, stalledSeconds: 10))
        origin =
            folder == nil
            ? "http://127.0.0.1:\(script.port)" : "https://localhost:\(script.port)"
        trust = folder == nil ? .system : .authorities(file: script.text("authority"))
    }

    /// Sets switches, see `SWITCHES` in nextcloud_state.py.
    func set(_ switches: [String: any Sendable]) async throws {
        _ = try await control("switches", switches)
    }

    /// Makes a link as the owner would in the browser.
    func share(
        _ path: String = "groups/g", password: String = "the link's password",
        permissions: Int = 15
    ) async throws -> NextcloudPlace {
        let answer = try await control(
            "share", ["path": path, "password": password, "permissions": permissions])
        let share = try JSONDecoder().decode(Share.self, from: answer)
        return place(share.token, password)
    }

    /// A share by token and password, whether or not there is one.
    func place(_ token: String, _ password: String) -> NextcloudPlace {
        NextcloudPlace(
            baseURL: origin, shareToken: token, sharePassword: SecretBytes(copying: password))
    }

    /// The owner's account.
    func account(user: String? = nil, password: String? = nil) -> NextcloudAccount {
        NextcloudAccount(
            baseURL: origin, user: user ?? script.text("user"),
            password: SecretBytes(copying: password ?? script.text("appPassword")))
    }

    /// A share that is seen with a fresh mind.
    func backend(
        _ place: NextcloudPlace, honours: Bool = true, standing: NextcloudStanding = .open,
        now: @escaping @Sendable () -> Int64 = { 1_800_000_000 }
    ) throws -> NextcloudBackend {
        try NextcloudBackend(
            place, honoursConditions: honours, standing: standing, client: client, now: now)
    }

    /// The requests since this was last asked.
    func log() async throws -> [Seen] {
        try JSONDecoder().decode(Log.self, from: try await control("log")).requests
    }

    /// What the server has.
    func state() async throws -> State {
        try JSONDecoder().decode(State.self, from: try await control("state"))
    }

    /// Tells the stand-in to do something.
    @discardableResult
    func control(_ order: String, _ facts: [String: any Sendable] = [:]) async throws -> Data {
        let body = try JSONSerialization.data(withJSONObject: facts)
        let answer = try await client.send(
            HTTPRequest(
                "POST", "\(origin)/control/\(order)", body: Array(body), trust: trust,
                limit: 16 << 20))
        return Data(answer.body)
    }
}

/// A number that a test moves.
final class TestClock: @unchecked Sendable {
    // Sound to share: only touched while the lock is held.
    private let lock = NSLock()
    private var seconds: Int64 = 1_800_000_000

    var now: Int64 { lock.withLock { seconds } }
    func advance(_ by: Int64) { lock.withLock { seconds += by } }
}

/// The failure that some work ends in, or nil.
func failure(_ work: () async throws -> Void) async -> StorageError? {
    do {
        try await work()
        return nil
    } catch { return error as? StorageError }
}

extension ObjectPath {
    /// A log and an attachment as a share has them.
    static let someLog = ObjectPath(unchecked: "logs/\(String(repeating: "ab", count: 32)).jsonl")
    static let someAttachment = ObjectPath(
        unchecked: "attachments/\(String(repeating: "cd", count: 32))")
}
