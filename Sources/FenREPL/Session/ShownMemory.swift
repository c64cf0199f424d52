package import FenProtocol

/// What was shown last, for `^` and `^3`.
package struct ShownMemory: Sendable {
    private static let limit = 500
    private var ids: [EventID] = []

    /// Nothing shown yet.
    package init() {}

    /// Remembers an entry as the last one shown.
    package mutating func add(_ id: EventID) {
        ids.removeAll { $0 == id }
        ids.append(id)
        if ids.count > Self.limit { ids.removeFirst(ids.count - Self.limit) }
    }

    /// Forgets everything, as when the channel changes.
    package mutating func clear() {
        ids = []
    }

    /// The n-th last one shown, counted from 1.
    package func last(_ number: Int) -> EventID? {
        number >= 1 && number <= ids.count ? ids[ids.count - number] : nil
    }
}
