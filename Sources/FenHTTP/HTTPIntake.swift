internal import FenEncoding

/// Collects the head and the wanted part of the body of one answer, within their limits.
struct HTTPIntake {
    /// Why the transfer was ended from here; nil while nothing is wrong.
    private(set) var failure: HTTPError?
    private var head: HTTPHead?
    private var headBytes = 0
    private var plan: HTTPBodyPlan?
    private var passed = 0
    private var body: [UInt8] = []
    private var isCut = false

    /// Takes a line of the head; false ends the transfer.
    mutating func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // Trailers after the body tell nothing that is asked for.
        if plan != nil { return true }
        headBytes += line.count
        guard headBytes <= HTTPLimits.headBytes else { return fail(.tooLong, "head") }
        let text = String(decoding: line, as: UTF8.self).trimmingWhitespace
        if text.hasPrefix("HTTP/") {
            // Another head after "100 Continue" or its like takes the place of that one.
            let words = text.split(separator: " ")
            guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]) else {
                return fail(.malformed, "status line")
            }
            head = HTTPHead(status: status)
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            guard head != nil, head?.headers.count ?? 0 < HTTPLimits.headers else {
                return fail(.tooLong, "headers")
            }
            let name = text[..<colon].trimmingWhitespace
            let value = text[text.utf8.index(after: colon)...].trimmingWhitespace
            head?.headers.append(HTTPHeader(name, value))
        }
        return true
    }

    /// Takes a piece of the body; false ends the transfer.
    mutating func takeBody(
        _ piece: UnsafeRawBufferPointer, plan decide: (HTTPHead) -> HTTPBodyPlan
    ) -> Bool {
        guard let head else { return fail(.malformed, "body before head") }
        let plan = self.plan ?? decide(head)
        if self.plan == nil {
            self.plan = plan
            // What a server announces is reserved only as far as it is wanted.
            let announced = (head.contentLength ?? 0) - plan.skip
            body.reserveCapacity(max(0, min(announced, plan.limit, Self.firstReserve)))
        }
        let start = min(piece.count, max(0, plan.skip - passed))
        let room = plan.limit - body.count
        let end = min(piece.count, start + room)
        body.append(contentsOf: piece[start..<end])
        passed += piece.count
        guard end < piece.count else { return true }
        if plan.stopsAtLimit {
            isCut = true
            return false
        }
        return fail(.tooLong, "body")
    }

    /// The answer, if it is whole or was cut where it was to be.
    func answer(isComplete: Bool) -> HTTPAnswer? {
        guard failure == nil, isComplete || isCut, let head else { return nil }
        return HTTPAnswer(head: head, body: body, isCut: isCut)
    }

    private mutating func fail(_ code: HTTPError.Code, _ what: String) -> Bool {
        failure = HTTPError(code, what)
        return false
    }

    private static let firstReserve = 8 << 20
}
