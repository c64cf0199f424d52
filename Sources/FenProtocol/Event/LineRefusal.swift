import FenEncoding

/// Names what is wrong with a line that `LineReader` stopped at.
///
/// The reader stops at the first field it cannot take, whatever is wrong with it. The refusal is
/// named by the first step of §4 that fails: the whole line canonical, its `fmt` known, its fields
/// those of the form, every size, then every range.
enum LineRefusal {
    /// The eleven fields, and whether each is a text.
    private static let fields: [(name: StaticString, isText: Bool)] = [
        ("author", true), ("created_at", false), ("ct", true), ("epoch", false), ("fmt", false),
        ("key", true), ("lamport", false), ("nonce", true), ("prev", true), ("seq", false),
        ("sig", true),
    ]

    /// The refusal of a line.
    static func name(_ line: UnsafeRawBufferPointer, noticed: LineError) -> LineError {
        var shape: (format: Int64?, isForm: Bool)
        do throws(CanonicalJSONError) {
            shape = try Self.shape(of: line)
        } catch {
            return LineError(.notCanonical)
        }
        guard let format = shape.format else {
            return LineError(.notCanonical, "fmt")
        }
        guard format == ProtocolLimits.format else {
            return LineError(.unknownFormat, "fmt")
        }
        guard shape.isForm else {
            return LineError(.notCanonical)
        }
        do throws(LineError) {
            var reader = LineReader(line, checksRanges: false)
            _ = try reader.event(of: .zero)
        } catch {
            return error
        }
        return noticed
    }

    /// The `fmt` of a canonical object and whether its fields are those of the form, each of its
    /// type.
    private static func shape(
        of line: UnsafeRawBufferPointer
    ) throws(CanonicalJSONError) -> (format: Int64?, isForm: Bool) {
        let limits = JSONLimits(depth: ProtocolLimits.payloadDepth, bytes: ProtocolLimits.lineBytes)
        var reader = JSONReader(line, limits: limits)
        var format: Int64?
        var count = 0
        var isForm = true
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let isText = reader.peek == 0x22
            let isNumber = reader.peek.map { $0 == 0x2d || (0x30...0x39).contains($0) } ?? false
            if count < fields.count, key == fields[count].name {
                isForm = isForm && (fields[count].isText ? isText : isNumber)
            } else {
                isForm = false
            }
            count += 1
            if key == "fmt", isNumber {
                format = try reader.readInteger()
            } else {
                try reader.skipValue()
            }
        }
        try reader.end()
        return (format, isForm && count == fields.count)
    }
}
