import FenEncoding
import FenMoney

/// Writes the parts of a saved entry.
struct StateWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes a number of one byte.
    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    /// Writes a number in groups of seven bits, the lowest first.
    mutating func number(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a text after its length.
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            number(UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    /// Writes a day as yyyymmdd.
    mutating func day(_ date: CalendarDate) {
        number(UInt64(date.digits))
    }

    /// Writes bytes whose number is known to the reader.
    mutating func fixed(_ value: some FixedBytes) {
        value.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Writes whether there is a value, and the value.
    mutating func optional<Value>(_ value: Value?, _ write: (inout StateWriter, Value) -> Void) {
        byte(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }
}

/// Reads the parts of a saved entry; fails at the first that cannot be.
struct StateReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { position == bytes.count }

    /// Reads a number of one byte.
    mutating func byte() throws(DamagedEntry) -> UInt8 {
        guard position < bytes.count else { throw DamagedEntry() }
        position += 1
        return bytes[position - 1]
    }

    /// Reads a number.
    mutating func number() throws(DamagedEntry) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            let byte = try self.byte()
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw DamagedEntry()
    }

    /// Reads an amount.
    mutating func amount() throws(DamagedEntry) -> Int64 {
        guard let amount = Int64(exactly: try number()) else { throw DamagedEntry() }
        return amount
    }

    /// Reads a text.
    mutating func text() throws(DamagedEntry) -> String {
        String(decoding: try slice(try count()), as: UTF8.self)
    }

    /// Reads a text where it stands.
    mutating func slice() throws(DamagedEntry) -> UnsafeRawBufferPointer {
        try slice(try count())
    }

    /// Leaves bytes out.
    mutating func skip(_ count: Int) throws(DamagedEntry) {
        _ = try slice(count)
    }

    /// Reads a day.
    mutating func day() throws(DamagedEntry) -> CalendarDate {
        guard let digits = Int(exactly: try number()), let date = CalendarDate(digits: digits)
        else { throw DamagedEntry() }
        return date
    }

    /// Reads bytes of a known number.
    mutating func fixed<Value: FixedBytes>() throws(DamagedEntry) -> Value {
        guard let value = Value(try slice(Value.byteCount)) else { throw DamagedEntry() }
        return value
    }

    /// Reads a value that may be there.
    mutating func optional<Value>(
        _ read: (inout StateReader) throws(DamagedEntry) -> Value
    ) throws(DamagedEntry) -> Value? {
        try byte() == 0 ? nil : try read(&self)
    }

    /// Reads a list after its length.
    mutating func list<Value>(
        _ read: (inout StateReader) throws(DamagedEntry) -> Value
    ) throws(DamagedEntry) -> [Value] {
        let count = try count()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// Reads how many follow: never more than there are bytes left.
    mutating func count() throws(DamagedEntry) -> Int {
        let count = try number()
        guard count <= UInt64(bytes.count - position) else { throw DamagedEntry() }
        return Int(count)
    }

    private mutating func slice(_ count: Int) throws(DamagedEntry) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - position else { throw DamagedEntry() }
        position += count
        return UnsafeRawBufferPointer(rebasing: bytes[(position - count)..<position])
    }
}

/// A saved entry that cannot be read. The projection is a cache: rebuild it.
package struct DamagedEntry: Error, Equatable, Sendable {}
