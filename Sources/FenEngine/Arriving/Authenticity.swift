import FenLedger
import FenProtocol
import FenStore

/// What is known of a line's authenticity (§4).
enum Authenticity {
    /// Its own signature is right.
    case signed
    /// An authentic event of its author names it; its own signature was not looked at.
    case named
    /// Neither, yet.
    case unproven
}

/// Finds out which events of a batch are authentic, at the price of one signature a run.
struct AuthenticityCheck {
    private let book: LogBook
    /// What authentic events of this batch name as the event before them.
    private var named: Set<EventID> = []

    init(_ book: LogBook) {
        self.book = book
    }

    /// Judges events of one author. The result is in the order of the input.
    ///
    /// From the highest number down, each authentic event vouches for the one before it, so that
    /// only the tip of each run needs its signature checked.
    mutating func judge(_ events: [SealedEvent]) throws(StoreError) -> [Authenticity] {
        var result = [Authenticity](repeating: .unproven, count: events.count)
        // Logs are written in order, so the last line usually has the highest number.
        let isAscending = zip(events, events.dropFirst()).allSatisfy {
            $0.header.seq < $1.header.seq
        }
        let order =
            isAscending
            ? Array(events.indices.reversed())
            : events.indices.sorted { events[$0].header.seq > events[$1].header.seq }
        for index in order {
            let event = events[index]
            if named.contains(event.id) {
                result[index] = .named
            } else if try book.isNamed(event) {
                result[index] = .named
            } else if event.verifySignature() {
                result[index] = .signed
            }
            if case .unproven = result[index] { continue }
            named.insert(event.header.prev)
        }
        return result
    }
}
