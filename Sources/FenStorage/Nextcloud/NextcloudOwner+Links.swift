import FenCrypto
import FenEncoding
import FenHTTP

extension NextcloudOwner {
    /// Makes the group's folder and a link to it with a password of its own, and proves that it
    /// can be written through the link.
    ///
    /// Called again for the same group it makes a second link to the same folder, beside the first:
    /// members are told of it through the group before the first one is withdrawn. `group` is the
    /// group's id, a lowercase UUID.
    package func makeLink(group: String) async throws(StorageError) -> NextcloudLink {
        let readiness = try await check()
        let userID = readiness.userID
        let folder = try Self.folder(of: group)
        let inside = [StorageLayout.alone.logs, StorageLayout.alone.attachments]
        try await makeFolder(Self.parent, of: userID)
        try await makeFolder(folder, of: userID)
        for path in inside {
            try await makeFolder(ObjectPath(unchecked: "\(folder)/\(path)"), of: userID)
        }
        let password = Self.freshPassword()
        let made = try await ocs(
            "POST", Self.shares,
            form: [
                ("path", "/\(folder)"), ("shareType", "3"), ("permissions", "15"),
                ("password", password),
            ])
        guard let id = made.text("id"), let token = made.text("token"), !token.isEmpty else {
            throw .notAStore(cause: "no token")
        }
        let place = NextcloudPlace(
            baseURL: account.baseURL, shareToken: token,
            sharePassword: SecretBytes(copying: password), pin: account.pin,
            authorities: account.authorities)
        do throws(StorageError) {
            // While the server may share with others it adds a permission: 31 for 15.
            guard let granted = made.text("permissions").flatMap(Int.init), granted & 15 == 15
            else { throw .noUploads(cause: "permissions") }
            try await NextcloudBackend(place, client: client).prepare()
        } catch {
            // A link that does not work is not left behind; why it does not is what matters.
            _ = try? await remove(id)
            throw error
        }
        let end = made.text("expiration")?.prefix(10) ?? ""
        return NextcloudLink(
            place: place, readiness: readiness, lastDay: end.isEmpty ? nil : String(end))
    }

    /// Gives a link back what the owner may have changed in the browser: its password and what it
    /// permits. Fails with `missing` where there is no such link any more.
    package func mend(_ place: NextcloudPlace, group: String) async throws(StorageError) {
        guard let id = try await link(place.shareToken, group: group) else {
            throw StorageError(
                .missing, "The group's link is no longer on the Nextcloud.",
                hint: "Make a fresh one; members get it through the group or a fresh invite.")
        }
        let password = place.sharePassword.lendBytes { String(decoding: $0, as: UTF8.self) }
        _ = try await ocs(
            "PUT", "\(Self.shares)/\(id)", form: [("password", password), ("permissions", "15")])
    }

    /// Removes a link; one that is not there counts as removed. Whoever knows only this link is
    /// out from then on.
    package func withdraw(token: String, group: String) async throws(StorageError) {
        guard let id = try await link(token, group: group) else { return }
        try await remove(id)
    }

    /// The server's number for a link to the group's folder; nil where there is no such link.
    private func link(_ token: String, group: String) async throws(StorageError) -> String? {
        let folder = try Self.folder(of: group)
        let found: OCSAnswer
        do throws(StorageError) {
            found = try await ocs("GET", Self.shares, query: [("path", "/\(folder)")])
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
        let links = found.data.children.filter { $0.text(of: "token") == token }
        return links.first?.text(of: "id").flatMap { id in
            id.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? id : nil
        }
    }

    private func remove(_ id: String) async throws(StorageError) {
        _ = try await ocs("DELETE", "\(Self.shares)/\(id)")
    }

    private static func folder(of group: String) throws(StorageError) -> ObjectPath {
        guard StorageLayout(group: group) != nil, let path = parent.appending(group) else {
            throw StorageError(.integrity, "The group's folder cannot be named.")
        }
        return path
    }

    /// 192 bits, and for the rules of servers a sign, a digit and letters of both cases.
    private static func freshPassword() -> String {
        Base64URL.encode(SecretBytes(random: 24).lendBytes(Array.init)) + "-7aZ"
    }

    private static let parent = ObjectPath(unchecked: "groups")
    private static let shares = "apps/files_sharing/api/v1/shares"
}
