import FenCrypto
package import FenHTTP
package import FenStorage
package import Foundation

/// The stand-in for a Nextcloud, and a test's hand on it.
package struct NextcloudServer: Sendable {
    /// A request as it arrived, without those of the test itself.
    package struct Seen: Decodable, Sendable {
        /// The verb.
        package var method: String
        /// Path and query.
        package var target: String
        /// By lowercase name.
        package var headers: [String: String]
        /// What was answered; nil where nothing was.
        package var status: Int?
    }

    /// What the server has.
    package struct State: Decodable, Sendable {
        /// Failed requests to links that were counted.
        package var failures: Int
        /// Failed log-ins that were counted.
        package var loginFailures: Int
        /// The links' tokens.
        package var shares: [String]
        /// Sizes by path.
        package var files: [String: Int]
    }

    private struct Log: Decodable { var requests: [Seen] }
    private struct Share: Decodable { var token: String }

    /// The process.
    package let script: ScriptServer
    /// What it is asked with.
    package let client: HTTPClient
    /// Scheme, host and port.
    package let origin: String
    /// Whom to believe to be it.
    package let trust: HTTPTrust

    /// Starts one; with a folder it speaks TLS, with certificates of its own made there.
    package init(tls folder: String? = nil) throws {
        script = try ScriptServer("nextcloud.py", folder.map { ["--tls", $0] } ?? [])
        client = HTTPClient(limits: HTTPLimits(connectMilliseconds: 5000, stalledSeconds: 10))
        origin =
            folder == nil
            ? "http://127.0.0.1:\(script.port)" : "https://localhost:\(script.port)"
        trust = folder == nil ? .system : .authorities(file: script.text("authority"))
    }

    /// Sets switches, see `SWITCHES` in nextcloud_state.py.
    package func set(_ switches: [String: any Sendable]) async throws {
        _ = try await control("switches", switches)
    }

    /// Makes a link as the owner would in the browser.
    package func share(
        _ path: String = "groups/g", password: String = "the link's password",
        permissions: Int = 15
    ) async throws -> NextcloudPlace {
        let answer = try await control(
            "share", ["path": path, "password": password, "permissions": permissions])
        let share = try JSONDecoder().decode(Share.self, from: answer)
        return place(share.token, password)
    }

    /// A share by token and password, whether or not there is one.
    package func place(_ token: String, _ password: String) -> NextcloudPlace {
        NextcloudPlace(
            baseURL: origin, shareToken: token, sharePassword: SecretBytes(copying: password))
    }

    /// The owner's account.
    package func account(user: String? = nil, password: String? = nil) -> NextcloudAccount {
        NextcloudAccount(
            baseURL: origin, user: user ?? script.text("user"),
            password: SecretBytes(copying: password ?? script.text("appPassword")))
    }

    /// A share that is seen with a fresh mind.
    package func backend(
        _ place: NextcloudPlace, honours: Bool = true, standing: NextcloudStanding = .open,
        now: @escaping @Sendable () -> Int64 = { 1_800_000_000 }
    ) throws -> NextcloudBackend {
        try NextcloudBackend(
            place, honoursConditions: honours, standing: standing, client: client, now: now)
    }

    /// The requests since this was last asked.
    package func log() async throws -> [Seen] {
        try JSONDecoder().decode(Log.self, from: try await control("log")).requests
    }

    /// What the server has.
    package func state() async throws -> State {
        try JSONDecoder().decode(State.self, from: try await control("state"))
    }

    /// A file of the owner's, as they would download it.
    package func content(of path: String) async throws -> [UInt8] {
        let login = "\(script.text("user")):\(script.text("appPassword"))"
        let answer = try await client.send(
            HTTPRequest(
                "GET", "\(origin)/remote.php/dav/files/\(script.text("user"))/\(path)",
                headers: [
                    HTTPHeader("Authorization", "Basic \(Data(login.utf8).base64EncodedString())")
                ], trust: trust, limit: 16 << 20))
        guard answer.head.status == 200 else { throw CocoaError(.fileReadUnknown) }
        return Array(answer.body)
    }

    /// Tells the stand-in to do something.
    @discardableResult
    package func control(
        _ order: String, _ facts: [String: any Sendable] = [:]
    ) async throws -> Data {
        let body = try JSONSerialization.data(withJSONObject: facts)
        let answer = try await client.send(
            HTTPRequest(
                "POST", "\(origin)/control/\(order)", body: Array(body), trust: trust,
                limit: 16 << 20))
        return Data(answer.body)
    }
}
