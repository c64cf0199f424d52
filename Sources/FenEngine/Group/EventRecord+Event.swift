import FenCrypto
import FenLedger
import FenProtocol
import FenStore

extension EventRecord {
    /// An event's columns, with what opening it has shown.
    init(_ event: SealedEvent, fact: Fact, chain: ChainState, signature: SignatureState) {
        let header = event.header
        let entity = fact.entity
        self.init(
            id: event.id.raw, author: header.author.raw, seq: header.seq, lamport: header.lamport,
            createdAt: header.createdAt, epoch: header.epoch, keyID: header.keyID.raw,
            prev: header.prev.raw, nonce: header.nonce.raw, signature: event.signature.raw,
            ciphertext: event.ciphertext,
            state: EventState(
                chain: chain, signature: signature, kind: fact.storedKind,
                isControl: fact.isControl, target: entity == event.id ? nil : entity.raw))
    }
}

extension SealedEvent {
    /// The event that columns hold, under the id that was computed when it was stored.
    init(_ record: EventRecord, group: GroupID) {
        self.init(
            header: EventHeader(record, group: group), ciphertext: record.ciphertext,
            signature: Signature(raw: record.signature), knownID: EventID(raw: record.id))
    }

    /// The event that a row shows, under the id that was computed when it was stored.
    init(_ row: FenStore.EventView, group: GroupID) throws(StoreError) {
        let header = EventHeader(
            group: group, author: MemberID(raw: try row.author), seq: row.seq,
            lamport: row.lamport, createdAt: row.createdAt, epoch: row.epoch,
            keyID: KeyID(raw: try row.keyID), prev: EventID(raw: try row.prev),
            nonce: Nonce24(raw: try row.nonce))
        self.init(
            header: header, ciphertext: [UInt8](row.ciphertext),
            signature: Signature(raw: try row.signature), knownID: EventID(raw: try row.id))
    }

    /// The event that columns hold, with its id computed again.
    init(checking record: EventRecord, group: GroupID) {
        self.init(
            header: EventHeader(record, group: group), ciphertext: record.ciphertext,
            signature: Signature(raw: record.signature))
    }
}

extension EventHeader {
    /// The header that columns hold.
    fileprivate init(_ record: EventRecord, group: GroupID) {
        self.init(
            group: group, author: MemberID(raw: record.author), seq: record.seq,
            lamport: record.lamport, createdAt: record.createdAt, epoch: record.epoch,
            keyID: KeyID(raw: record.keyID), prev: EventID(raw: record.prev),
            nonce: Nonce24(raw: record.nonce))
    }
}

extension Fact {
    /// The kind as the store's column holds it: 0 while it has not opened, 255 for a kind of a
    /// newer version.
    var storedKind: UInt8 {
        guard let payload else { return 0 }
        return payload.kind == .unknown ? .max : payload.kind.rawValue
    }
}
