import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

/// Names of what is kept apart from everything else.
enum SecretName {
    /// The entropy of the twelve words.
    static let entropy = "identity_entropy"
    /// The Ed25519 seed it leads to; deriving it costs more than a start may.
    static let seed = "identity_seed"

    /// The owner's account at the Nextcloud of a group.
    static func account(of group: GroupID) -> String { "nextcloud_account/\(group.uuidString)" }
}

extension Engine {
    /// Who this person is here; nil before the first start is done.
    package func identity() throws(FenError) -> IdentityView? {
        try answering { try self.person() }
    }

    /// Makes the identity: twelve words' entropy, the key, and a name.
    @discardableResult
    package func createIdentity(name: String) throws(FenError) -> IdentityView {
        try answering {
            try requireWriting()
            if try person() != nil {
                throw FenError("HAS_IDENTITY", "This home has an identity already.")
            }
            let name = try Names.checked(name)
            let words = entropy.secret(16)
            let key = try Identity.signer(entropy: words)
            try database.transaction {
                try database.secrets.set(SecretName.entropy, words)
                try database.secrets.set(SecretName.seed, key.seed)
                try database.meta.set(.person, key.publicKey.raw)
                try database.meta.set(.birthplace, database.storeID.hex)
                try database.settings.set(SettingName.name, name)
            }
            signer = key
            return IdentityView(publicKey: key.publicKey, tag: key.publicKey.tag, name: name)
        }
    }

    /// Changes the name, here and in every group this person is in. Where it cannot be written, the
    /// other groups hear of it all the same; what failed is reported at the end, and the same call
    /// again tries only what is left.
    package func renameSelf(_ name: String) async throws(FenError) {
        let name = try answering {
            try requireWriting()
            let name = try Names.checked(name)
            try database.transaction { try database.settings.set(SettingName.name, name) }
            return name
        }
        var failures: [(group: String, error: FenError)] = []
        for id in try groupIDs() {
            do throws(FenError) {
                guard try answering({ try isToHear(of: name, try group(id)) }) else { continue }
                _ = try await write(.memberRenamed(MemberRenamed(name: name)), in: id)
            } catch {
                let record = try answering { try database.groups.find(id.raw) }
                failures.append((record?.name ?? id.uuidString, error))
            }
        }
        guard let first = failures.first else { return }
        let details = failures.map { "\($0.group) (\($0.error.message))" }
        throw FenError(
            "NAME_NOT_EVERYWHERE",
            "You are called \(name) now, but it could not be written in "
                + details.joined(separator: ", ") + ".",
            hint: "Type the same again when that is mended"
                + (first.error.hint.map { ": \($0)" } ?? "."),
            status: first.error.status, cause: first.error.cause)
    }

    /// Whether a group still has to be told this name: not one that was left, and not one that
    /// knows it.
    private func isToHear(of name: String, _ group: LocalGroup) throws -> Bool {
        let me = try requirePerson().publicKey
        switch group.context.status(of: me) {
        case .active: return group.context.name(of: PartyID(member: me)) != name
        case nil: return group.book.log(of: me).count > 0
        case .left, .removed, .rekeyed: return false
        }
    }

    /// This person, if there is one.
    func person() throws -> IdentityView? { try Self.person(in: database) }

    /// The person whom a database belongs to, or nil.
    static func person(in database: Database) throws -> IdentityView? {
        guard let key: FenCrypto.PublicKey.Raw = try database.meta.fixed(.person) else {
            return nil
        }
        let me = MemberID(raw: key)
        return IdentityView(
            publicKey: me, tag: me.tag,
            name: try database.settings.value(SettingName.name) ?? "")
    }

    /// This person, who must be there.
    func requirePerson() throws -> IdentityView {
        guard let person = try person() else {
            throw FenError(
                "NO_IDENTITY", "There is no identity in this home yet.",
                hint: "Start fen and give a name, or run: fen me NAME")
        }
        return person
    }

    /// The key this person signs with.
    func requireSigner() throws -> SigningKey {
        if let signer { return signer }
        _ = try requirePerson()
        guard let seed = try database.secrets.value(SecretName.seed) else {
            throw FenError(
                "NO_IDENTITY", "The key of this home's identity is gone.",
                hint: "Restore the home from a backup.", status: .trust)
        }
        let key = try SigningKey(seed: seed)
        signer = key
        return key
    }
}

/// From twelve words' entropy to the signing key.
enum Identity {
    /// SLIP-0010 path of the key.
    private static let path = "m/44'/7117'/0'"

    static func signer(entropy: SecretBytes) throws -> SigningKey {
        let seed = BIP39.seed(words: try BIP39.words(entropy: entropy))
        guard let path = SLIP10Ed25519.path(Self.path) else {
            throw FenError("DEFECT", "The key's path cannot be read.", status: .defect)
        }
        return try SigningKey(seed: SLIP10Ed25519.derive(seed: seed, path: path))
    }
}

extension MemberID {
    /// Four hex digits, to tell equal names apart.
    package var tag: String {
        String(hex.prefix(4))
    }
}
