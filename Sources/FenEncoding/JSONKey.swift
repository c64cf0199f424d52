/// A key as it stands in the text being read; valid as long as that buffer.
///
/// Only letters, digits and `_` occur in it, so its bytes are its text, and the order of the
/// bytes is the order of UTF-16 code units that RFC 8785 asks for.
@usableFromInline
package struct JSONKey {
    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline let count: Int

    @inlinable
    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    /// The key as text of its own.
    package var text: String {
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The key's bytes.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Whether the key is this text; also what lets a key be switched over.
    @inlinable
    package static func ~= (text: StaticString, key: JSONKey) -> Bool { key == text }

    /// Whether the key is this text.
    @inlinable
    package static func == (key: JSONKey, text: StaticString) -> Bool {
        guard key.count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<key.count where key.start[index] != other[index] { return false }
        return true
    }

    @inlinable
    static func < (left: JSONKey, right: JSONKey) -> Bool {
        for index in 0..<min(left.count, right.count) where left.start[index] != right.start[index]
        {
            return left.start[index] < right.start[index]
        }
        return left.count < right.count
    }

    /// Whether a byte may stand in a key.
    @inlinable
    static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7a, 0x30...0x39, 0x5f: true
        default: false
        }
    }
}
