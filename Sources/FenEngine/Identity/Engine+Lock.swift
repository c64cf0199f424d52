import FenCrypto
import FenEncoding
import FenStore

extension MetaStore.Key {
    /// How often in a row the passphrase was wrong.
    static let lockFailures = MetaStore.Key("lock_failures")
    /// When it was wrong last, in Unix milliseconds.
    static let lockFailedAt = MetaStore.Key("lock_failed_at")
}

/// The passphrase of a home, under which its secrets are sealed.
extension Engine {
    /// Whether this home has a passphrase.
    package var hasPassphrase: Bool { database.isSealed }

    /// Whether this home has a passphrase that was not given yet: nothing of a group can be read.
    package var isLocked: Bool { database.needsKey }

    /// How long to wait before the passphrase is tried again, in milliseconds: after three wrong
    /// ones 5 s, and twice as long with each further one, at most five minutes.
    package func unlockWait() throws(FenError) -> UInt64 {
        try answering {
            let failures = try database.meta.int(.lockFailures) ?? 0
            guard failures >= 3, let at = try database.meta.int(.lockFailedAt) else { return 0 }
            let length = min(5_000 << min(failures - 3, 10), 300_000)
            // A clock that was set back makes nobody wait for longer than that, nor for nothing.
            let passed = Int(clamping: now()) - at
            if passed < 0 { try noteWaiting() }
            return passed >= length ? 0 : UInt64(length - max(passed, 0))
        }
    }

    /// Opens the secrets for this process.
    package func unlock(_ passphrase: String) throws(FenError) {
        try answering {
            guard database.needsKey else { return }
            database.unlock(with: try key(under: passphrase))
        }
    }

    /// Sets or changes the passphrase; nil removes it. `current` is the one there is, if there is.
    package func setPassphrase(_ new: String?, current: String?) throws(FenError) {
        try answering {
            try requireWriter()
            if database.isSealed {
                guard let current else { throw Self.wrongPassphrase }
                _ = try key(under: current)
            }
            guard let new else { return try database.setLock(nil) }
            let passphrase = try Passphrase.new(new)
            let key = SecretBytes(random: XChaCha20Poly1305.keyCount)
            do {
                let record = try LockRecord(key, under: passphrase, cost: options.costs.start)
                try database.setLock((record.bytes, key))
            } catch CryptoError.tooExpensive {
                throw Self.noMemory
            }
        }
    }

    /// The key under a passphrase, of which only so many are tried.
    private func key(under passphrase: String) throws -> SecretBytes {
        let wait = try unlockWait()
        guard wait == 0 else {
            throw FenError(
                "PASSPHRASE_WAIT", "The passphrase was wrong several times.",
                hint: "Try again in \((wait + 999) / 1_000) seconds.", status: .trust)
        }
        guard let record = try database.lockRecord().flatMap(LockRecord.init) else {
            throw FenError(
                "LOCK_NEWER", "A newer version of fen locked this home.",
                hint: "Open it with that version.")
        }
        do {
            let key = try record.key(under: Passphrase.bytes(passphrase))
            try forgetWrongPassphrases()
            return key
        } catch CryptoError.notAuthentic {
            try noteWrongPassphrase()
            throw Self.wrongPassphrase
        } catch CryptoError.tooExpensive {
            throw Self.noMemory
        }
    }

    private func noteWrongPassphrase() throws {
        guard options.access == .readWrite else { return }
        let failures = try database.meta.int(.lockFailures) ?? 0
        try database.transaction {
            try database.meta.set(.lockFailures, failures + 1)
            try database.meta.set(.lockFailedAt, Int(clamping: now()))
        }
    }

    /// The wait begins now.
    private func noteWaiting() throws {
        guard options.access == .readWrite else { return }
        try database.transaction { try database.meta.set(.lockFailedAt, Int(clamping: now())) }
    }

    private func forgetWrongPassphrases() throws {
        guard options.access == .readWrite, try database.meta.int(.lockFailures) != nil else {
            return
        }
        try database.transaction {
            try database.meta.remove(.lockFailures)
            try database.meta.remove(.lockFailedAt)
        }
    }

    private static let wrongPassphrase = FenError(
        "WRONG_PASSPHRASE", "This is not the passphrase of this home.",
        hint: "Capitals and spaces count. Without it, /restore in a new home brings you back.",
        status: .trust)

    private static let noMemory = FenError(
        "PASSPHRASE_COST", "Trying a passphrase takes memory that this machine does not have now.",
        hint: "Close other programs and try again.")
}
