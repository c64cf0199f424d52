import FenCrypto
import FenEncoding
import FenProtocol
import FenStore

extension SettingName {
    /// When a backup was made last, in Unix milliseconds.
    static let backedUpAt = "backed_up_at"
}

/// One sealed file with everything that this person needs to be back in every group.
///
/// What is sealed are 32 bytes, the key of the secrets where the home has a passphrase and zeros
/// where it has none, and behind them a whole copy of the database: identity, group keys, pins,
/// stores with their secrets, everybody's logs, settings, friends, invites. All of it, because it
/// brings everything back without anybody being reachable, and nothing can be forgotten in it.
extension Engine {
    /// Makes a backup under a passphrase and hands it over piece by piece.
    package func backUp(
        under passphrase: String, to sink: @Sendable ([UInt8]) async throws -> Void
    ) async throws(FenError) {
        let key = try answering {
            try requireWriting()
            _ = try requirePerson()
            return try Passphrase.new(passphrase)
        }
        do {
            try await sealHome(as: .backup, under: key, to: sink)
        } catch {
            throw FenError(translating: error)
        }
        try setSetting(SettingName.backedUpAt, to: String(now()))
    }

    /// Seals a copy of the database, which stands in the home, closed to others, while that takes.
    func sealHome(
        as kind: SealedFileKind, under passphrase: SecretBytes,
        to sink: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        try requireReal()
        guard !isSealing else {
            throw FenError(
                "BACKUP_RUNNING", "Another backup of this home is being made.",
                hint: "Wait until it is done.")
        }
        isSealing = true
        defer { isSealing = false }
        let lock = try database.lockKey() ?? SecretBytes(count: 32)
        var first = lock.withUnsafeBytes { [UInt8]($0) }
        defer { wipe(&first) }
        let copy = database.home.passing
        HomeFolder.shredDatabase(copy)
        defer { HomeFolder.shredDatabase(copy) }
        try database.copy(to: copy)
        try await SealedFile.seal(
            copy, behind: first, as: kind, under: passphrase, cost: options.costs.file,
            entropy: .system, to: sink)
    }

    /// Keeps practice homes out of backups, both ways: everybody who has the script has their keys.
    func requireReal() throws(FenError) {
        guard isPractice else { return }
        throw FenError(
            "PRACTICE_HOME",
            "The keys of this home come from a script's seed; nothing in it is "
                + "anybody's.", hint: "Back up a home of your own.", status: .usage)
    }

    /// What a sealed file is, so that the right secret is asked for.
    package func kindOfBackup(_ path: String) throws(FenError) -> SealedFileKind {
        try SealedFile.head(of: Paths.absolute(path)).kind
    }

    /// Makes all that a backup holds this home's own, or nothing of it. The home must hold nothing
    /// that belongs to another identity. Returns who is here now, and for an identity on the move
    /// the words that tell its old device so.
    package func restore(
        _ path: String, under secret: String
    ) throws(FenError) -> (person: IdentityView, confirmation: String?) {
        try answering {
            try requireWriting()
            try requireUnused()
            let path = Paths.absolute(path)
            let kind = try SealedFile.head(of: path).kind
            let code = Passphrase.typedCode(secret)
            let passphrase = Passphrase.bytes(kind == .move ? code : secret)
            let copy = database.home.passing
            HomeFolder.shredDatabase(copy)
            defer { HomeFolder.shredDatabase(copy) }
            let lock = try SealedFile.open(path, under: passphrase, taking: 32, to: copy)
            let words = kind == .move ? MoveCode.confirmation(of: code) : nil
            defer { forgetEverything() }
            let person = try database.takeOver(
                copy, lockKey: lock == SecretBytes(count: 32) ? nil : lock
            ) { try settle($0, words) }
            return (person, words)
        }
    }

    /// Writes into a database on its way here all that belongs to its coming: one commit brings both.
    private func settle(_ coming: Database, _ words: String?) throws -> IdentityView {
        guard let person = try Self.person(in: coming) else { throw SealedFileError.damaged }
        if let file = database.home.databaseFile {
            try coming.meta.set(.databaseFile, file)
        } else {
            try coming.meta.remove(.databaseFile)
        }
        if let words {
            try coming.meta.set(.arrivalWords, words)
            try coming.meta.remove(.arrivalTold)
        } else {
            try coming.settings.set(SettingName.backedUpAt, String(now()))
        }
        return person
    }

    /// Nothing that was in memory is of the database any more.
    private func forgetEverything() {
        loaded = [:]
        signer = nil
        mergedOwnLogs = []
        toldOwnTail = []
        seenStores = [:]
        unsent = [:]
        backends = [:]
        buckets = [:]
        shares = [:]
        formerBackends = [:]
    }
}
