/// Reads one deterministic value after the other; what it builds is never larger, by count, than
/// the bytes it was given.
struct CBORReader {
    let bytes: UnsafeRawBufferPointer
    let limits: CBORLimits
    private(set) var position = 0
    private var items = 0

    init(bytes: UnsafeRawBufferPointer, limits: CBORLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func value(depth: Int) throws(CBORError) -> CBORValue {
        guard depth <= limits.depth else { throw .tooDeep }
        items += 1
        guard items <= limits.items else { throw .tooLarge }
        guard position < bytes.count else { throw .truncated }
        let head = bytes[position]
        let major = head >> 5
        guard major < 6 else { return try tagOrSimple(head) }
        let argument = try argument()
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes([UInt8](try take(argument)))
        case 3: return .text(try text(argument))
        case 4: return .array(try array(argument, depth: depth))
        default: return .map(try map(argument, depth: depth))
        }
    }

    /// Reads a head's argument, in as few bytes as hold it.
    private mutating func argument() throws(CBORError) -> UInt64 {
        let short = bytes[position] & 31
        position += 1
        guard short >= 24 else { return UInt64(short) }
        guard short <= 27 else { throw short == 31 ? .unsupported : .notWellFormed }
        let size = 1 << Int(short - 24)
        var argument: UInt64 = 0
        for byte in try take(UInt64(size)) { argument = argument << 8 | UInt64(byte) }
        // A size of 1 is for 24 and more, a greater one for what half of it does not hold.
        let least: UInt64 = size == 1 ? 24 : 1 << UInt64(4 * size)
        guard argument >= least else { throw .notDeterministic }
        return argument
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> UnsafeRawBufferPointer {
        guard count <= UInt64(bytes.count - position) else { throw .truncated }
        defer { position += Int(count) }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(count)])
    }

    private mutating func text(_ count: UInt64) throws(CBORError) -> String {
        let content = try take(count)
        guard let text = String(validating: content, as: UTF8.self) else { throw .badUTF8 }
        return text
    }

    private mutating func array(_ count: UInt64, depth: Int) throws(CBORError) -> [CBORValue] {
        guard count <= UInt64(bytes.count - position) else { throw .truncated }
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
        return elements
    }

    private mutating func map(_ count: UInt64, depth: Int) throws(CBORError) -> CBORMap {
        guard count <= UInt64(bytes.count - position) / 2 else { throw .truncated }
        var entries: [CBORMap.Entry] = []
        var last = 0..<0
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth + 1)
            let range = start..<position
            guard last.isEmpty || bytes[last].lexicographicallyPrecedes(bytes[range]) else {
                throw .notDeterministic
            }
            last = range
            entries.append(CBORMap.Entry(key: key, value: try value(depth: depth + 1)))
        }
        return CBORMap(ordered: entries)
    }

    private mutating func tagOrSimple(_ head: UInt8) throws(CBORError) -> CBORValue {
        switch head {
        case 0xf4, 0xf5:
            position += 1
            return .bool(head == 0xf5)
        case 0xf6:
            position += 1
            return .null
        // Reserved arguments, a break on its own, and simple values below 32 in two bytes.
        case 0xdc...0xdf, 0xfc...0xff: throw .notWellFormed
        case 0xf8 where position + 1 < bytes.count && bytes[position + 1] < 32:
            throw .notWellFormed
        default: throw .unsupported
        }
    }
}
