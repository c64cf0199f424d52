package import FenCrypto
package import FenProtocol

/// What came of opening a stored event (Wire format, Ingest).
package enum OpenResult: Sendable {
    /// It opened and fits its kind's schema, or is of a kind this version does not know.
    case payload(Payload)
    /// The key it names is not held on this device: `UNKNOWN_EPOCH`.
    case unknownKey
    /// The key is held and it does not open, unpad, parse or fit: `CORRUPT`.
    case corrupt
}

/// A stored event as the ledger sees it: what its header says and what came of opening it.
package struct Fact: Sendable {
    /// The event's id.
    package let id: EventID
    /// Its lamport.
    package let lamport: UInt64
    /// Who wrote it.
    package let author: MemberID
    /// The author's running number.
    package let seq: UInt64
    /// The author's event before it.
    package let prev: EventID
    /// When its author's device said it was; data to show, never a reason for anything.
    package let createdAt: UInt64
    /// The epoch of the key it is sealed under.
    package let epoch: UInt32
    /// The key it is sealed under.
    package let keyID: KeyID
    /// What came of opening it.
    package let content: OpenResult

    /// Pairs an event's header with what came of opening it.
    package init(header: EventHeader, id: EventID, content: OpenResult) {
        self.id = id
        lamport = header.lamport
        author = header.author
        seq = header.seq
        prev = header.prev
        createdAt = header.createdAt
        epoch = header.epoch
        keyID = header.keyID
        self.content = content
    }

    /// The payload, where it opened.
    package var payload: Payload? {
        if case .payload(let payload) = content { payload } else { nil }
    }

    /// Its place in the canonical order.
    package var order: EventOrder {
        EventOrder(lamport: lamport, id: id)
    }

    /// How heads name it.
    package var head: Head {
        Head(id: id, seq: seq)
    }
}

/// What an event does in the projection.
package enum FactRole: Sendable {
    /// It bears on the whole group and is kept in memory; some are entries too (`on_behalf_of`).
    case control
    /// It creates an expense, a settlement or a message.
    case root
    /// It changes what another event created.
    case dependent(of: EventID)
    /// It carries a label only: not opened, or of a newer kind.
    case loose
}

extension Fact {
    /// What the event does in the projection.
    package var role: FactRole {
        guard case .payload(let payload) = content else { return .loose }
        switch payload {
        case .expenseLogged(let expense):
            return expense.onBehalfOf == nil ? .root : .control
        case .settlementRecorded(let settlement):
            return settlement.onBehalfOf == nil ? .root : .control
        case .messagePosted: return .root
        case .expenseUpdated(let update): return .dependent(of: update.expense)
        case .expenseDeleted(let deletion): return .dependent(of: deletion.expense)
        case .expenseRestored(let restoring): return .dependent(of: restoring.expense)
        case .settlementVoided(let void): return .dependent(of: void.settlement)
        case .attachmentUploaded(let attachment): return .dependent(of: attachment.expense)
        case .unknown: return .loose
        default: return .control
        }
    }

    /// Whether the event is kept in memory as one of the few that bear on the whole group.
    package var isControl: Bool {
        if case .control = role { true } else { false }
    }

    /// The entity whose evaluation decides about this event: the target of a dependent, else
    /// itself. Stores keep events findable by it.
    package var entity: EventID {
        if case .dependent(let target) = role { target } else { id }
    }

    /// Whether the event brings the key of an older epoch.
    package var isKeyHistory: Bool {
        if case .keyHistory = payload { true } else { false }
    }

    /// Whether the event creates an entry: an expense, a settlement or a message.
    package var isEntry: Bool {
        switch payload {
        case .expenseLogged, .settlementRecorded, .messagePosted: true
        default: false
        }
    }

    /// The event an organiser applies with this one.
    package var onBehalfOf: EventID? {
        switch payload {
        case .expenseLogged(let expense): expense.onBehalfOf
        case .settlementRecorded(let settlement): settlement.onBehalfOf
        default: nil
        }
    }
}
