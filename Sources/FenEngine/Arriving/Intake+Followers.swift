import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStore

/// What a new event changes about those stored before it.
extension Intake {
    /// Events that were waiting for this one are connected now, or refused; while it waits itself,
    /// those that cannot follow it are refused all the same.
    mutating func settleFollowers(
        of event: SealedEvent, chain: ChainState
    ) throws(StoreError) {
        guard book.hasWaiting else { return }
        var pending = [
            (event.id, event.header.author, event.header.seq, event.header.lamport, chain)
        ]
        while let (id, author, seq, lamport, state) = pending.popLast() {
            for next in try database.events.waiting(for: id.raw, in: book.group)
            where next.author == author.raw {
                let fits = state != .refused && next.seq == seq + 1 && next.lamport > lamport
                if fits, state == .waiting { continue }
                let follower = EventID(raw: next.id)
                try database.events.setChain(fits ? .connected : .refused, of: next.number)
                book.noteNoLongerWaiting()
                if !fits { try refuseStored(next) }
                pending.append(
                    (
                        follower, MemberID(raw: next.author), next.seq, next.lamport,
                        fits ? .connected : .refused
                    ))
            }
        }
    }

    private mutating func refuseStored(_ waiting: WaitingEvent) throws(StoreError) {
        let author = MemberID(raw: waiting.author)
        try book.noteRefused(author: author, wasStored: true)
        result.refuse(.badChain)
        let event = EventID(raw: waiting.id)
        if result.numbers.removeValue(forKey: event) != nil {
            result.facts.removeAll { $0.id == event }
        } else if let record = try database.events.find(waiting.number) {
            result.withdrawn.append(
                WithdrawnEvent(
                    id: event, entity: record.state.target.map(EventID.init(raw:)) ?? event))
        }
    }
}
