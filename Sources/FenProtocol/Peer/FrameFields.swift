import FenCrypto
import FenEncoding

/// The fields of a frame after its kind, taken one after the other.
struct FrameFields {
    private var rest: ArraySlice<CBORValue>

    init(_ fields: ArraySlice<CBORValue>) {
        rest = fields
    }

    /// Whether all are taken.
    var isEmpty: Bool { rest.isEmpty }

    /// The next field.
    mutating func next() throws(PeerFrameError) -> CBORValue {
        guard let value = rest.popFirst() else { throw .badShape }
        return value
    }

    /// A number of the next field.
    mutating func number(from least: UInt64 = 0) throws(PeerFrameError) -> UInt64 {
        try Self.number(try next(), from: least)
    }

    /// The bytes of the next field, so many as their kind has.
    mutating func fixed<Value: FixedBytes>() throws(PeerFrameError) -> Value {
        guard let value = try next().bytesValue.flatMap({ Value($0) }) else { throw .badShape }
        return value
    }

    /// The list of the next field.
    mutating func list<Element>(
        _ counts: ClosedRange<Int>,
        _ read: (CBORValue) throws(PeerFrameError) -> Element
    ) throws(PeerFrameError) -> [Element] {
        guard let list = try next().arrayValue else { throw .badShape }
        guard counts ~= list.count else { throw .overLimit }
        var elements: [Element] = []
        for item in list { elements.append(try read(item)) }
        return elements
    }

    /// The map of the next field, whose keys are authors.
    mutating func authors<Value>(
        _ read: (CBORValue) throws(PeerFrameError) -> Value
    ) throws(PeerFrameError) -> [MemberID: Value] {
        guard let map = try next().mapValue else { throw .badShape }
        guard map.entries.count <= PeerLimits.authors else { throw .overLimit }
        var authors: [MemberID: Value] = [:]
        for entry in map.entries {
            guard let author = entry.key.bytesValue.flatMap({ MemberID($0) }) else {
                throw .badShape
            }
            authors[author] = try read(entry.value)
        }
        return authors
    }

    /// A number within what a log's numbers can be.
    static func number(
        _ value: CBORValue,
        from least: UInt64 = 0
    ) throws(PeerFrameError) -> UInt64 {
        guard let number = value.unsignedValue else { throw .badShape }
        guard least...ProtocolLimits.largestCounter ~= number else { throw .overLimit }
        return number
    }
}
