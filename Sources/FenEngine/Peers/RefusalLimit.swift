import FenProtocol

/// Decides which refused connections a person is told of, so that whoever knocks again and again
/// does not fill the screen: the same about one computer once in a while, a limited number in all,
/// and once that there were more.
struct RefusalLimit: Sendable {
    /// What is to be said of a refusal.
    enum Verdict {
        /// It is told.
        case told
        /// It is the first that is left out.
        case leftOut
        /// Nothing is said.
        case silent
    }

    private var told: [String: UInt64] = [:]
    private var leftOutAt: UInt64?

    /// Decides about a refusal, which is named by the computer and the reason; `now` in
    /// milliseconds. A clock that is put back or forward only begins anew.
    mutating func take(_ refusal: String, at now: UInt64) -> Verdict {
        func isRecent(_ time: UInt64) -> Bool {
            max(now, time) - min(now, time) < UInt64(PeerLimits.refusalTime)
        }
        told = told.filter { isRecent($0.value) }
        guard told[refusal] == nil else { return .silent }
        guard told.count < PeerLimits.refusalsTold else {
            if let leftOutAt, isRecent(leftOutAt) { return .silent }
            leftOutAt = now
            return .leftOut
        }
        told[refusal] = now
        return .told
    }
}
