/// Every limit of `fen-peer/1` (§8) in one place. Those the protocol names are marked (§8); the
/// others are ours, and the page *FenPeer* lists them.
package enum PeerLimits {
    // MARK: Bytes

    /// The longest frame, in bytes (§8): what fits into one sealed message.
    package static let frameBytes = 65_519
    /// What a frame takes on the wire beyond its own bytes: its length and the tag of the seal.
    package static let frameOverhead = 18
    /// The clear opening of the initiator, in bytes (§8).
    package static let openingBytes = 37
    /// The clear refusal of the listener, in bytes (§8).
    package static let refusalBytes = 6
    /// The handshake messages, in bytes (§8).
    package static let handshakeBytes = [48, 96, 64]
    /// How many bytes of lines one `events` frame carries at most: the longest line fits, and what
    /// the frame adds to each line does too.
    package static let batchBytes = 60_000
    /// The most lines of one `events` frame.
    package static let batchLines = 1_024
    /// How many bytes of a blob one frame carries.
    package static let blobBytes = 49_152
    /// The largest blob, in bytes.
    package static let blobSize: UInt64 = 1 << 26
    /// The longest text of a `bye`, in bytes of UTF-8.
    package static let textBytes = 200

    // MARK: Counts

    /// Tips of one author (§8).
    package static let tips = 8
    /// Ranges of one author in one frame (§8).
    package static let ranges = 64
    /// Authors of one frame and of what is remembered of one peer.
    package static let authors = 256
    /// Ids at one number.
    package static let ids = 64
    /// Events taken from a joiner (§8).
    package static let joinerEvents = ProtocolLimits.pendingEvents
    /// Events taken from a member who has gone and comes back: as many as are kept of them.
    package static let returnerEvents = ProtocolLimits.lateEvents
    /// Questions of a fork search about one author before the search is given up: more than twice
    /// what halving all numbers takes.
    package static let searchSteps = 128

    // MARK: Connections

    /// Addresses of one name that are tried.
    package static let addresses = 8
    /// Handshakes under way at once (§8).
    package static let handshakes = 8
    /// Handshakes under way from one address; loopback is free (§8).
    package static let handshakesPerAddress = 2
    /// Sessions at once (§8).
    package static let sessions = 64
    /// Sealed bytes waiting to be sent on one connection before no further batch is sealed.
    package static let waitingBytes = 262_144
    /// Sealed bytes waiting to be sent at which nothing more is read from a connection. Well above
    /// what batches fill, or two sides that both send much would wait for each other.
    package static let heldBackBytes = 1_048_576
    /// Sealed bytes waiting to be sent at which a connection is given up: its other end does not
    /// read.
    package static let mostWaitingBytes = 4_194_304
    /// Connections that were answered and are about to be closed, beyond the handshakes.
    package static let leaving = 32
    /// Frames read and not yet worked on, before nothing more is read from a connection.
    package static let waitingFrames = 4

    /// Refused connections that a person is told of within ``refusalTime``.
    package static let refusalsTold = 32

    // MARK: Times, in milliseconds

    /// How long looking up a name may take.
    package static let lookupTime: Int64 = 10_000
    /// How long a handshake may take (§8).
    package static let handshakeTime: Int64 = 5_000
    /// How long this side may take to decide about somebody whose handshake is done.
    package static let admissionTime: Int64 = 30_000
    /// Silence after which a session is over (§8).
    package static let idleTime: Int64 = 60_000
    /// Silence after which this side says `ping`.
    package static let pingTime: Int64 = 20_000
    /// How long something promised may stay out (§8).
    package static let deliveryTime: Int64 = 3_000
    /// How long a `bye` may wait to be taken before the connection is closed.
    package static let closingTime: Int64 = 1_000
    /// What is stored within this time of the last push goes out together, in the next one.
    package static let pushTime: Int64 = 20
    /// How long the same about one computer is not told again when it is refused.
    package static let refusalTime: Int64 = 60_000
    /// How often a session looks at the clock.
    package static let tickTime: Int64 = 250

    // MARK: Budgets, each a store that fills again with time

    /// Frames other than `events` and `blob` at once.
    package static let controlFrames = 4_000
    /// Such frames more each second.
    package static let controlFramesPerSecond = 200
    /// Bytes of lines that were of no use (held already, refused) at once.
    package static let uselessBytes = 16_777_216
    /// Such bytes more each second.
    package static let uselessBytesPerSecond = 262_144
}
