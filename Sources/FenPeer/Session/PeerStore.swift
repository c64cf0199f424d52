package import FenCrypto
package import FenProtocol

/// What a session needs of the place that keeps a group's events on this device.
///
/// It moves sealed lines by author and number and knows neither keys nor payloads. Whoever stands
/// behind it decides whose lines are served and taken (§8: of admitted, former and pending
/// authors), checks what arrives, and leaves out what is not relayed (§5.2).
package protocol PeerStore: Sendable {
    /// Names this life of this database (§1).
    var id: StoreID { get }

    /// What is held of these authors, or of all when nil; who is not served is left out. All ranges
    /// are told: a `have` leaves out what a frame has no room for, a `want` must not.
    func holdings(of authors: Set<MemberID>?) async throws -> [MemberID: PeerHoldings]

    /// What is held of these authors, with what is not told of: none of it is asked for.
    func everythingHeld(of authors: Set<MemberID>) async throws -> [MemberID: PeerHoldings]

    /// Numbers of these authors that count as held and are handed to nobody any more.
    func gone(of authors: Set<MemberID>) async throws -> [MemberID: NumberSet]

    /// How many more events of these authors are taken; who is not taken at all is left out.
    func appetite(for authors: Set<MemberID>) async throws -> [MemberID: UInt64]

    /// The ids of the connected events (§4) at a number, ascending, at most `PeerLimits.ids`.
    func ids(of author: MemberID, at seq: UInt64) async throws -> [EventID]

    /// How many events are held in some ranges, and how many bytes their lines have.
    func measure(_ author: MemberID, _ ranges: NumberSet) async throws -> PeerMeasure

    /// Lines of a range, all branches, ascending by number and id, beginning after an event or at
    /// the beginning, at most so many bytes of them.
    func read(
        _ author: MemberID, _ range: ClosedRange<UInt64>, after: Head?, bytes: Int
    ) async throws -> PeerBatch

    /// Checks and stores lines that came; a bad one does not stop the good ones after it. What this
    /// returns is stored for good.
    func take(_ lines: [[UInt8]], from peer: X25519PublicKey) async throws -> PeerTaken

    /// A part of an attachment's sealed bytes; nil when it is not held.
    func blob(_ hash: Hash32, offset: UInt64, bytes: Int) async throws -> PeerBlob?
}

/// How much there is to send.
package struct PeerMeasure: Equatable, Sendable {
    /// Events.
    package var events: UInt64
    /// Bytes of their lines.
    package var bytes: UInt64

    /// Puts a measure together; nothing by default.
    package init(events: UInt64 = 0, bytes: UInt64 = 0) {
        self.events = events
        self.bytes = bytes
    }
}

/// Some lines of a log.
package struct PeerBatch: Equatable, Sendable {
    /// The events' numbers and ids, one for each line.
    package var heads: [Head]
    /// The lines, without newlines.
    package var lines: [[UInt8]]
    /// Whether the range has no more lines after these.
    package var reachesEnd: Bool

    /// Puts a batch together.
    package init(heads: [Head], lines: [[UInt8]], reachesEnd: Bool) {
        self.heads = heads
        self.lines = lines
        self.reachesEnd = reachesEnd
    }
}

/// What became of lines that came.
package struct PeerTaken: Sendable {
    /// The events that are new here, by author.
    package var stored: [MemberID: [Head]]
    /// The numbers of all lines that could be read, new or not.
    package var seen: [MemberID: NumberSet]
    /// The bytes of lines that were held already or refused.
    package var uselessBytes: Int

    /// Puts the outcome together; nothing by default.
    package init(
        stored: [MemberID: [Head]] = [:],
        seen: [MemberID: NumberSet] = [:],
        uselessBytes: Int = 0
    ) {
        self.stored = stored
        self.seen = seen
        self.uselessBytes = uselessBytes
    }
}

/// A part of an attachment's sealed bytes.
package struct PeerBlob: Equatable, Sendable {
    /// How many bytes the whole has.
    package var size: UInt64
    /// The part.
    package var bytes: [UInt8]

    /// Puts a part together.
    package init(size: UInt64, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }
}

extension PeerStore {
    /// A store that tells of everything.
    package func everythingHeld(of authors: Set<MemberID>) async throws -> [MemberID: PeerHoldings]
    {
        try await holdings(of: authors)
    }

    /// A store that hands on whatever it holds.
    package func gone(of authors: Set<MemberID>) async throws -> [MemberID: NumberSet] { [:] }

    /// A store without attachments.
    package func blob(_ hash: Hash32, offset: UInt64, bytes: Int) async throws -> PeerBlob? { nil }
}
