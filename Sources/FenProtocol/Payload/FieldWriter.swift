package import FenEncoding

/// A value a field can hold.
package protocol FieldWritable {
    /// Writes the value.
    func write(to fields: inout FieldWriter)
}

/// Writes a payload's fields in ascending order of their names, which the kinds keep to.
package struct FieldWriter {
    /// The writer underneath.
    package var json: JSONWriter

    /// Goes on after bytes that are there already.
    init(appendingTo bytes: consuming [UInt8]) {
        json = JSONWriter(appendingTo: bytes)
    }

    /// Writes an object.
    mutating func object(_ fields: (inout FieldWriter) -> Void) {
        json.beginObject()
        fields(&self)
        json.endObject()
    }

    /// Writes the field that names the kind.
    mutating func kind(_ kind: EventKind) {
        json.key("kind")
        json.string(kind.name)
    }

    /// Writes a field.
    mutating func write(_ name: StaticString, _ value: some FieldWritable) {
        json.key(name)
        value.write(to: &self)
    }

    /// Writes a field if there is a value; optional fields are left out.
    mutating func write(_ name: StaticString, _ value: (some FieldWritable)?) {
        if let value {
            write(name, value)
        }
    }

    /// Writes `true` or leaves the field out.
    mutating func flag(_ name: StaticString, _ value: Bool) {
        if value {
            json.key(name)
            json.bool(true)
        }
    }

    /// Writes a list of objects if there is one.
    mutating func list(_ name: StaticString, _ entries: [some FieldEntry]?) {
        guard let entries else {
            return
        }
        json.key(name)
        json.beginArray()
        for entry in entries {
            object { entry.write(to: &$0) }
        }
        json.endArray()
    }
}

extension String: FieldWritable {
    /// A string.
    package func write(to fields: inout FieldWriter) {
        fields.json.string(self)
    }
}

extension Int64: FieldWritable {
    /// An integer.
    package func write(to fields: inout FieldWriter) {
        fields.json.integer(self)
    }
}

extension UInt64: FieldWritable {
    /// An integer.
    package func write(to fields: inout FieldWriter) {
        fields.json.integer(self)
    }
}

extension [UInt8]: FieldWritable {
    /// base64url.
    package func write(to fields: inout FieldWriter) {
        withUnsafeBytes { fields.json.base64URL($0) }
    }
}
