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
    /// Who waits for a session to have everything, or to end.
    var waiting: [GroupID: [CheckedContinuation<Void, Never>]] = [:]
}
