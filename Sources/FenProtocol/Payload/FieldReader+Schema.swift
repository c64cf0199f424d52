import FenCrypto
import FenEncoding
import FenMoney

extension FieldReader {
    /// A field that must be there.
    mutating func required<Value: FieldValue>(
        _ name: StaticString
    ) throws(PayloadError) -> Value {
        guard try advance(to: name) else {
            throw PayloadError(name, .missing)
        }
        let value = try Value.read(name, from: &self)
        try passed(name)
        return value
    }

    /// A field that may be there.
    mutating func optional<Value: FieldValue>(
        _ name: StaticString
    ) throws(PayloadError) -> Value? {
        guard try advance(to: name) else {
            return nil
        }
        let value = try Value.read(name, from: &self)
        try passed(name)
        return value
    }

    /// An optional field whose only value is `true`; a written `false` is refused, since optional
    /// fields are left out (§3).
    mutating func flag(_ name: StaticString) throws(PayloadError) -> Bool {
        guard try advance(to: name) else {
            return false
        }
        guard try bool(name) else {
            throw PayloadError(name, .malformed)
        }
        try passed(name)
        return true
    }

    /// A text that must be there, of a length in Unicode scalars.
    mutating func text(
        _ name: StaticString,
        _ length: ClosedRange<Int>
    ) throws(PayloadError) -> String {
        guard let text = try optionalText(name, length) else {
            throw PayloadError(name, .missing)
        }
        return text
    }

    /// A text that may be there, of a length in Unicode scalars.
    mutating func optionalText(
        _ name: StaticString,
        _ length: ClosedRange<Int>
    ) throws(PayloadError) -> String? {
        guard try advance(to: name) else {
            return nil
        }
        let text = try string(name)
        // A scalar is at most four bytes, so most lengths are decided without counting.
        let bytes = text.utf8.count
        if bytes < length.lowerBound || bytes > length.upperBound || length.lowerBound > 1 {
            guard length.contains(text.unicodeScalars.count) else {
                throw PayloadError(name, .wrongLength)
            }
        }
        try passed(name)
        return text
    }

    /// An amount in minor units, 1 … 10^15.
    mutating func amount(_ name: StaticString) throws(PayloadError) -> Int64 {
        guard let amount = try optionalAmount(name) else {
            throw PayloadError(name, .missing)
        }
        return amount
    }

    /// An amount that may be there.
    mutating func optionalAmount(_ name: StaticString) throws(PayloadError) -> Int64? {
        guard try advance(to: name) else {
            return nil
        }
        let amount = try integer(name)
        guard ProtocolLimits.amount.contains(amount) else {
            throw PayloadError(name, .outOfRange)
        }
        try passed(name)
        return amount
    }

    /// A number or time that must be there, up to 2^53 − 1.
    mutating func counter(
        _ name: StaticString,
        from least: UInt64
    ) throws(PayloadError) -> UInt64 {
        guard let value = try optionalCounter(name, from: least) else {
            throw PayloadError(name, .missing)
        }
        return value
    }

    /// A number or time that may be there.
    mutating func optionalCounter(
        _ name: StaticString,
        from least: UInt64
    ) throws(PayloadError) -> UInt64? {
        guard try advance(to: name) else {
            return nil
        }
        let value = try integer(name)
        guard value >= 0, UInt64(value) >= least else {
            throw PayloadError(name, .outOfRange)
        }
        try passed(name)
        return UInt64(value)
    }

    /// Bytes in base64url, of a length.
    mutating func bytes(
        _ name: StaticString,
        _ length: ClosedRange<Int>
    ) throws(PayloadError) -> [UInt8] {
        guard try advance(to: name) else {
            throw PayloadError(name, .missing)
        }
        guard let bytes = Base64URL.decode(try plainText(name)) else {
            throw PayloadError(name, .malformed)
        }
        guard length.contains(bytes.count) else {
            throw PayloadError(name, .wrongLength)
        }
        try passed(name)
        return bytes
    }

    /// Heads that must be there, strictly ascending by number and id.
    mutating func heads(
        _ name: StaticString,
        count: ClosedRange<Int> = ProtocolLimits.heads
    ) throws(PayloadError) -> [Head] {
        guard let heads = try optionalHeads(name, count: count) else {
            throw PayloadError(name, .missing)
        }
        return heads
    }

    /// Heads that may be there.
    mutating func optionalHeads(
        _ name: StaticString,
        count: ClosedRange<Int> = ProtocolLimits.heads
    ) throws(PayloadError) -> [Head]? {
        guard try advance(to: name) else {
            return nil
        }
        return try entries(name, count: count)
    }

    /// A list of {`member`, …} that must be there: strictly ascending, 1–128 entries.
    mutating func members<Entry: FieldEntry>(
        _ name: StaticString
    ) throws(PayloadError) -> [Entry] {
        guard try advance(to: name) else {
            throw PayloadError(name, .missing)
        }
        return try entries(name, count: ProtocolLimits.members)
    }

    /// The list at hand.
    private mutating func entries<Entry: FieldEntry>(
        _ name: StaticString,
        count: ClosedRange<Int>
    ) throws(PayloadError) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(4)
        try enterArray(name)
        while try nextElement(name) {
            guard entries.count < count.upperBound else {
                throw PayloadError(name, .wrongLength)
            }
            try enter(name)
            let entry = try Entry(from: &self)
            try leave(name)
            if let last = entries.last, !last.precedes(entry) {
                throw PayloadError(name, .notAscending)
            }
            entries.append(entry)
        }
        guard entries.count >= count.lowerBound else {
            throw PayloadError(name, .wrongLength)
        }
        try passed(name)
        return entries
    }
}
