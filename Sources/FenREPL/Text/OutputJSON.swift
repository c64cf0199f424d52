/// A value of the `--json` face: keys in the order written, integers of any size, `null` for what
/// is not known.
package indirect enum OutputJSON: Hashable, Sendable {
    /// A key with its value.
    package struct Field: Hashable, Sendable {
        /// The key, stable across versions.
        package var key: String
        /// The value.
        package var value: OutputJSON
    }

    case object([Field])
    case array([OutputJSON])
    case string(String)
    case integer(Int128)
    case bool(Bool)
    case null

    /// An object of these keys and values.
    package static func fields(_ pairs: KeyValuePairs<String, OutputJSON>) -> OutputJSON {
        .object(pairs.map { Field(key: $0.key, value: $0.value) })
    }

    /// A string, or `null`.
    package static func text(_ value: String?) -> OutputJSON {
        value.map(OutputJSON.string) ?? .null
    }

    /// An integer, or `null`.
    package static func number(_ value: (some BinaryInteger)?) -> OutputJSON {
        value.map { .integer(Int128($0)) } ?? .null
    }

    /// An array of what `transform` makes of each element.
    package static func list<S: Sequence>(
        _ elements: S,
        _ transform: (S.Element) -> OutputJSON
    ) -> OutputJSON {
        .array(elements.map(transform))
    }

    /// The value on one line, everything but plain visible characters escaped.
    package var line: String {
        var text = ""
        write(into: &text)
        return text
    }

    private func write(into text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .string(let value): Self.write(value, into: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(into: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.enumerated() {
                if index > 0 { text += "," }
                Self.write(field.key, into: &text)
                text += ":"
                field.value.write(into: &text)
            }
            text += "}"
        }
    }

    /// Canonical JSON with everything invisible escaped: the same document, and the same bytes
    /// where nothing in it hides.
    package static func escaped(_ document: String) -> String {
        if document.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return document }
        var text = ""
        for scalar in document.unicodeScalars { writeScalar(scalar, into: &text) }
        return text
    }

    private static func writeScalar(_ scalar: Unicode.Scalar, into text: inout String) {
        if isVisible(scalar) {
            text.unicodeScalars.append(scalar)
            return
        }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func write(_ value: String, into text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            default: writeScalar(scalar, into: &text)
            }
        }
        text += "\""
    }

    /// Controls, direction and zero-width marks, odd spaces, unassigned and private scalars are
    /// escaped: a JSON line printed on a terminal drives nothing and hides nothing.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20, scalar.value < 0x7F { return true }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned, .spaceSeparator:
            return false
        default:
            return true
        }
    }
}
