import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStore

/// Where the keys and nonces of a practice home come from, so that a lesson has the same ids on
/// every machine. Whoever knows the seed can compute every key of such a home.
package struct PracticeSeed: Hashable, Sendable {
    /// The script's number.
    package var number: UInt64
    /// Whose home it is: members of one script draw from streams of their own.
    package var member: String

    /// The seed of one member of a script.
    package init(number: UInt64, member: String) {
        self.number = number
        self.member = member
    }

    /// The stream of the home's nth opening: no two openings draw the same nonces.
    func entropy(opening: Int) -> EntropySource {
        let text = "fen practice 1\n\(number)\n\(opening)\n\(member)"
        return .seeded(Bytes32(hashOf: text))
    }
}

extension Bytes32 {
    fileprivate init(hashOf text: String) {
        self = SHA256.hash(Array(text.utf8)).raw
    }
}

extension MetaStore.Key {
    /// How often a practice home was opened; absent in every other home.
    static let practiceOpenings = MetaStore.Key("practice_openings")
}

extension Database {
    /// Whether the keys of this home come from a seed that others know.
    var isPractice: Bool {
        get throws { try meta.int(.practiceOpenings) != nil }
    }

    /// The randomness of this opening. Only a home that is new, or was made so, takes a seed: the
    /// keys of a real one must never be guessed.
    func entropy(_ seed: PracticeSeed?, otherwise usual: EntropySource) throws -> EntropySource {
        guard let seed else { return usual }
        let before = try meta.int(.practiceOpenings)
        let person: FenCrypto.PublicKey.Raw? = try meta.fixed(.person)
        guard before != nil || person == nil else {
            throw FenError(
                "REAL_HOME", "This home is a real one, and a script with a seed would use it.",
                hint: "A table makes homes of its own; fen table --keep takes a new folder.",
                status: .usage)
        }
        let opening = (before ?? 0) + 1
        try transaction { try meta.set(.practiceOpenings, opening) }
        return seed.entropy(opening: opening)
    }
}

extension Engine {
    /// Keeps a practice home out of real groups: everybody who has the script has its keys.
    func requireHarmless(lab: Bool) throws(FenError) {
        guard isPractice, !lab else { return }
        throw FenError(
            "PRACTICE_HOME",
            "The keys of this home come from a script's seed, so everybody can compute them.",
            hint: "It works in practice groups only: /new \"Practice\" EUR --lab", status: .usage)
    }

    /// Whether what this home wrote in a group stays in it: a practice home writes its request to
    /// join before it can know what the group is, and shows it to nobody until it does.
    func withholdsOwnLog(of group: LocalGroup) -> Bool {
        isPractice && !group.context.isLab
    }
}
