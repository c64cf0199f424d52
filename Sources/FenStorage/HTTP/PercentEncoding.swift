import FenEncoding

/// Names as they stand in addresses.
enum PercentEncoding {
    /// One part of a path or query: everything but letters, digits, `-`, `.`, `_` and `~` becomes
    /// `%XX` with capitals, as RFC 3986 and SigV4 want it.
    static func encode(_ text: some StringProtocol) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// A path: each part encoded once, the slashes kept.
    static func path(_ text: some StringProtocol) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "/") { output.append(byte) } else { append(byte, to: &output) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A query, in the order of its encoded names and then values, each with its `=`.
    static func query(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { (encode($0.name), encode($0.value)) }
            .sorted { $0 < $1 }
            .map { "\($0)=\($1)" }
            .joined(separator: "&")
    }

    /// Undoes the encoding, with `+` for a space where `plusIsSpace`; nil where a `%` is not
    /// followed by two digits or the bytes are no UTF-8.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
        var output: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit)
                else { return nil }
                output.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: output.append(UInt8(ascii: " "))
            default: output.append(byte)
            }
        }
        return String(validating: output, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            output.append(byte)
        default:
            output.append(UInt8(ascii: "%"))
            output += Array(Hex.encode([byte]).uppercased().utf8)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
