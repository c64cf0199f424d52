import FenCrypto
import FenProtocol

/// What was stored by other ways and is not pushed to one session yet. However long the session is
/// stuck it stays small: of more events of one author than a push takes, none would be pushed
/// anyway, so only the author is kept, and the other side wants what the `have` names.
struct StoredHeads: Sendable {
    private var heads: [MemberID: [Head]] = [:]
    private var crowded: Set<MemberID> = []

    /// Whether nothing has been stored.
    var isEmpty: Bool { heads.isEmpty }

    /// Adds events that were stored.
    mutating func add(_ events: [MemberID: [Head]]) {
        for (author, new) in events where !crowded.contains(author) {
            let all = heads[author, default: []] + new
            if all.count > PeerSession.mostPushed { crowded.insert(author) }
            heads[author] = crowded.contains(author) ? [] : all
        }
    }

    /// All authors of whom something was stored, with the events that may be pushed; nothing is
    /// left here.
    mutating func take() -> [MemberID: [Head]] {
        defer { self = StoredHeads() }
        return heads
    }
}
