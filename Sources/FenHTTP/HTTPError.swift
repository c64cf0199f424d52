/// Why there is no answer.
///
/// Holds nothing of the request: no address, no header, no byte of a body.
package struct HTTPError: Error, Hashable, Sendable {
    /// The kinds of failure.
    package struct Code: Hashable, Sendable {
        /// The word that stands in diagnostics.
        package let rawValue: String

        /// Wraps a word.
        package init(_ rawValue: String) { self.rawValue = rawValue }

        /// The address or a header cannot be sent, or this libcurl cannot do what was asked.
        package static let request = Code("request")
        /// Nobody knows a machine of that name.
        package static let resolve = Code("resolve")
        /// The machine does not take connections, or not in time.
        package static let connect = Code("connect")
        /// The server cannot prove to be the one that was meant.
        package static let untrusted = Code("untrusted")
        /// The server holds another key than the one that was named.
        package static let otherKey = Code("otherKey")
        /// The file of authorities cannot be read.
        package static let authorities = Code("authorities")
        /// Nothing moved for too long.
        package static let stalled = Code("stalled")
        /// The connection broke before the end.
        package static let interrupted = Code("interrupted")
        /// The body or the head is longer than was allowed.
        package static let tooLong = Code("tooLong")
        /// What came is not HTTP.
        package static let malformed = Code("malformed")
        /// The task was cancelled, or the client is gone.
        package static let cancelled = Code("cancelled")
    }

    /// Which kind.
    package var code: Code
    /// libcurl's sentence for it and what is known of the certificate; fixed texts only.
    package var detail: String

    /// Describes a failure.
    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
