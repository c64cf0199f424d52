package import FenCrypto

/// What a device holds of one author's log, as a `have` says it (§8).
package struct PeerHoldings: Equatable, Sendable {
    /// The connected tips, ascending by number and id, at most eight, the highest (§4, §8).
    package var tips: [Head]
    /// The largest number of any authentic event held.
    package var claimed: UInt64
    /// The numbers held beyond the largest connected one.
    package var beyond: NumberSet

    /// Says what is held; nothing by default.
    package init(tips: [Head] = [], claimed: UInt64 = 0, beyond: NumberSet = NumberSet()) {
        self.tips = tips
        self.claimed = claimed
        self.beyond = beyond
    }

    /// The largest connected number; 0 when there is none.
    package var contiguous: UInt64 { tips.last?.seq ?? 0 }

    /// All numbers held.
    package var numbers: NumberSet {
        contiguous == 0 ? beyond : beyond.union(NumberSet([1...contiguous]))
    }
}

/// Why a side ends a session (§8). The first four are the reasons of a clear refusal.
package enum PeerFarewell: UInt8, Sendable, CaseIterable {
    /// The listener has no such group, or the key is an old one.
    case unknownGroup = 1
    /// The listener has no room for another connection now.
    case busy = 2
    /// The other side speaks another version.
    case version = 3
    /// The key was removed from the group, or left it.
    case removed = 4
    /// The key belongs to nobody in the group, and no invite is open.
    case notAdmitted = 5
    /// The program ends or the group is closed here.
    case leaving = 6
    /// The other side sent what no fen sends.
    case misbehaved = 7
    /// The other side used up what it may use.
    case budget = 8
    /// Nothing was heard for too long.
    case idle = 9
    /// Another session between the same two stores goes on.
    case duplicate = 10
    /// Both ends are one store.
    case ownStore = 11
    /// The store at this end failed.
    case storeFailed = 12
}

/// One frame of `fen-peer/1` (§8). How each is written stands in the page *FenPeer*.
package enum PeerFrame: Equatable, Sendable {
    /// What the sender holds of some authors. It replaces what it said of these before, and says
    /// nothing of others.
    case have(store: StoreID, [MemberID: PeerHoldings])
    /// Asks for every event held in these ranges, of all branches.
    case want([MemberID: NumberSet])
    /// What is to come as the answer to wants, from now on.
    case total(events: UInt64, bytes: UInt64)
    /// Lines without their newlines.
    case events([[UInt8]])
    /// Of these ranges, wanted before, no event is held.
    case cannot([MemberID: NumberSet])
    /// Asks for the ids of the connected events at a number.
    case askIDs(author: MemberID, seq: UInt64)
    /// The ids of the connected events at a number, ascending; the smallest if there are too many.
    case ids(author: MemberID, seq: UInt64, [EventID])
    /// Asks for a part of an attachment's sealed bytes.
    case blobWant(hash: Hash32, offset: UInt64)
    /// A part of an attachment's sealed bytes, and how many there are in all: 0 when it is not held.
    case blob(hash: Hash32, offset: UInt64, size: UInt64, [UInt8])
    /// The sender lacks nothing of what the receiver said it holds.
    case done
    /// The sender is there.
    case ping
    /// The session ends. The code may be one of a later version.
    case bye(code: UInt8, text: String)
}

/// Why a frame is refused.
package enum PeerFrameError: Error, Equatable, Sendable {
    /// Longer than a frame may be.
    case tooLong
    /// Not deterministic CBOR.
    case notDeterministic
    /// No frame of this version.
    case unknownKind
    /// A field of another type, length or order than its kind has.
    case badShape
    /// More entries than a frame may have, or a number outside its range.
    case overLimit
}
