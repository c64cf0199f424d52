/// Why a rate could not be fetched: what happened and what to do.
package struct RateError: Error, Hashable, Sendable {
    /// The kinds of failure.
    package enum Code: String, Sendable {
        /// The address is not one that is asked.
        case address
        /// Nobody could be asked, or the answer did not arrive.
        case unreachable
        /// The answer did not arrive in time.
        case slow
        /// The service refused, or answered with a status of its own.
        case refused
        /// The service has no such rate.
        case unknown
        /// The answer is not what was asked for.
        case answer
    }

    /// Which kind.
    package let code: Code
    /// What happened, in one sentence without the final period.
    package let message: String
    /// What to do about it.
    package let hint: String

    /// Makes an error of its parts.
    init(_ code: Code, _ message: String, hint: String) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}
