import FenCrypto
import FenPeer
import FenProtocol

/// Everything of this home that has to do with other devices directly. The engine's actor owns it;
/// it exists while somebody listens or has connected.
struct PeerRoom {
    /// One connection that is up.
    struct Session {
        /// Its number in the group's hub.
        let number: Int
        /// The other side's static key.
        let key: X25519PublicKey
        /// Where the other side is.
        let address: PeerAddress
        /// Who the other side is.
        var lane: PeerLane
        /// What the other side says it holds.
        var holdings: [MemberID: PeerHoldings] = [:]
        /// Events that came over it.
        var received = 0
        /// Events that went over it.
        var sent = 0
        /// Nothing the other side holds is lacking here, and the reverse.
        var isLevelHere = false
        var isLevelThere = false
        /// It has brought all it holds, or has failed to bring what it said it had: nothing waits
        /// for it any more.
        var isSettled = false
        /// When it was asked last what the group's store has shown it, in Unix milliseconds.
        var reportAsked: UInt64?
        /// The other side's store, once it said so.
        var store: StoreID?
        /// Another session with the same store was up when this one began.
        var isSecond = false
    }

    /// A session that is over.
    struct EndedSession {
        /// What it was.
        let session: Session
        /// How it ended.
        let end: PeerEnd
    }

    /// The thread with all sockets.
    let node: PeerNode
    /// What tells of refusals outside of any session.
    var watching: [Task<Void, Never>] = []
    /// The sessions of each group that has been on the network.
    var hubs: [GroupID: PeerHub] = [:]
    /// Where this device listens.
    var listeners: [PeerListener] = []
    /// Sessions that are up, by group and number.
    var sessions: [GroupID: [Int: Session]] = [:]
    /// The table that is open here.
    var table: OpenedTable?
    /// What was told of refused connections.
    var refusals = RefusalLimit()
    /// The sessions that ended last, by group.
    private(set) var ended: [GroupID: [EndedSession]] = [:]
    /// How the gate stood before devices began to bring what they hold.
    var standings: [GroupID: GateStanding] = [:]
    /// Who waits for a session to have everything, or to end.
    var waiting: [GroupID: [CheckedContinuation<Void, Never>]] = [:]

    /// How many ended sessions of a group are remembered, for whoever dialled one of them.
    private static let mostEnded = 32

    /// Takes a session out.
    mutating func end(_ session: Session, in id: GroupID, _ end: PeerEnd) {
        sessions[id]?[session.number] = nil
        ended[id, default: []].append(EndedSession(session: session, end: end))
        ended[id] = ended[id]?.suffix(Self.mostEnded)
    }

    /// Whether the two devices were connected before this session. The other side may have ended the
    /// older one already, in favour of this.
    func isSecond(_ session: Session, in id: GroupID) -> Bool {
        if twin(of: session, in: id) != nil { return true }
        let last = ended[id]?.last { $0.session.store == session.store }
        return last?.end.reason == .duplicate
    }

    /// Another session with the same store.
    func twin(of session: Session, in id: GroupID) -> Session? {
        guard let store = session.store else { return nil }
        return sessions[id]?.values.first { $0.number != session.number && $0.store == store }
    }
}

extension PeerEnd {
    /// The reason that is a number of ours, whichever side gave it.
    var reason: PeerFarewell? {
        switch self {
        case .here(let reason): reason
        case .there(let code, _): PeerFarewell(rawValue: code)
        case .cut: nil
        }
    }
}
