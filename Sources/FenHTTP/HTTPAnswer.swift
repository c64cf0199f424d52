/// Status and headers of an answer.
package struct HTTPHead: Sendable, Hashable {
    /// The three digits.
    package var status: Int
    /// The headers in their order.
    package var headers: [HTTPHeader]

    /// Describes a head.
    package init(status: Int, headers: [HTTPHeader] = []) {
        self.status = status
        self.headers = headers
    }

    /// The first header of a name, however it is spelled; nil where there is none.
    package subscript(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// The length that was announced, if it is one.
    package var contentLength: Int? { self["Content-Length"].flatMap(Int.init) }
}

/// What a server answered.
package struct HTTPAnswer: Sendable, Hashable {
    /// Status and headers.
    package var head: HTTPHead
    /// The part of the body that was wanted.
    package var body: [UInt8]
    /// Whether the transfer was ended at the limit: the server had more to say.
    package var isCut: Bool

    /// Describes an answer.
    package init(head: HTTPHead, body: [UInt8] = [], isCut: Bool = false) {
        self.head = head
        self.body = body
        self.isCut = isCut
    }
}

/// Where in an object the body of an answer belongs: `Content-Range`.
package struct HTTPContentRange: Sendable, Hashable {
    /// The offset of the body's first byte.
    package var first: Int
    /// The offset of its last byte.
    package var last: Int
    /// How large the whole is; nil where the server does not say.
    package var total: Int?

    /// Reads `bytes 3-11/12` or `bytes 3-11/*`; nil for anything else.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            0 <= first, first <= last
        else { return nil }
        self.first = first
        self.last = last
        total = Int(halves[1])
        guard total.map({ $0 > last }) ?? (halves[1] == "*") else { return nil }
    }
}
