package import FenMoney

/// A device that is connected.
package struct PeerView: Sendable, Equatable {
    /// Names the connection while it lasts.
    package let session: Int
    /// Whose device; nil while nobody knows.
    package let person: MemberView?
    /// Where it is, as it is typed.
    package let address: String
    /// Events that came from it, and that went to it.
    package let received: Int
    package let sent: Int
    /// Nothing it holds is lacking here, and nothing held here is lacking there.
    package let isLevel: Bool
}

/// Where this device listens.
package struct ListeningPlace: Sendable, Equatable {
    /// As others type it.
    package let address: String
    /// It is good on this computer only.
    package let isLoopback: Bool
}

/// What connecting has come to.
package struct ConnectReport: Sendable, Equatable {
    /// The device on the other side.
    package let peer: PeerView
    /// Events that came because of it.
    package let received: Int
    /// The two devices were connected before.
    package let wasConnected: Bool
    /// Nothing of what it holds is lacking here any more.
    package let isCaughtUp: Bool
    /// Every log is whole here.
    package let isWhole: Bool
}

/// A table that was opened here.
package struct TableView: Sendable, Equatable {
    /// Who opened it, as it says on the local network.
    package let name: String
    /// Where it can be joined, as others type it.
    package let places: [String]
    /// The three words to say.
    package let words: String
    /// Whether the local network hears of it: not where only this computer could join.
    package let isAnnounced: Bool
}

/// A table that was heard on the local network.
package struct NearbyTable: Sendable, Equatable {
    /// Who opened it, as they say.
    package let name: String
    /// Where to join it.
    package let address: String
}

/// One author's log on two devices.
package struct ComparedFrontier: Sendable, Equatable {
    /// Whose log.
    package let party: PartyID
    /// The number up to which it is whole here.
    package let here: UInt64
    /// The number up to which it is whole there, as that device says.
    package let there: UInt64
    /// What only this device holds, and what only the other.
    package let onlyHere: [ClosedRange<UInt64>]
    package let onlyThere: [ClosedRange<UInt64>]
}

/// The frontiers of two devices.
package struct FrontierComparison: Sendable, Equatable {
    /// The other device.
    package let peer: PeerView
    /// Author by author.
    package let rows: [ComparedFrontier]
}
