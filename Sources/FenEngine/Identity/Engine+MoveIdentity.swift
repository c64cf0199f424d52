import FenCrypto
import FenEncoding
import FenProtocol
import FenStore

extension MetaStore.Key {
    /// When the identity went to another device, in Unix milliseconds.
    static let movedAt = MetaStore.Key("moved_at")
    /// The digest of the words by which the other device says that it has it.
    static let moveConfirmation = MetaStore.Key("move_confirmation")
}

/// An identity that goes to another device: one file, sealed under a one-time code, and from then
/// on this home only reads.
extension Engine {
    /// Seals everything for the other device, calls `finish` to put the file in its place, and only
    /// then makes this home read-only. Returns the code, which is shown once and kept nowhere.
    package func moveIdentity(
        to sink: @Sendable ([UInt8]) async throws -> Void, finish: @Sendable () async throws -> Void
    ) async throws(FenError) -> String {
        let turn = try answering {
            _ = try requirePerson()
            return try beginMoving()
        }
        defer { endMoving(turn) }
        let code = Passphrase.code(from: .system)
        await closePeers()
        do {
            while let task = passes.values.first { await task.value }
            try await sealHome(as: .move, under: Passphrase.bytes(code), to: sink)
            try await finish()
            try noteMoved(by: code)
        } catch {
            throw FenError(translating: error)
        }
        return code
    }

    /// Begins a move, before anything is waited for: nothing is written between the copy and the
    /// mark, which would be on neither device, and no second move begins meanwhile.
    func beginMoving(_ turn: MoveTurn = MoveTurn()) throws -> MoveTurn {
        try requireWriting()
        movingNow = turn
        return turn
    }

    /// Ends a move, if it is this one that is under way.
    func endMoving(_ turn: MoveTurn) {
        if movingNow == turn { movingNow = nil }
    }

    /// From here on this home only reads.
    func noteMoved(by code: String) throws {
        try database.transaction {
            try database.meta.set(.movedAt, Int(now()))
            try database.meta.set(
                .moveConfirmation, MoveCode.digest(of: MoveCode.confirmation(of: code)))
        }
        isMoved = true
    }

    /// The other device has the identity: there is no way back here. Takes the words it showed.
    package func confirmMove(_ words: String) throws(FenError) {
        try answering {
            try requireMoved()
            guard let digest = try database.meta.text(.moveConfirmation) else { return }
            guard digest == MoveCode.digest(of: Passphrase.typedCode(words)) else {
                throw FenError(
                    "WRONG_CODE", "These are not the words that the new device showed.",
                    hint: "It shows three words when /restore is done there.", status: .trust)
            }
            try database.transaction { try database.meta.remove(.moveConfirmation) }
        }
    }

    /// Whether the other device has said that it has the identity.
    package func isMoveConfirmed() throws(FenError) -> Bool {
        try answering { try isMoved && database.meta.text(.moveConfirmation) == nil }
    }

    /// Takes the identity back, as long as the other device has not said that it has it. The home
    /// counts as a copied one: its own log is asked for before anything is written.
    package func undoMove() throws(FenError) {
        try answering {
            try requireMoved()
            guard try database.meta.text(.moveConfirmation) != nil else {
                throw FenError(
                    "MOVE_CONFIRMED", "The new device has this identity; two cannot have it.",
                    hint: "/identity move FILE there brings it back here. /erase clears this home.")
            }
            try database.transaction {
                try database.meta.remove(.movedAt)
                try database.meta.remove(.moveConfirmation)
                try database.renewStoreID()
            }
            isMoved = false
            mergedOwnLogs = []
            toldOwnTail = []
        }
    }

    /// What is said of a home whose identity is elsewhere; nil for any other.
    package var whereMoved: FenError? { isMoved ? Self.movedAway : nil }

    private func requireMoved() throws {
        try requireWriter()
        guard isMoved else {
            throw FenError(
                "NOT_MOVED", "This home's identity has not moved.",
                hint: "/identity move FILE moves it to another device.", status: .usage)
        }
    }

    /// What every command that writes answers in a home whose identity is elsewhere.
    static let movedAway = FenError(
        "IDENTITY_MOVED",
        "This identity has moved to another device; here everything can be read and nothing written.",
        hint: "Write there. If that device never got it: /identity move undo")
}

/// One move, as told from every other.
final class MoveTurn: Hashable, Sendable {
    static func == (one: MoveTurn, other: MoveTurn) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What belongs to the code of a move.
enum MoveCode {
    /// Three words that only whoever knows the code can say: the first 33 bits of
    /// HKDF-SHA256(code, no salt, "fen/1/move/confirm").
    static func confirmation(of code: String) -> String {
        let bytes = HKDFSHA256.derive(
            ikm: code, salt: "", info: "fen/1/move/confirm", count: 8)
        let bits = bytes.withUnsafeBytes { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return (0..<3).map { BIP39.word(at: Int(bits >> UInt64(53 - 11 * $0) & 2047)) }
            .joined(separator: " ")
    }

    /// What is kept of the three words.
    static func digest(of words: String) -> String {
        SHA256.hash(Array("fen/1/move/kept".utf8) + [0] + Array(words.utf8)).hex
    }
}
