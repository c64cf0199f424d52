import FenCrypto
import FenEncoding
import FenProtocol
import FenStore

extension SettingName {
    /// Since when this person has shown that they wrote their words down, in Unix milliseconds.
    static let phraseConfirmed = "phrase_confirmed"
    /// The words were offered once.
    static let phraseOffered = "phrase_offered"
    /// How often in a row words were wrong that were to bring an identity back.
    static let phraseFailures = "phrase_failures"
    /// When they were wrong last, in Unix milliseconds.
    static let phraseFailedAt = "phrase_failed_at"
}

/// The twelve words that an identity is.
extension Engine {
    /// The words of this home's identity. They are this person's to read and nobody else's: they go
    /// to the screen, and nowhere else.
    package func phrase() throws(FenError) -> [String] {
        try answering {
            _ = try requirePerson()
            guard let entropy = try database.secrets.value(SecretName.entropy) else {
                throw FenError("NO_IDENTITY", "The words of this home's identity are not here.")
            }
            return try BIP39.words(entropy: entropy)
        }
    }

    /// Places of words to be read back, from 1 to 12, all different, in order.
    package func phrasePlaces(_ count: Int) -> [Int] {
        var places = Array(1...12)
        while places.count > count {
            places.remove(at: Int(EntropySource.system.uniform(below: UInt64(places.count))))
        }
        return places
    }

    /// Whether the person has shown that they wrote the words down.
    package func isPhraseConfirmed() throws(FenError) -> Bool {
        try answering { try database.settings.value(SettingName.phraseConfirmed) != nil }
    }

    /// Whether there is something outside of this home that brings the identity back.
    package func isKept() throws(FenError) -> Bool {
        try answering {
            try database.settings.value(SettingName.phraseConfirmed) != nil
                || database.settings.value(SettingName.backedUpAt) != nil
        }
    }

    /// The person has shown that they wrote the words down.
    package func confirmPhrase() throws(FenError) {
        try setSetting(SettingName.phraseConfirmed, to: String(now()))
    }

    /// Whether it is time to offer the words: once in the life of a home, and not where they were
    /// written down already.
    package func offersPhrase() throws(FenError) -> Bool {
        let isDue = try answering {
            try options.access == .readWrite && !isMoved
                && database.settings.value(SettingName.phraseOffered) == nil
                && database.settings.value(SettingName.phraseConfirmed) == nil
        }
        if isDue { try setSetting(SettingName.phraseOffered, to: String(now())) }
        return isDue
    }

    /// Makes the identity that twelve words stand for this home's own. The home must hold nothing
    /// that belongs to another: see ``requireUnused()``.
    @discardableResult
    package func restoreIdentity(
        words: [String], name: String?
    ) throws(FenError) -> IdentityView {
        try answering {
            try requireWriting()
            try requireUnused()
            let entropy = try entropy(of: words)
            let key = try Identity.signer(entropy: entropy)
            guard let name = try name ?? person()?.name, !name.isEmpty else {
                throw FenError(
                    "NO_NAME", "The words do not say what you are called.",
                    hint: "Say it in the line: /restore phrase NAME", status: .usage)
            }
            let checked = try Names.checked(name)
            try database.transaction {
                try database.secrets.set(SecretName.entropy, entropy)
                try database.secrets.set(SecretName.seed, key.seed)
                try database.meta.set(.person, key.publicKey.raw)
                // It was not born here: its own log is asked for before anything is written.
                try database.meta.remove(.birthplace)
                try database.settings.set(SettingName.name, checked)
                try database.settings.set(SettingName.phraseConfirmed, String(now()))
                try database.settings.set(SettingName.phraseFailures, nil)
                try database.settings.set(SettingName.phraseFailedAt, nil)
            }
            signer = key
            return IdentityView(
                publicKey: key.publicKey, tag: key.publicKey.tag, name: checked)
        }
    }

    /// How long to wait before words are tried again, in milliseconds, and how often they were
    /// wrong in a row.
    package func phraseCooldown() throws(FenError) -> (milliseconds: UInt64, failures: Int) {
        try answering {
            let at = try database.settings.value(SettingName.phraseFailedAt).flatMap { UInt64($0) }
            let failures = try database.settings.value(SettingName.phraseFailures).flatMap {
                Int($0)
            }
            let end = (at ?? 0) + 5_000
            // A clock that was set back makes nobody wait for longer.
            return (at == nil || end < now() ? 0 : min(end - now(), 5_000), failures ?? 0)
        }
    }

    /// Notes that words were wrong; returns how often in a row.
    @discardableResult
    package func notePhraseFailure() throws(FenError) -> Int {
        let failures = try phraseCooldown().failures + 1
        try setSetting(SettingName.phraseFailures, to: String(failures))
        try setSetting(SettingName.phraseFailedAt, to: String(now()))
        return failures
    }

    private func entropy(of words: [String]) throws -> SecretBytes {
        guard words.count == 12 else { throw PhraseFault.count(words.count) }
        do {
            return try BIP39.entropy(words: words)
        } catch {
            switch error {
            case .wordCount(let count): throw PhraseFault.count(count)
            case .unknownWord(let index): throw PhraseFault.unknown(index + 1)
            case .checksum: throw PhraseFault.checksum
            }
        }
    }

    /// Refuses a home that a restore would take something away from, before anything is asked.
    package func requireUnusedHome() throws(FenError) {
        try answering {
            try requireWriting()
            try requireUnused()
        }
    }

    /// Refuses to replace what is worth something: groups, or words that were written down.
    func requireUnused() throws {
        try requireReal()
        let isConfirmed = try database.settings.value(SettingName.phraseConfirmed) != nil
        guard try database.groups.all().isEmpty, !isConfirmed else {
            throw FenError(
                "HOME_IN_USE",
                "This home has an identity that is in use; a restore never replaces one.",
                hint: "Restore into another home: fen --home DIR restore FILE", status: .usage)
        }
    }
}

/// The word list, for whoever helps with a slip of the pen.
package enum PhraseWords {
    /// All words, sorted.
    package static var all: [String] { BIP39.list }
}

/// What is wrong with words that should be an identity; the words themselves are in none of it.
package enum PhraseFault {
    /// A word is not in the list.
    package static let wordCode = "PHRASE_WORD"

    static func count(_ count: Int) -> FenError {
        FenError(
            "PHRASE_LENGTH", "A phrase has 12 words; these are \(count).",
            hint: "Type them all in one line, with spaces between them.", status: .trust)
    }

    static func unknown(_ place: Int) -> FenError {
        FenError(
            wordCode, "Word \(place) is not in the list of words.",
            hint: "Each word is a plain English one.", status: .trust)
    }

    /// Error 10 of the error states.
    static let checksum = FenError(
        "PHRASE_CHECKSUM", "This phrase doesn't match. Check for typos — each word matters.",
        hint: "A word may also stand in the wrong place.", status: .trust)
}
