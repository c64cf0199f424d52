import FenLedger
import FenProtocol
import FenStore

/// What is known of a line's authenticity (Wire format, Authentic).
enum Authenticity {
    /// Its own signature is right.
    case signed
    /// An authentic event of its author names it; its own signature was not looked at.
    case named
    /// Neither, yet.
    case unproven
}

/// An event with what is known of its authenticity.
struct JudgedEvent {
    /// The event.
    let opened: OpenedEvent
    /// What is known.
    let verdict: Authenticity
}

/// Finds out which events of a batch are authentic, at the price of one signature a run.
struct AuthenticityCheck {
    private let book: LogBook
    /// What authentic events of this batch name as the event before them, unless it is `next`.
    private var named: Set<EventID> = []
    /// What the authentic event seen last names. In a run this is the very next event, so that
    /// nothing has to be looked up.
    private var next: EventID?
    /// The event last found to be `next`: another copy of it may follow, among those of its number.
    private var last: Head?

    init(_ book: LogBook) {
        self.book = book
    }

    /// Judges events of one author. The result is in the order of the input.
    ///
    /// From the highest number down, each authentic event vouches for the one before it, so that
    /// only the tip of each run needs its signature checked.
    mutating func judge(_ events: [OpenedEvent]) throws(StoreError) -> [Authenticity] {
        var result = [Authenticity](repeating: .unproven, count: events.count)
        // Logs are written in order, so the last line usually has the highest number.
        let isAscending = zip(events, events.dropFirst()).allSatisfy {
            $0.event.header.seq < $1.event.header.seq
        }
        let order =
            isAscending
            ? Array(events.indices.reversed())
            : events.indices.sorted {
                events[$0].event.header.seq > events[$1].event.header.seq
            }
        for index in order {
            let event = events[index].event
            if isNamed(event.head) {
                result[index] = .named
            } else if try book.isNamed(event) {
                result[index] = .named
            } else if event.verifySignature() {
                result[index] = .signed
            }
            if case .unproven = result[index] { continue }
            note(event.header.prev)
        }
        return result
    }

    /// Whether an authentic event of this batch names it.
    private mutating func isNamed(_ event: Head) -> Bool {
        if event.id == next {
            if let last, last.seq == event.seq { named.insert(last.id) }
            last = event
            next = nil
            return true
        }
        return event == last || named.contains(event.id)
    }

    /// Notes what an authentic event names.
    private mutating func note(_ previous: EventID) {
        if let next { named.insert(next) }
        next = previous
    }
}
