/// An element of an XML answer: its name without prefix, its text, and what stands in it.
///
/// Attributes are passed over: no answer that is read here says anything in them.
struct XMLElement: Equatable, Sendable {
    /// The name without its prefix.
    var name: String
    /// The text directly in it.
    var text = ""
    /// The elements directly in it, in their order.
    var children: [XMLElement] = []

    /// The first element of a name directly in this one.
    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// The text of the first element of a name directly in this one.
    func text(of name: String) -> String? { child(name)?.text }
}

extension XMLElement {
    /// Reads a document; nil for what is no XML, has a document type (and with it entities of its
    /// own), or is nested or large beyond what any store says.
    init?(document: [UInt8]) {
        var reader = XMLReader(bytes: document[...])
        guard let root = reader.document() else { return nil }
        self = root
    }
}

/// Reads the part of XML 1.0 that servers send: elements, text, CDATA, comments, the five named
/// entities and the numbered ones.
private struct XMLReader {
    var bytes: ArraySlice<UInt8>

    private static let deepest = 16
    private static let most = 100_000

    mutating func document() -> XMLElement? {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
        var open: [XMLElement] = []
        var count = 0
        while !bytes.isEmpty {
            guard let text = text() else { return nil }
            if open.isEmpty {
                guard text.allSatisfy(\.isWhitespace) else { return nil }
            } else {
                open[open.count - 1].text += text
            }
            guard !bytes.isEmpty else { return nil }
            if skip("<!--") {
                guard passed("-->") != nil else { return nil }
            } else if skip("<![CDATA[") {
                guard let raw = passed("]]>"), !open.isEmpty,
                    let text = String(validating: raw, as: UTF8.self)
                else { return nil }
                open[open.count - 1].text += text
            } else if skip("<?") {
                guard passed("?>") != nil else { return nil }
            } else if skip("</") {
                guard let raw = passed(">"), let last = open.popLast(),
                    Self.name(raw.prefix { !Self.isSpace($0) }) == last.name
                else { return nil }
                if open.isEmpty { return onlySpaceIsLeft() ? last : nil }
                open[open.count - 1].children.append(last)
            } else {
                guard let tag = tag(), count < Self.most, open.count < Self.deepest else {
                    return nil
                }
                count += 1
                let element = XMLElement(name: tag.name)
                if !tag.isClosed {
                    open.append(element)
                } else if open.isEmpty {
                    return onlySpaceIsLeft() ? element : nil
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
        return nil
    }

    /// What stands before the next `<`, or nil if it holds an entity that is none.
    private mutating func text() -> String? {
        let end = bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
        var raw = bytes[..<end]
        bytes = bytes[end...]
        var output: [UInt8] = []
        while let mark = raw.firstIndex(of: UInt8(ascii: "&")) {
            output += raw[..<mark]
            guard let end = raw[mark...].firstIndex(of: UInt8(ascii: ";")),
                let scalar = Self.entity(raw[mark..<end].dropFirst())
            else { return nil }
            output += Array(String(Character(scalar)).utf8)
            raw = raw[end...].dropFirst()
        }
        return String(validating: output + raw, as: UTF8.self)
    }

    /// A start tag, from its `<` on.
    private mutating func tag() -> (name: String, isClosed: Bool)? {
        bytes = bytes.dropFirst()
        var quote: UInt8?
        guard
            let end = bytes.firstIndex(where: { byte in
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
                return quote == nil && byte == UInt8(ascii: ">")
            })
        else { return nil }
        let inside = bytes[..<end]
        bytes = bytes[end...].dropFirst()
        let isClosed = inside.last == UInt8(ascii: "/")
        let raw = (isClosed ? inside.dropLast() : inside).prefix { !Self.isSpace($0) }
        return Self.name(raw).map { ($0, isClosed) }
    }

    private mutating func skip(_ mark: StaticString) -> Bool {
        let isThere = mark.withUTF8Buffer { bytes.starts(with: $0) }
        if isThere { bytes = bytes.dropFirst(mark.utf8CodeUnitCount) }
        return isThere
    }

    /// What stands before a mark, and both are passed; nil where the mark does not come.
    private mutating func passed(_ mark: StaticString) -> ArraySlice<UInt8>? {
        let start = bytes
        while !bytes.isEmpty {
            let end = bytes.startIndex
            if skip(mark) { return start[..<end] }
            bytes = bytes.dropFirst()
        }
        return nil
    }

    private func onlySpaceIsLeft() -> Bool { bytes.allSatisfy(Self.isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

    /// A name without its prefix; nil where it is none (a document type, for one).
    private static func name(_ raw: ArraySlice<UInt8>) -> String? {
        let local = raw.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last
        guard let local, let first = local.first, ![0x21, 0x2d, 0x2e].contains(first) else {
            return nil
        }
        return String(validating: local, as: UTF8.self)
    }

    private static func entity(_ name: ArraySlice<UInt8>) -> UnicodeScalar? {
        switch String(decoding: name, as: UTF8.self) {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "quot": "\""
        case "apos": "'"
        case let text where text.hasPrefix("#x"):
            UInt32(text.dropFirst(2), radix: 16).flatMap(UnicodeScalar.init)
        case let text where text.hasPrefix("#"):
            UInt32(text.dropFirst()).flatMap(UnicodeScalar.init)
        default: nil
        }
    }
}
