import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStore

/// Where a person's own log goes on.
struct OwnTip {
    /// The number of the next event.
    let nextSeq: UInt64
    /// What it names as the one before it.
    let prev: EventID
}

extension LogBook {
    /// Where an author's own log goes on: from the connected tip with the largest number, of
    /// several the last in order (Wire format, Connected). Nil while events of theirs above it are known or
    /// were here once, which must come first.
    func ownTip(of author: MemberID) throws(StoreError) -> OwnTip? {
        let log = log(of: author)
        guard known(author)?.claimed ?? 0 == log.held.last ?? 0 else { return nil }
        guard let last = log.held.last else { return OwnTip(nextSeq: 1, prev: .zero) }
        if log.isLinear {
            guard log.held.ranges == [1...last] else { return nil }
            guard let id = try id(of: author, at: last) else { return nil }
            return OwnTip(nextSeq: last + 1, prev: id)
        }
        var connected: Set<EventID> = [.zero]
        var tips: [(seq: UInt64, id: EventID)] = []
        for link in try links(of: author) where connected.contains(link.prev) {
            connected.insert(link.id)
            if let top = tips.first?.seq, link.seq > top { tips = [] }
            tips.append((link.seq, link.id))
        }
        guard let top = tips.first?.seq, top == last else { return nil }
        let ordered = try tips.map { tip throws(StoreError) in
            EventOrder(lamport: try lamport(of: tip.id), id: tip.id)
        }
        guard let newest = ordered.max() else { return nil }
        return OwnTip(nextSeq: top + 1, prev: newest.id)
    }
}
