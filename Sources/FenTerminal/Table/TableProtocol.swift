internal import FenEncoding

/// What a member's process tells the table player after each line, beside what it prints for
/// people: one JSON object on one line, written when everything it printed is written.
///
/// The descriptor for it is in the environment as ``TableProtocol/frameVariable``; a process
/// without that variable sends nothing.
package struct TableFrame: Hashable, Sendable {
    /// How a process that ran only this line would have ended.
    package var status: Int32
    /// What the script can bind with `=> name`.
    package var main: String?

    /// A frame of these values.
    package init(status: Int32, main: String? = nil) {
        self.status = status
        self.main = main
    }

    /// `{"main":…,"status":…}` and a line feed.
    package func encode() -> [UInt8] {
        var pairs: [(String, JSONValue)] = [("status", .integer(Int64(status)))]
        if let main { pairs.append(("main", .string(main))) }
        return CanonicalJSON.encode(.object(JSONObject(pairs))) + [0x0A]
    }

    /// A frame from its line, without the line feed; nil for anything else.
    package init?(_ line: some Collection<UInt8>) {
        guard case .object(let object) = try? CanonicalJSON.decode(Array(line)),
            case .integer(let status) = object["status"], let status = Int32(exactly: status)
        else { return nil }
        self.status = status
        if case .string(let main) = object["main"] { self.main = main }
    }
}

/// What a member's process asks in the middle of a line: a JSON object on one line too, where the
/// frame of that line will come. The player replies with one line, see ``reply(_:)``.
package struct TableQuestion: Hashable, Sendable {
    /// What a person would read, the question last.
    package var lines: [String]
    /// Whether the answer is not to be shown.
    package var isSecret: Bool

    /// A question of these lines.
    package init(lines: [String], isSecret: Bool) {
        self.lines = lines
        self.isSecret = isSecret
    }

    /// `{"asks":[…],"secret":…}` and a line feed.
    package func encode() -> [UInt8] {
        let pairs: [(String, JSONValue)] = [
            ("asks", .array(lines.map { .string($0) })), ("secret", .bool(isSecret)),
        ]
        return CanonicalJSON.encode(.object(JSONObject(pairs))) + [0x0A]
    }

    /// A question from its line, without the line feed; nil for anything else.
    package init?(_ line: some Collection<UInt8>) {
        guard case .object(let object) = try? CanonicalJSON.decode(Array(line)),
            case .array(let lines) = object["asks"], case .bool(let isSecret) = object["secret"]
        else { return nil }
        self.lines = lines.compactMap { if case .string(let text) = $0 { text } else { nil } }
        self.isSecret = isSecret
    }

    /// The player's line: `=` and the answer, or `-` where the script has none.
    package static func reply(_ answer: String?) -> String { answer.map { "=" + $0 } ?? "-" }

    /// The answer in such a line.
    package static func answer(in reply: String) -> String? {
        reply.hasPrefix("=") ? String(reply.dropFirst()) : nil
    }
}

/// Names that the player and its members agree on.
package enum TableProtocol {
    /// The descriptor that frames are written to.
    package static let frameVariable = "FEN_FRAME_FD"
    /// The name of an identity that is made because there is none.
    package static let nameVariable = "FEN_NAME"
    /// The seed of the script: keys and nonces come from it, and only practice groups are made.
    package static let seedVariable = "FEN_SEED"
    /// The file that a script with a seed reads the time from.
    package static let clockVariable = "FEN_CLOCK"
    /// Lines that arrived by themselves begin with this.
    package static let noticePrefix = "* "
}
