import FenLedger
import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// What happened, in order, with the holes in place: each before the first event that comes
    /// after it in its author's log. Only what is shown is opened.
    package func timeline(
        _ query: TimelineQuery, in id: GroupID
    ) throws(FenError) -> [TimelineItem] {
        try answering {
            let group = try group(id)
            let unsynced = try unpublishedIDs(in: group)
            var most = Int.max
            if case .last(let count) = query { most = count }
            var events: [EventView] = []
            try database.events.walk(.newest(group.number, .max)) { row in
                if events.count >= most { return false }
                if case .since(let event) = query, EventID(raw: try row.id) == event {
                    return false
                }
                let event = try view(of: row, in: group, unsynced: unsynced)
                if event.label != .pending || event.payload != nil { events.append(event) }
                return true
            }
            let items = Self.withHoles(try group.frontiers(), among: events.reversed())
            if case .last(let count) = query { return items.suffix(count) }
            return items
        }
    }

    /// The newest events in order, with the holes before or behind them; a hole that stands before
    /// an older event is not among them.
    private static func withHoles(
        _ frontiers: [AuthorFrontier], among events: [EventView]
    ) -> [TimelineItem] {
        var holes: [PartyID: [ClosedRange<UInt64>]] = [:]
        for frontier in frontiers where !frontier.missing.isEmpty {
            let author = PartyID(member: frontier.author)
            if let first = events.first(where: { $0.reference.author == author }) {
                holes[author] = frontier.missing.ranges.filter {
                    $0.upperBound + 1 >= first.reference.seq
                }
            } else {
                holes[author] = frontier.missing.ranges.filter {
                    $0.lowerBound > frontier.claimed
                }
            }
        }
        var items: [TimelineItem] = []
        for event in events {
            let author = event.reference.author
            while let hole = holes[author]?.first, hole.lowerBound < event.reference.seq {
                items.append(.hole(author: author, from: hole.lowerBound, through: hole.upperBound))
                holes[author]?.removeFirst()
            }
            items.append(.event(event))
        }
        for (author, rest) in holes.sorted(by: { $0.key < $1.key }) {
            items += rest.map { .hole(author: author, from: $0.lowerBound, through: $0.upperBound) }
        }
        return items
    }
}
