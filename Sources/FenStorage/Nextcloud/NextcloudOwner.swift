package import FenCrypto
import FenEncoding
package import FenHTTP
import Glibc

/// What the owner of a Nextcloud does for a group: a folder, a link with a password, and in time
/// another one.
///
/// Every request carries the app password, so each is made because a person asked for it. The first
/// refusal ends what is being done; nothing is tried again.
package struct NextcloudOwner: Sendable {
    /// The account.
    let account: NextcloudAccount
    /// What to ask with.
    let client: HTTPClient
    private let address: NextcloudAddress

    /// An owner; nothing is asked before the first call. Fails where the address is none, or would
    /// carry the password over a network in the clear.
    package init(
        _ account: NextcloudAccount, client: HTTPClient = .shared
    ) throws(StorageError) {
        guard let address = NextcloudAddress(account.baseURL) else {
            throw StorageError(HTTPError(.request, "address"))
        }
        self.account = account
        self.address = address
        self.client = client
    }

    /// Sees whether a group can be put here, and says why not. The password is sent only to what
    /// has shown itself to be a Nextcloud.
    package func check() async throws(StorageError) -> NextcloudReadiness {
        try await checkServer()
        let user = try await ocs("GET", "cloud/user")
        guard let id = user.text("id"), !id.isEmpty, id.utf8.count <= 64 else {
            throw .notAStore(cause: "no user id")
        }
        if let free = user.text("quota", "free").flatMap(Int.init), 0..<Self.least ~= free {
            throw StorageError(
                .quota, "There is no room left in this account.",
                hint: "Remove something in the Nextcloud, or have the limit raised.")
        }
        let found = try await ocs("GET", "cloud/capabilities")
        let sharing = ["capabilities", "files_sharing", "public"]
        if found.deniesAt("capabilities", "files_sharing", "api_enabled")
            || found.deniesAt("capabilities", "files_sharing", "public", "enabled")
        {
            throw .noLinks(cause: nil)
        }
        if found.deniesAt("capabilities", "files_sharing", "public", "upload") {
            throw .noUploads(cause: nil)
        }
        var remarks: [String] = []
        if let days = found.text(sharing[0], sharing[1], sharing[2], "expire_date", "days"),
            let days = Int(days), days > 0
        {
            remarks.append(
                "This Nextcloud ends links by itself after \(days) days. Make a fresh one in time, "
                    + "or have whoever runs it lift that for you.")
        }
        let version = found.text("version", "string") ?? ""
        return NextcloudReadiness(
            version: String(version.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }),
            userID: id, remarks: remarks)
    }

    /// An app password of its own for this device, made with the account's password; nil where the
    /// password at hand is an app password already.
    package func appPassword() async throws(StorageError) -> SecretBytes? {
        let answer = try await send("GET", "/ocs/v2.php/core/getapppassword")
        if answer.head.status == 403 { return nil }
        let found = try read(answer)
        guard let word = found.text("apppassword"), !word.isEmpty else {
            throw .notAStore(cause: "no app password")
        }
        return SecretBytes(copying: word)
    }

    /// Whether a Nextcloud answers at the address, asked without a password.
    private func checkServer() async throws(StorageError) {
        let request = HTTPRequest("GET", address.url("/status.php"), trust: trust) { _ in
            HTTPBodyPlan(limit: 65_536, stopsAtLimit: true)
        }
        let answer = try await answer(to: request)
        if let status = NextcloudStatus(answer) {
            guard status.isInMaintenance else { return }
            throw StorageError(
                .maintenance, "The Nextcloud is being looked after.", hint: "Try again later.")
        }
        if 300..<400 ~= answer.head.status || answer.head.status >= 500 {
            throw StorageError(nextcloud: answer, .reading, now: Int64(time(nil)))
        }
        throw StorageError(
            .integrity, "No Nextcloud answers at this address.",
            hint: "Open it in a browser and copy the address of the page that shows your files.",
            cause: "HTTP \(answer.head.status)")
    }

    private static let least = 1 << 20
}

extension NextcloudOwner {
    /// Whom to believe to be the server.
    var trust: HTTPTrust { HTTPTrust(pin: account.pin, authorities: account.authorities) }

    /// Asks one of the server's own requests and reads the answer.
    func ocs(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        form: [(name: String, value: String)] = []
    ) async throws(StorageError) -> OCSAnswer {
        let query = query.isEmpty ? "" : "?\(PercentEncoding.query(query))"
        return try read(try await send(method, "/ocs/v2.php/\(path)\(query)", form: form))
    }

    /// Makes a folder among the owner's files; one that is there already is as good.
    func makeFolder(_ path: ObjectPath, of userID: String) async throws(StorageError) {
        let files = "/remote.php/dav/files/\(PercentEncoding.encode(userID))/"
        let answer = try await send("MKCOL", files + PercentEncoding.path(path.text) + "/")
        guard answer.head.status < 300 || answer.head.status == 405 else {
            throw StorageError(owner: answer, now: Int64(time(nil)))
        }
    }

    /// Sends a request with the app password and returns whatever is answered.
    private func send(
        _ method: String, _ path: String, form: [(name: String, value: String)] = []
    ) async throws(StorageError) -> HTTPAnswer {
        var headers = NextcloudHeaders.login(account.user, account.password)
        headers.append(HTTPHeader("OCS-APIRequest", "true"))
        if !form.isEmpty {
            headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
        }
        let body = form.isEmpty ? nil : Array(PercentEncoding.query(form).utf8)
        return try await answer(
            to: HTTPRequest(
                method, address.url(path), headers: headers, body: body, trust: trust,
                limit: 4 << 20))
    }

    private func answer(to request: HTTPRequest) async throws(StorageError) -> HTTPAnswer {
        do throws(HTTPError) {
            return try await client.send(request)
        } catch {
            throw StorageError(error)
        }
    }

    private func read(_ answer: HTTPAnswer) throws(StorageError) -> OCSAnswer {
        guard answer.head.status == 200 else {
            throw StorageError(owner: answer, now: Int64(time(nil)))
        }
        guard let found = OCSAnswer(answer) else { throw .notAStore(cause: "HTTP 200, no OCS") }
        return found
    }
}
