import FenEncoding
package import FenProtocol

/// A log index in memory, for tests and for those who read a group without a store.
///
/// It also finds `BAD_CHAIN`: an event whose previous event in its author's log has a number not
/// one less or a lamport not smaller, and everything after it.
package struct MemoryLogIndex: LogIndex, Sendable {
    private struct Node: Sendable {
        var author: MemberID
        var seq: UInt64
        var lamport: UInt64
        var prev: EventID
        var isOpened: Bool
    }

    private var nodes: [EventID: Node] = [:]
    private var children: [EventID: [EventID]] = [:]
    private var refused: Set<EventID> = []
    private var events: [MemberID: [LogLink]] = [:]
    private var logs: [MemberID: AuthorLog] = [:]

    /// An index of nothing.
    package init() {}

    /// Takes events in, or notes that they have been opened since. Returns the events that are
    /// `BAD_CHAIN` from now on.
    package mutating func insert(_ facts: [Fact]) -> [EventID] {
        var authors: Set<MemberID> = []
        var newlyRefused: [EventID] = []
        for fact in facts {
            let isOpened = fact.payload != nil
            if nodes[fact.id] != nil {
                nodes[fact.id]?.isOpened = isOpened
                continue
            }
            nodes[fact.id] = Node(
                author: fact.author, seq: fact.seq, lamport: fact.lamport, prev: fact.prev,
                isOpened: isOpened
            )
            children[fact.prev, default: []].append(fact.id)
            authors.insert(fact.author)
            if isBroken(fact.id) {
                refuse(fact.id, &newlyRefused, &authors)
                continue
            }
            events[fact.author, default: []].append(
                LogLink(id: fact.id, seq: fact.seq, prev: fact.prev))
            for child in children[fact.id] ?? [] where isBroken(child) {
                refuse(child, &newlyRefused, &authors)
            }
        }
        for author in authors { summarise(author) }
        return newlyRefused
    }

    /// Whether an event is `BAD_CHAIN`.
    package func isRefused(_ event: EventID) -> Bool {
        refused.contains(event)
    }

    package func log(of author: MemberID) -> AuthorLog {
        logs[author] ?? AuthorLog()
    }

    package func id(of author: MemberID, at seq: UInt64) throws(Never) -> EventID? {
        events[author]?.first { $0.seq == seq }?.id
    }

    package func links(of author: MemberID) throws(Never) -> [LogLink] {
        events[author] ?? []
    }

    package func place(of event: EventID) throws(Never) -> StoredPlace? {
        guard let node = nodes[event], !refused.contains(event) else { return nil }
        return StoredPlace(author: node.author, seq: node.seq, isOpened: node.isOpened)
    }

    private func isBroken(_ event: EventID) -> Bool {
        guard let node = nodes[event] else { return false }
        if (node.seq == 1) != (node.prev == .zero) { return true }
        guard let previous = nodes[node.prev], previous.author == node.author else { return false }
        return refused.contains(node.prev) || previous.seq + 1 != node.seq
            || previous.lamport >= node.lamport
    }

    private mutating func refuse(
        _ event: EventID,
        _ newlyRefused: inout [EventID],
        _ authors: inout Set<MemberID>
    ) {
        var pending = [event]
        while let next = pending.popLast() {
            guard refused.insert(next).inserted, let node = nodes[next] else { continue }
            newlyRefused.append(next)
            authors.insert(node.author)
            events[node.author]?.removeAll { $0.id == next }
            pending += (children[next] ?? []).filter { nodes[$0]?.author == node.author }
        }
    }

    private mutating func summarise(_ author: MemberID) {
        let links = (events[author] ?? []).sorted {
            $0.seq == $1.seq ? $0.id < $1.id : $0.seq < $1.seq
        }
        events[author] = links
        var log = AuthorLog(count: links.count)
        for (index, link) in links.enumerated() {
            log.held.append(link.seq...link.seq)
            guard index > 0 else { continue }
            let before = links[index - 1]
            if before.seq == link.seq || before.seq + 1 == link.seq && before.id != link.prev {
                log.isLinear = false
            }
        }
        logs[author] = log
    }
}
