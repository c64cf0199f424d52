internal import FenProtocol

/// Decides which typed lines the history keeps.
package enum HistoryFilter {
    private static let linkWords = ["fen://join", "fenapp.net/join#", "fen:j3/"]
    private static let secretWords = [
        "fen://", "fenapp.net/join", "FEN:J", "FEN:M", "FEN:B", "secret=", "password=",
    ]

    /// Whether an invite link stands somewhere in a line.
    static func holdsLink(_ line: some StringProtocol) -> Bool {
        let lowered = line.lowercased()
        return linkWords.contains { lowered.contains($0) }
    }

    /// Whether a message stands in a line by which somebody gets back in.
    static func holdsBackMessage(_ line: some StringProtocol) -> Bool {
        BackText.isIn(line)
    }

    /// Not kept: an empty line, one that begins with a space, one of a command that may carry a
    /// secret, and one in which a link or password stands wherever it is.
    package static func keeps(_ line: String) -> Bool {
        guard let first = line.first, !first.isWhitespace else { return false }
        let lowered = line.lowercased()
        if secretWords.contains(where: { lowered.contains($0.lowercased()) }) { return false }
        guard first == "/" else { return true }
        // An abbreviation, or a slip: forgotten if any command it could mean carries a secret.
        let name = String(line.dropFirst().prefix { !$0.isWhitespace })
        return !CommandTable.possible(name).contains(where: \.holdsSecret)
    }
}
