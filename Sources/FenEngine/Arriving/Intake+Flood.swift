import FenCrypto
import FenLedger
import FenProtocol
import FenStore

/// What is kept of those who have gone.
extension Intake {
    /// What somebody writes after they have gone counts for nobody, and is kept for the organiser
    /// to look at: so much of it that nobody can fill the others' disks with it.
    mutating func withoutFlood(
        _ events: [JudgedEvent], of author: MemberID
    ) throws(StoreError) -> [JudgedEvent] {
        guard !context.isActive(author), let log = book.logs[author] else { return events }
        var room =
            ProtocolLimits.lateEvents
            - (try database.events.count(
                of: log.number, in: book.group, labelled: RefusalReason.afterRemoval.label))
        var kept: [JudgedEvent] = []
        for event in events {
            let sealed = event.opened.event
            let label = context.membershipLabel(
                of: sealed.id, by: author, sealed.header.seq)
            guard label == .afterRemoval, try book.number(of: sealed) == nil else {
                kept.append(event)
                continue
            }
            room -= 1
            if room >= 0 { kept.append(event) } else { result.strangers.insert(author) }
        }
        return kept
    }
}
