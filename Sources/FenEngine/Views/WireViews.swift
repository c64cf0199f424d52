/// One step of a pass with a store, or of a connection with another device: what it was, how large
/// and how long, and nothing secret.
package struct WireStep: Sendable, Equatable {
    /// What it went through.
    package enum Way: String, Sendable {
        /// The group's store.
        case store
        /// A connection with another device.
        case peer
    }

    /// What it went through.
    package let way: Way
    /// Whose device, or where it is; nil for the store.
    package var with: String?
    /// Whether it went out; else it came.
    package let isOutgoing: Bool
    /// What it was: an operation on a store (`list`, `get`, `put`, `append`, `delete`, `changed`), or
    /// what passed on a connection (`hello`, `handshake-1` to `handshake-3`, `refusal`,
    /// `unreadable`, or a frame as the page *FenPeer* names it).
    package let kind: String
    /// The object of a store, a key in its name shortened to eight digits.
    package var object: String?
    /// Where in the object it began, in bytes.
    package var offset: Int?
    /// Bytes that moved: of an object, or on the wire with everything around them; nil for an
    /// operation that moved none.
    package var bytes: Int?
    /// What was counted, by name: `authors`, `ranges`, `numbers`, `events`, `ids`, `objects` …
    package var counts: [String: UInt64] = [:]
    /// The store said that nothing has changed.
    package var isUnchanged = false
    /// What kind of failure a store answered with.
    package var failure: String?
    /// Milliseconds since the pass or the connection began.
    package let milliseconds: Int64
    /// How many milliseconds an operation on a store took, with its retries.
    package var tookMilliseconds: Int64?
}

/// The steps of one pass or one connection, as far as they are kept.
package struct WireRun: Sendable, Equatable {
    /// What it went through.
    package let way: WireStep.Way
    /// Whose device, or where it is; nil for the store.
    package let with: String?
    /// The other side named no group of this home.
    package let isStranger: Bool
    /// Nothing but a handshake has passed, or a farewell after it.
    package let isAttempt: Bool
    /// Bytes that went out, and that came, in all steps together.
    package let bytesOut: Int
    package let bytesIn: Int
    /// The newest steps, the oldest first.
    package let steps: [WireStep]
    /// How many older ones are not kept any more.
    package let omitted: Int
}
