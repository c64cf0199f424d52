import FenEncoding
import FenProtocol

/// Names as a person types them.
enum Names {
    /// The name, trimmed, or what is wrong with it.
    static func checked(_ text: String, what: String = "name") throws(FenError) -> String {
        let name = text.trimmingWhitespace.nfc
        guard ProtocolLimits.name.contains(name.unicodeScalars.count) else {
            throw FenError(
                "BAD_NAME",
                name.isEmpty
                    ? "A \(what) needs at least one letter."
                    : "This \(what) is longer than \(ProtocolLimits.name.upperBound) characters.",
                status: .usage)
        }
        guard name.unicodeScalars.allSatisfy(isPlain) else {
            throw FenError(
                "BAD_NAME", "This \(what) has control or invisible characters in it.",
                hint: "Type it with letters, digits, spaces and signs only.", status: .usage)
        }
        return name
    }

    /// Text that is kept as it is but for white space at its ends.
    static func text(
        _ text: String, _ limit: ClosedRange<Int>, what: String
    ) throws(FenError) -> String {
        let text = text.trimmingWhitespace.nfc
        guard limit.contains(text.unicodeScalars.count) else {
            throw FenError(
                "BAD_TEXT",
                text.isEmpty
                    ? "The \(what) is empty."
                    : "The \(what) is longer than \(limit.upperBound) characters.",
                status: .usage)
        }
        return text
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
        // Joiners hold emoji and some scripts together; other format characters only hide.
        case .format: scalar.value == 0x200d || scalar.value == 0x200c
        default: true
        }
    }
}
