import FenCrypto
import FenEncoding
package import FenProtocol
import FenStorage
import FenStore

/// What the owner of a Nextcloud does for a group. The account's password goes to the server and,
/// as an app password, among the secrets of this home; it is in no descriptor and no invite.
extension Engine {
    /// Makes the group's folder and its link, and binds the group to it. Where the group is there
    /// already, its link is set right instead, and only one that is gone is made anew.
    ///
    /// Without a `login` the account is the one that this device has kept.
    package func setUpShare(
        _ login: NextcloudLogin?, in id: GroupID
    ) async throws(FenError) -> ShareReport {
        let (account, current) = try answering { () -> (NextcloudAccount, NextcloudStore?) in
            try requireWriting()
            try requireOnline(id)
            let group = try group(id)
            guard let account = try login.map(NextcloudAccount.init) ?? keptAccount(of: group)
            else {
                throw FenError(
                    "NO_ACCOUNT", "This device has no account at a Nextcloud for this group.",
                    hint: "/backend nextcloud URL user=NAME asks for the app password.",
                    status: .usage)
            }
            guard case .nextcloud(let store) = try descriptor(of: group),
                store.baseURL == account.baseURL
            else { return (account, nil) }
            return (account, store)
        }
        let owner = try await asking { try NextcloudOwner(account) }
        var made = try await asking { try await owner.mended(current, of: account, in: id) }
        if made == nil {
            let link = try await asking { try await owner.makeLink(group: id.uuidString) }
            made = SharedLink(
                store: NextcloudStore(link.place), readiness: link.readiness, isNew: true,
                endsOn: link.lastDay)
        }
        // The link before is there no more, and nobody can be told by it.
        let isInPlace = current != nil && made?.isNew == true
        if isInPlace { try answering { try refuseShare(of: id) } }
        guard let made else {
            throw FenError("DEFECT", "No link was made.", status: .defect)
        }
        try await bind(made, owner, account, insists: isInPlace, in: id)
        let password = try await keepAccount(account, isNew: login != nil, owner, made, in: id)
        return ShareReport(
            version: made.readiness.version, isNew: made.store != current, password: password,
            remarks: made.readiness.remarks, endsOn: made.endsOn)
    }

    /// The server's address out of whatever a person copies from a browser.
    package static func nextcloudAddress(_ text: String) throws(FenError) -> String {
        if let base = NextcloudAccount.baseURL(typed: text) {
            try checkAddress(base)
            return base
        }
        if text.lowercased().hasPrefix("http://") { try checkAddress(text.lowercased()) }
        throw FenError(
            "BAD_ADDRESS", "The Nextcloud's address is none that can be used.",
            hint: "Copy it from the browser: https://cloud.example.org", status: .usage)
    }

    /// Whether this device can mend the link of a group's share.
    func hasAccount(of group: LocalGroup) throws -> Bool {
        try database.secrets.value(SecretName.account(of: group.id)) != nil
    }

    /// Forgets the account: the group has another store. Call it inside a transaction.
    func forgetAccount(of group: LocalGroup) throws {
        try database.secrets.remove(SecretName.account(of: group.id))
        try database.settings.set(SettingName.linkEnds, nil, in: group.number)
    }

    /// Uses a link. One that was made for nothing is not left behind.
    func bind(
        _ link: SharedLink, _ owner: NextcloudOwner, _ account: NextcloudAccount, insists: Bool,
        in id: GroupID
    ) async throws(FenError) {
        do throws(FenError) {
            try await setBackend(
                .nextcloud(link.store), in: id, authorities: account.authorities,
                insists: insists)
        } catch {
            // A move that has begun goes on with the link.
            let isMoving = (try? pendingMove(of: group(id))) != .some(nil)
            if link.isNew, !isMoving, (try? descriptor(of: group(id))) != .nextcloud(link.store) {
                // Why the store cannot be used is what matters.
                try? await owner.withdraw(token: link.store.shareToken, group: id.uuidString)
            }
            throw error
        }
    }

    /// Keeps an app password for mending the link later; never the account's own password, which
    /// is changed for one where the server lets it be.
    private func keepAccount(
        _ account: NextcloudAccount, isNew: Bool, _ owner: NextcloudOwner, _ link: SharedLink,
        in id: GroupID
    ) async throws(FenError) -> ShareReport.Password {
        var kept = account
        var outcome = ShareReport.Password.kept
        do throws(StorageError) {
            if isNew, let made = try await owner.appPassword() {
                kept.password = made
                outcome = .changed
            }
        } catch {
            // The group has its link; only the account has to be asked for again some day.
            outcome = .notKept
        }
        try answering {
            try change(id) { group in
                let name = SecretName.account(of: id)
                if outcome == .notKept {
                    try database.secrets.remove(name)
                } else {
                    try database.secrets.set(name, kept.kept)
                }
                if link.isNew {
                    try database.settings.set(SettingName.linkEnds, link.endsOn, in: group.number)
                }
            }
        }
        return outcome
    }

    /// The account that this device has kept for a group.
    func keptAccount(of group: LocalGroup) throws -> NextcloudAccount? {
        try database.secrets.value(SecretName.account(of: group.id)).flatMap(
            NextcloudAccount.init(kept:)
        ).map { account in
            var account = account
            account.authorities = try authorities(of: group)
            return account
        }
    }
}

/// A link that a group can use.
struct SharedLink {
    /// What invites say of it.
    var store: NextcloudStore
    /// What its server is.
    var readiness: NextcloudReadiness
    /// It has just been made.
    var isNew: Bool
    /// The day on which the server ends it by itself, as far as that is known.
    var endsOn: String?
}

extension NextcloudOwner {
    /// Sets the group's link right; nil where there is none, or it is there no more. A key that the
    /// owner names is the link's from then on.
    fileprivate func mended(
        _ current: NextcloudStore?, of account: NextcloudAccount, in group: GroupID
    ) async throws(StorageError) -> SharedLink? {
        guard var store = current else { return nil }
        let readiness = try await check()
        do throws(StorageError) {
            try await mend(
                NextcloudPlace(store, authorities: account.authorities), group: group.uuidString)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
        store.pin = account.pin
        return SharedLink(store: store, readiness: readiness, isNew: false)
    }
}

extension NextcloudAccount {
    /// The account that a person names.
    fileprivate init(_ login: NextcloudLogin) {
        self.init(
            baseURL: login.address, user: login.user,
            password: SecretBytes(copying: login.password), pin: login.pin,
            authorities: login.authorities.map(Paths.absolute))
    }

    /// As it is kept among the secrets: address, key, name and password, a line each.
    fileprivate var kept: SecretBytes {
        let word = password.lendBytes { String(decoding: $0, as: UTF8.self) }
        return SecretBytes(
            copying: [baseURL, pin?.hex ?? "", user, word].joined(separator: "\n"))
    }

    /// Reads what ``kept`` made; nil for anything else.
    fileprivate init?(kept: SecretBytes) {
        let text = kept.lendBytes { String(decoding: $0, as: UTF8.self) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 4 else { return nil }
        self.init(
            baseURL: lines[0], user: lines[2], password: SecretBytes(copying: lines[3]),
            pin: Hash32(hex: lines[1]))
    }
}
