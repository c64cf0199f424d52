import FenEncoding

/// Reads a payload's fields in the order of their names, straight from the canonical bytes.
///
/// Keys stand in ascending order, so a schema asks for its fields in that order too: asking for
/// one passes over every unknown field before it, and a field that is not there when a larger key
/// comes is absent. No tree is built and nothing is looked at twice. What is passed over is
/// checked as strictly as what is read.
package struct FieldReader {
    private var reader: JSONReader
    /// The key whose value is to be read next; nil behind the last one of the object at hand.
    private var pending: JSONKey?

    /// Enters the payload's object. The buffer must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) throws(PayloadError) {
        reader = JSONReader(bytes, limits: .payload)
        try enter("")
    }

    /// Passes over what is left of the payload's object and makes sure that nothing follows it.
    mutating func finish() throws(PayloadError) {
        try leave("")
        do throws(CanonicalJSONError) {
            try reader.end()
        } catch {
            throw Self.fault(error, "")
        }
    }

    /// The kind a payload names. Reads as far as the kind only.
    static func kind(of bytes: UnsafeRawBufferPointer) throws(PayloadError) -> EventKind {
        var fields = try FieldReader(bytes)
        guard try fields.advance(to: "kind") else {
            throw PayloadError("kind", .noKind)
        }
        return EventKind(wireName: try fields.plainText("kind"))
    }

    // MARK: Fields

    /// Goes to a field; false when it is not there.
    mutating func advance(to name: StaticString) throws(PayloadError) -> Bool {
        while let key = pending {
            let order = FieldName.compare(key.bytes, name)
            if order >= 0 {
                return order == 0
            }
            do throws(CanonicalJSONError) {
                try reader.skipValue()
                pending = try reader.nextKey()
            } catch {
                throw Self.fault(error, name)
            }
        }
        return false
    }

    /// Goes on behind a value that has been read.
    mutating func passed(_ name: StaticString) throws(PayloadError) {
        do throws(CanonicalJSONError) {
            pending = try reader.nextKey()
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Enters an object and goes to its first key.
    mutating func enter(_ name: StaticString) throws(PayloadError) {
        do throws(CanonicalJSONError) {
            try reader.beginObject()
            pending = try reader.nextKey()
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Passes over what is left of the object at hand.
    mutating func leave(_ name: StaticString) throws(PayloadError) {
        do throws(CanonicalJSONError) {
            while pending != nil {
                try reader.skipValue()
                pending = try reader.nextKey()
            }
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Enters an array.
    mutating func enterArray(_ name: StaticString) throws(PayloadError) {
        do throws(CanonicalJSONError) {
            try reader.beginArray()
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Whether the array at hand has another element.
    mutating func nextElement(_ name: StaticString) throws(PayloadError) -> Bool {
        do throws(CanonicalJSONError) {
            return try reader.nextElement()
        } catch {
            throw Self.fault(error, name)
        }
    }

    // MARK: Values

    /// Reads an integer.
    mutating func integer(_ name: StaticString) throws(PayloadError) -> Int64 {
        do throws(CanonicalJSONError) {
            return try reader.readInteger()
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Reads `true` or `false`.
    mutating func bool(_ name: StaticString) throws(PayloadError) -> Bool {
        do throws(CanonicalJSONError) {
            return try reader.readBool()
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Reads a text of any kind.
    mutating func string(_ name: StaticString) throws(PayloadError) -> String {
        do throws(CanonicalJSONError) {
            return try reader.readString()
        } catch {
            throw Self.fault(error, name)
        }
    }

    /// Reads a text whose form has no character that is escaped.
    mutating func plainText(_ name: StaticString) throws(PayloadError) -> UnsafeRawBufferPointer {
        do throws(CanonicalJSONError) {
            return try reader.rawString()
        } catch {
            throw Self.fault(error, name)
        }
    }

    private static func fault(_ error: CanonicalJSONError, _ name: StaticString) -> PayloadError {
        PayloadError(name, error.reason == .wrongType ? .wrongType : .notCanonical)
    }
}

/// Compares names in the text at hand with names in the program.
enum FieldName {
    /// Below, equal or above 0 as the text is below, the same as or above the name.
    @inline(__always)
    static func compare(_ text: UnsafeRawBufferPointer, _ name: StaticString) -> Int {
        let other = name.utf8Start
        let count = min(text.count, name.utf8CodeUnitCount)
        var index = 0
        while index < count {
            if text[index] != other[index] {
                return text[index] < other[index] ? -1 : 1
            }
            index += 1
        }
        return text.count - name.utf8CodeUnitCount
    }

    /// Whether the text is the name.
    static func matches(_ text: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
        text.count == name.utf8CodeUnitCount && compare(text, name) == 0
    }
}
