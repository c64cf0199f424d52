/// JSON as other programs write it: fractions, `null`, any key, any white space. Numbers stay the
/// text they were, for money is no floating-point number.
package indirect enum LooseJSON: Equatable, Sendable {
    /// Values by key.
    case object([String: LooseJSON])
    /// Values in order.
    case array([LooseJSON])
    /// A text.
    case string(String)
    /// A number, as the text it is written as.
    case number(String)
    /// True or false.
    case bool(Bool)
    /// Nothing.
    case null

    /// A text that is no JSON.
    package struct Fault: Error, Hashable, Sendable {
        /// The line, from 1, from which on it makes no sense.
        package let line: Int
    }

    /// The deepest that values stand in each other.
    static let mostDepth = 32

    /// Reads one value and nothing behind it.
    package init(parsing text: String) throws(Fault) {
        var parser = LooseJSONParser(Array(text.utf8))
        self = try parser.document()
    }

    /// A value of an object; nil for `null`, for one that is not there, and outside of objects.
    package subscript(key: String) -> LooseJSON? {
        guard case .object(let fields) = self, let value = fields[key], value != .null else {
            return nil
        }
        return value
    }

    /// The text of a string; nil for anything else.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The text of a number, or of a string that stands for one.
    package var numberText: String? {
        switch self {
        case .number(let text), .string(let text): text
        default: nil
        }
    }

    /// The elements of an array; nil for anything else.
    package var elements: [LooseJSON]? { if case .array(let list) = self { list } else { nil } }

    /// Whether it is `true`.
    package var isTrue: Bool { self == .bool(true) }
}

/// Reads a buffer from front to back; every step checks that there is something to read.
private struct LooseJSONParser {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(LooseJSON.Fault) -> LooseJSON {
        let value = try value(depth: 1)
        skipSpace()
        guard place == bytes.count else { throw fault() }
        return value
    }

    private mutating func value(depth: Int) throws(LooseJSON.Fault) -> LooseJSON {
        guard depth <= LooseJSON.mostDepth else { throw fault() }
        skipSpace()
        guard let byte = peek else { throw fault() }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(LooseJSON.Fault) -> LooseJSON {
        place += 1
        var fields: [String: LooseJSON] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(fields) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw fault() }
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")), fields[key] == nil else { throw fault() }
            fields[key] = try value(depth: depth + 1)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault() }
        return .object(fields)
    }

    private mutating func array(_ depth: Int) throws(LooseJSON.Fault) -> LooseJSON {
        place += 1
        var list: [LooseJSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(list) }
        repeat {
            list.append(try value(depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault() }
        return .array(list)
    }

    private mutating func string() throws(LooseJSON.Fault) -> String {
        place += 1
        var text: [UInt8] = []
        while let byte = peek {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20: throw fault()
            default: text.append(byte)
            }
        }
        throw fault()
    }

    private mutating func escape() throws(LooseJSON.Fault) -> [UInt8] {
        guard let letter = peek else { throw fault() }
        place += 1
        switch letter {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "u"):
            var units = [try unit()]
            if UTF16.isLeadSurrogate(units[0]), take(UInt8(ascii: "\\")) {
                guard take(UInt8(ascii: "u")) else { throw fault() }
                units.append(try unit())
            }
            // Half of a pair becomes the replacement character.
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default: throw fault()
        }
    }

    private mutating func unit() throws(LooseJSON.Fault) -> UInt16 {
        guard place + 4 <= bytes.count,
            bytes[place..<place + 4].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
        else { throw fault() }
        place += 4
        return unit
    }

    private mutating func number() throws(LooseJSON.Fault) -> LooseJSON {
        let start = place
        while let byte = peek, Self.inNumbers.contains(byte) { place += 1 }
        guard place > start else { throw fault() }
        return .number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func word(
        _ word: StaticString, _ value: LooseJSON
    ) throws(LooseJSON.Fault) -> LooseJSON {
        let letters = Array(word.description.utf8)
        guard bytes[place...].starts(with: letters) else { throw fault() }
        place += letters.count
        return value
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        place += 1
        return true
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func fault() -> LooseJSON.Fault {
        LooseJSON.Fault(line: bytes.prefix(place).count { $0 == 0x0A } + 1)
    }

    private static let inNumbers = Set("0123456789+-.eE".utf8)
}
