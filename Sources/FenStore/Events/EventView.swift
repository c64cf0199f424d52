package import FenEncoding

/// One stored event while it is being looked at: every column is read when it is asked for.
///
/// Valid only inside the closure that received it.
package struct EventView {
    /// The columns, in the order in which the properties read them.
    static let columns = """
        e.row, e.log_no, e.seq, e.lamport, e.kind, e.is_control, e.chain_state, e.sig_state, \
        e.label, e.target, e.created_at, e.epoch, e.key_no, e.id, e.prev, e.nonce, e.sig, e.ct
        """

    let statement: Statement
    let store: EventStore

    /// Its number here.
    package var number: EventNumber { statement.number(0) }
    /// The log it belongs to.
    package var log: LogNumber { statement.number(1) }
    /// Its number in the author's log.
    package var seq: UInt64 { statement.unsigned(2) }
    /// Its place in the order.
    package var lamport: UInt64 { statement.unsigned(3) }
    /// The stored value of its kind; 0 while it has not been opened.
    package var kind: UInt8 { UInt8(truncatingIfNeeded: statement.int(4)) }
    /// Whether it is one of those that are evaluated together.
    package var isControl: Bool { statement.bool(5) }
    /// Whether its chain is whole.
    package var chain: ChainState {
        ChainState(rawValue: UInt8(truncatingIfNeeded: statement.int(6))) ?? .waiting
    }
    /// What is known of its signature.
    package var signatureState: SignatureState {
        SignatureState(rawValue: UInt8(truncatingIfNeeded: statement.int(7))) ?? .unchecked
    }
    /// Why it does not count; nil when it does.
    package var label: String? { statement.optionalText(8) }
    /// The event that it is about.
    package var target: Bytes32? {
        get throws(StoreError) { try statement.optionalFixed(9) }
    }
    /// When its author says it was written.
    package var createdAt: UInt64 { statement.unsigned(10) }
    /// The key epoch that it claims.
    package var epoch: UInt32 { UInt32(truncatingIfNeeded: statement.int(11)) }
    /// The key that sealed it.
    package var keyID: Bytes16 {
        get throws(StoreError) { try store.keyID(statement.int(12)) }
    }
    /// Whose it is.
    package var author: Bytes32 {
        get throws(StoreError) { try store.author(of: log) }
    }
    /// Its id.
    package var id: Bytes32 {
        get throws(StoreError) { try statement.fixed(13) }
    }
    /// The id of the author's event before it.
    package var prev: Bytes32 {
        get throws(StoreError) { try statement.fixed(14) }
    }
    /// The nonce it was sealed with.
    package var nonce: Bytes24 {
        get throws(StoreError) { try statement.fixed(15) }
    }
    /// Its signature.
    package var signature: Bytes64 {
        get throws(StoreError) { try statement.fixed(16) }
    }
    /// What is sealed, in place: valid until the closure returns.
    package var ciphertext: UnsafeRawBufferPointer { statement.raw(17) }

    /// What this device makes of it.
    package var state: EventState {
        get throws(StoreError) {
            EventState(
                chain: chain, signature: signatureState, kind: kind, isControl: isControl,
                target: try target, label: label)
        }
    }

    /// All of it, to keep.
    package var record: EventRecord {
        get throws(StoreError) {
            EventRecord(
                id: try id, author: try author, seq: seq, lamport: lamport, createdAt: createdAt,
                epoch: epoch, keyID: try keyID, prev: try prev, nonce: try nonce,
                signature: try signature, ciphertext: [UInt8](ciphertext), state: try state)
        }
    }
}
