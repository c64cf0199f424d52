package import FenProtocol

/// Which part of a group's history to show.
package enum TimelineQuery: Sendable {
    /// The newest so many events in order.
    case last(Int)
    /// Everything after an event in order.
    case since(EventID)
}
