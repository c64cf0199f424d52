internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Events under their authors' names, in the order that is the same everywhere.
struct GraphFace {
    let group: GroupView
    /// Only ASCII may be drawn.
    let isPlain: Bool

    /// The newest events of `count`, in order, with each log's holes in their place.
    func result(_ events: [EventView], _ frontier: [FrontierRow], count: Int) -> CommandResult {
        let roster = Roster(group)
        let authors = roster.members.map(\.party).filter { party in
            events.contains { $0.reference.author == party }
        }
        var table = TextTable(
            [.right("lamport")] + authors.map { .left(roster.shown($0).text) } + [.left("")])
        var holes = Dictionary(frontier.map { ($0.party, $0.missing) }) { first, _ in first }
        for event in events {
            let author = event.reference.author
            let before = (holes[author] ?? []).filter { $0.lowerBound < event.reference.seq }
            if let first = before.first, let last = before.last {
                holes[author]?.removeAll { $0.lowerBound < event.reference.seq }
                let seen = events.contains {
                    $0.reference.author == author && $0.reference.seq < first.lowerBound
                }
                if seen || events.count == count {
                    let numbers = NumberRanges.words(
                        first.lowerBound...last.upperBound, .hyphen)
                    table.add(row("", authors, author, "(\(own: numbers))", "missing"))
                }
            }
            let mark = isPlain ? "*" : "●"
            let branch = String(repeating: "'", count: event.reference.branch)
            table.add(
                row(
                    "\(event.lamport)", authors, author,
                    "\(own: "\(mark)\(event.reference.seq)\(branch)")",
                    Phrase(foreign: event.kindName)
                ))
        }
        var result = CommandResult()
        if events.count < count { result.say("The newest \(events.count) of \(count):") }
        result.show(table)
        if events.isEmpty { result.say("No events here.") }
        result.set("group", .string(group.name))
        result.set(
            "events",
            .list(events) { event in
                roster.json(
                    event.reference.author,
                    [
                        "seq": .number(event.reference.seq),
                        "branch": .number(event.reference.branch),
                        "lamport": .number(event.lamport),
                        "id": .string(event.id.hex),
                        "kind": .string(event.kindName),
                    ])
            })
        return result
    }

    private func row(
        _ lamport: Phrase, _ authors: [PartyID], _ author: PartyID, _ cell: Phrase, _ words: Phrase
    ) -> [Phrase] {
        [lamport] + authors.map { $0 == author ? cell : "" } + [words]
    }
}
