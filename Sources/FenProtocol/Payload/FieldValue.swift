package import FenCrypto
package import FenEncoding
package import FenMoney

/// The fields of one kind: what §5 lists in its row.
package protocol PayloadFields: Equatable, Sendable {
    /// The kind.
    static var kind: EventKind { get }

    /// Reads the fields in ascending order of their names and checks the kind's schema.
    init(from fields: inout FieldReader) throws(PayloadError)

    /// Writes the fields and the kind in ascending order of their names.
    func write(to fields: inout FieldWriter)
}

/// A value that has one form in every field it stands in.
package protocol FieldValue: FieldWritable {
    /// Reads the value of the field at hand.
    static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> Self
}

/// An entry of a list of objects that is strictly ascending.
package protocol FieldEntry: Equatable, Sendable {
    /// Reads the entry's fields.
    init(from fields: inout FieldReader) throws(PayloadError)

    /// Writes the entry's fields.
    func write(to fields: inout FieldWriter)

    /// Whether it may stand before the other.
    func precedes(_ other: Self) -> Bool
}

/// An identifier, key or hash, which a field holds in lowercase hex.
package protocol HexFieldValue: FieldValue, FixedBytesWrapper {}

// The hot kinds hold a dozen keys and ids, so the two lengths there are have a reader each instead
// of one for all lengths.
extension HexFieldValue where Raw == Bytes32 {
    /// 64 lowercase hex digits.
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> Self {
        guard let raw = Bytes32(hexASCII: try fields.plainText(name)) else {
            throw PayloadError(name, .malformed)
        }
        return Self(raw: raw)
    }
}

extension HexFieldValue where Raw == Bytes16 {
    /// 32 lowercase hex digits.
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> Self {
        guard let raw = Bytes16(hexASCII: try fields.plainText(name)) else {
            throw PayloadError(name, .malformed)
        }
        return Self(raw: raw)
    }
}

extension HexFieldValue {
    /// Lowercase hex.
    package func write(to fields: inout FieldWriter) {
        fields.json.hex(self)
    }
}

extension EventID: HexFieldValue {}
extension InviteID: HexFieldValue {}
extension PartyID: HexFieldValue {}
extension PublicKey: HexFieldValue {}
extension Hash32: HexFieldValue {}

extension UInt32: FieldValue {
    /// An epoch.
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> UInt32 {
        guard let value = UInt32(exactly: try fields.integer(name)) else {
            throw PayloadError(name, .outOfRange)
        }
        return value
    }

    /// An integer.
    package func write(to fields: inout FieldWriter) {
        fields.json.integer(self)
    }
}

extension Currency: FieldValue {
    /// Three letters A–Z; no table is asked (§5).
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> Currency {
        let code = String(decoding: try fields.plainText(name), as: UTF8.self)
        guard let currency = Currency(code: code) else {
            throw PayloadError(name, .malformed)
        }
        return currency
    }

    /// The three letters.
    package func write(to fields: inout FieldWriter) {
        fields.json.string(code)
    }
}

extension CalendarDate: FieldValue {
    /// `YYYY-MM-DD`, a real Gregorian date from 1900 to 9999 (§5).
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> CalendarDate {
        let text = try fields.plainText(name)
        guard text.count == 10, text[4] == 0x2d, text[7] == 0x2d,
            let year = number(text, 0..<4), let month = number(text, 5..<7),
            let day = number(text, 8..<10),
            let date = CalendarDate(year: year, month: month, day: day)
        else {
            throw PayloadError(name, .malformed)
        }
        return date
    }

    /// The digits at some places as a number.
    private static func number(_ text: UnsafeRawBufferPointer, _ places: Range<Int>) -> Int? {
        var value = 0
        for place in places {
            let digit = text[place] &- 0x30
            guard digit < 10 else {
                return nil
            }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// `YYYY-MM-DD`.
    package func write(to fields: inout FieldWriter) {
        fields.json.string(iso)
    }
}

extension Rate: FieldValue {
    /// A rate in the grammar of §5.
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> Rate {
        let text = String(decoding: try fields.plainText(name), as: UTF8.self)
        do {
            return try Rate(protocolText: text)
        } catch {
            throw PayloadError(name, .malformed)
        }
    }

    /// The text as it was read.
    package func write(to fields: inout FieldWriter) {
        fields.json.string(text)
    }
}

extension EditRule: FieldValue {
    /// One of the two rules.
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> EditRule {
        let text = String(decoding: try fields.plainText(name), as: UTF8.self)
        guard let rule = EditRule(rawValue: text) else {
            throw PayloadError(name, .malformed)
        }
        return rule
    }

    /// The rule's name.
    package func write(to fields: inout FieldWriter) {
        fields.json.string(rawValue)
    }
}

extension BlobChange: FieldValue {
    /// The hash in hex, or `""`.
    package static func read(
        _ name: StaticString,
        from fields: inout FieldReader
    ) throws(PayloadError) -> BlobChange {
        let text = try fields.plainText(name)
        if text.isEmpty {
            return .clear
        }
        guard let hash = Hash32(hexASCII: text) else {
            throw PayloadError(name, .malformed)
        }
        return .set(hash)
    }

    /// The hash in hex, or `""`.
    package func write(to fields: inout FieldWriter) {
        if let hash {
            fields.json.hex(hash)
        } else {
            fields.json.string("")
        }
    }
}
