package import FenCrypto
package import FenProtocol

/// Who the other side of a session is, which decides what is taken from it (§8).
package enum PeerLane: Equatable, Sendable {
    /// An active member.
    case member(MemberID)
    /// A key nobody knows yet, with the newest group key, while an invite is open: at most 64
    /// events are taken, all of the author whose X25519 image the key is.
    case joiner
    /// A member who has gone, with the newest group key, who asks the organiser's device to be let
    /// in again: at most 1,000 events are taken, all of their own.
    case returner

    /// How many events are taken in all from whoever may bring only their own; nil: there is no such
    /// bound.
    var mostOwn: Int? {
        switch self {
        case .member: nil
        case .joiner: PeerLimits.joinerEvents
        case .returner: PeerLimits.returnerEvents
        }
    }
}

/// What a session tells its own side, for a person's screen and for the program.
package enum PeerNotice: Equatable, Sendable {
    /// The first `have` came: who is there, and which store.
    case met(StoreID)
    /// What the other side says it holds of these authors, whole or not. A hint, never a proof.
    case holds([MemberID: PeerHoldings])
    /// What the other side is going to send.
    case expects(PeerMeasure)
    /// Events were stored.
    case stored([MemberID: [Head]])
    /// Lines were sent: how many, and how many bytes of them.
    case sent(events: Int, bytes: Int)
    /// The logs of an author part from this number on: both branches are fetched.
    case forked(MemberID, at: UInt64)
    /// The other side does not hold what it was asked for.
    case cannot([MemberID: NumberSet])
    /// The other side said that it holds these and did not deliver for 3 s.
    case notDelivered(MemberID, NumberSet)
    /// Nothing is lacking here of what the other side holds.
    case caughtUp
    /// Nothing is lacking there of what this side holds.
    case otherCaughtUp
    /// A part of a blob came; size 0 says that it is not held there.
    case blob(Hash32, offset: UInt64, size: UInt64, [UInt8])
    /// The lane changed: an admission.
    case lane(PeerLane)
    /// The session is over.
    case ended(PeerEnd)
}

/// How a session ended.
package enum PeerEnd: Equatable, Sendable {
    /// This side ended it.
    case here(PeerFarewell)
    /// The other side did; the code may be one of a later version.
    case there(code: UInt8, text: String)
    /// The connection was cut.
    case cut

    /// One sentence for a person.
    package var message: String {
        switch self {
        case .here(let reason): reason.ownMessage
        case .there(let code, _):
            PeerFarewell(rawValue: code)?.message ?? PeerFarewell.leaving.message
        case .cut: "the connection was cut"
        }
    }
}

/// What a session wants done.
package enum PeerOutput: Equatable, Sendable {
    /// Send a frame.
    case send(PeerFrame)
    /// Tell this side.
    case tell(PeerNotice)
    /// Close the connection once everything is sent.
    case close
}

extension PeerFarewell {
    /// The sentence for the person at this device, when this side ends a session.
    package var ownMessage: String {
        switch self {
        case .unknownGroup: "refused: the other device named a group that is not here"
        case .busy: "refused: there are too many connections just now"
        case .version: "refused: the other device speaks another version of fen"
        case .removed: "refused: that key was removed from the group"
        case .notAdmitted: "refused: that key belongs to no member, and no invite is open"
        case .leaving: "this device ended the connection"
        case .misbehaved: "the connection was ended: what the other device sent cannot be read"
        case .budget: "the connection was ended: the other device sent too much"
        case .idle: "the connection was ended: nothing was heard for a minute"
        case .duplicate: "the two devices are connected already"
        case .ownStore: "this is the same device"
        case .storeFailed: "the connection was ended: the store on this device failed"
        }
    }
}
