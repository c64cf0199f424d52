package import FenEncoding

/// The number of a group in this database.
package struct GroupNumber: RowNumber {
    /// The number.
    package let rawValue: Int64

    /// Takes a number that a column held.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a log, which is one author in one group, in this database.
package struct LogNumber: RowNumber {
    /// The number.
    package let rawValue: Int64

    /// Takes a number that a column held.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of an event in this database: rises in order of arrival, never changes.
package struct EventNumber: RowNumber {
    /// The number.
    package let rawValue: Int64

    /// Takes a number that a column held.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Whether an event's chain back to its author's first one is here.
package enum ChainState: UInt8, Sendable {
    /// All of it is stored.
    case connected = 0
    /// A gap is in between.
    case waiting = 1
    /// The chain contradicts itself (`BAD_CHAIN`).
    case refused = 2
}

/// What is known of an event's own signature. Every stored event is authentic either way.
package enum SignatureState: UInt8, Sendable {
    /// It was checked and is right.
    case verified = 0
    /// Accepted because a successor names the event; its own signature has not been looked at.
    case unchecked = 1
    /// Accepted because a successor names the event; its own signature is wrong.
    case wrong = 2
}

/// What this device makes of an event.
package struct EventState: Hashable, Sendable {
    /// Whether its chain is whole.
    package var chain: ChainState
    /// What is known of its signature.
    package var signature: SignatureState
    /// The stored value of its kind; 0 while it has not been opened.
    package var kind: UInt8
    /// Whether it is one of the few that are kept in memory and evaluated together.
    package var isControl: Bool
    /// The event that it is about, where that is another one.
    package var target: Bytes32?
    /// Why it does not count; nil when it does.
    package var label: String?

    /// Describes an event's state; without more, a whole and verified one that is not opened yet.
    package init(
        chain: ChainState = .connected, signature: SignatureState = .verified, kind: UInt8 = 0,
        isControl: Bool = false, target: Bytes32? = nil, label: String? = nil
    ) {
        self.chain = chain
        self.signature = signature
        self.kind = kind
        self.isControl = isControl
        self.target = target
        self.label = label
    }
}

/// One event, as its columns hold it: all of the sealed line, and what this device makes of it.
package struct EventRecord: Hashable, Sendable {
    /// Its id.
    package var id: Bytes32
    /// Whose it is.
    package var author: Bytes32
    /// Its number in the author's log.
    package var seq: UInt64
    /// Its place in the order.
    package var lamport: UInt64
    /// When its author says it was written, in Unix milliseconds.
    package var createdAt: UInt64
    /// The key epoch that it claims.
    package var epoch: UInt32
    /// The key that sealed it.
    package var keyID: Bytes16
    /// The id of the author's event before it.
    package var prev: Bytes32
    /// The nonce it was sealed with.
    package var nonce: Bytes24
    /// Its signature.
    package var signature: Bytes64
    /// What is sealed.
    package var ciphertext: [UInt8]
    /// What this device makes of it.
    package var state: EventState

    /// Describes an event.
    package init(
        id: Bytes32, author: Bytes32, seq: UInt64, lamport: UInt64, createdAt: UInt64,
        epoch: UInt32, keyID: Bytes16, prev: Bytes32, nonce: Bytes24, signature: Bytes64,
        ciphertext: [UInt8], state: EventState = EventState()
    ) {
        self.id = id
        self.author = author
        self.seq = seq
        self.lamport = lamport
        self.createdAt = createdAt
        self.epoch = epoch
        self.keyID = keyID
        self.prev = prev
        self.nonce = nonce
        self.signature = signature
        self.ciphertext = ciphertext
        self.state = state
    }
}

extension Bytes32 {
    /// The first eight bytes as the integer that the index of ids holds.
    var prefix64: Int64 {
        withUnsafeBytes { bytes in
            Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        }
    }
}
