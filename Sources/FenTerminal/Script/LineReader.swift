internal import Glibc

/// Lines from a descriptor; the last one needs no line feed.
struct LineReader {
    /// A line, or word of one that is longer than any line may be.
    enum Item: Equatable {
        /// A line without its end.
        case line(String)
        /// A line of which nothing was kept.
        case tooLong

        /// Whether it is a line with nothing in it.
        var isBlank: Bool {
            if case .line(let text) = self { text.allSatisfy(\.isWhitespace) } else { false }
        }
    }

    /// The most bytes a line may have: as many as a paste.
    static let longest = 1 << 16

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// Where the next line begins in `bytes`.
    private var start = 0
    /// How far `bytes` has been searched for a line's end.
    private var searched = 0
    private var isSkipping = false
    private var isAtEnd = false

    /// A reader over an open descriptor, which stays the caller's to close.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line, or nil after the last.
    mutating func next() -> Item? {
        while true {
            if let end = bytes[searched...].firstIndex(of: 0x0A) {
                let item = take(upTo: end)
                start = end + 1
                searched = start
                return item
            }
            searched = bytes.count
            if bytes.count - start > Self.longest { skip() }
            if isAtEnd {
                guard isSkipping || start < bytes.count else { return nil }
                let item = take(upTo: bytes.count)
                start = bytes.count
                return item
            }
            fill()
        }
    }

    private mutating func take(upTo end: Int) -> Item {
        defer { isSkipping = false }
        guard !isSkipping, end - start <= Self.longest else { return .tooLong }
        var line = bytes[start..<end]
        if line.last == 0x0D { line.removeLast() }
        return .line(String(decoding: line, as: UTF8.self))
    }

    /// Lets go of a line that is too long, so that it takes no memory.
    private mutating func skip() {
        isSkipping = true
        bytes.removeAll(keepingCapacity: true)
        start = 0
        searched = 0
    }

    private mutating func fill() {
        // What was handed out goes once a chunk, not once a line.
        bytes.removeFirst(start)
        searched -= start
        start = 0
        var chunk = [UInt8](repeating: 0, count: Self.longest)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            bytes += chunk[..<count]
        } else if count == 0 || errno != EINTR {
            isAtEnd = true
        }
    }
}
