import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

extension Engine {
    /// Writes one own event, through the six phases of ``WritePhase``. When this returns, the event
    /// is committed with its projection and its place in the outbox.
    ///
    /// A pass that writes has the store to itself already and sends what it wrote at its end. A
    /// draft that is there already is finished by this. `also` is done in the event's transaction.
    /// `key` seals the event in place of the newest key: whoever it is for may hold no other.
    ///
    /// Whether it may be written is asked twice. The first answer only spares a refused write the
    /// wait for the store; others' events may come in during that wait, so what decides is asked
    /// again in the same stretch as the commit, where nothing is awaited.
    func write(
        _ payload: Payload, in id: GroupID, withinPass: Bool = false, draft: DraftNumber? = nil,
        under key: GroupKey? = nil, also: (LocalGroup) throws -> Void = { _ in }
    ) async throws(FenError) -> Written {
        try await write(
            in: id, withinPass: withinPass, draft: draft, under: key, also: also
        ) { _ in payload }
    }

    /// Writes one own event whose payload is made of what is here: like whether it may be written,
    /// it is asked for again where nothing is awaited any more.
    func write(
        in id: GroupID, withinPass: Bool = false, draft: DraftNumber? = nil,
        under key: GroupKey? = nil, also: (LocalGroup) throws -> Void = { _ in },
        making payload: (LocalGroup) throws -> Payload
    ) async throws(FenError) -> Written {
        if !withinPass {
            try answering {
                let group = try group(id)
                try requireStoreNotGone(group)
                try requireAllowed(try payload(group), in: group)
            }
            try await ensureOwnTail(in: id)
        }
        let written = try answering {
            try commit(try payload(try group(id)), in: id, known: draft, under: key, also: also)
        }
        if !withinPass { await publish(in: id) }
        return written
    }

    /// Writes the event; nothing is awaited in between.
    private func commit(
        _ payload: Payload, in id: GroupID, known: DraftNumber?, under key: GroupKey?,
        also: (LocalGroup) throws -> Void
    ) throws -> Written {
        try requireWriting()
        let group = try group(id)
        try requireAllowed(payload, in: group)
        var draft = known
        if draft == nil, payload.isWorthFinishing {
            draft = try database.relaxedTransaction { try begin(payload, in: group.number) }
        }
        reach(.draftCreated)
        do {
            return try commit(payload, draft, in: group, under: key, also: also)
        } catch {
            // The person hears that it failed, so nothing of it may come back later by itself. On
            // a full disk the draft stays and is asked about at the next start.
            if known == nil, let draft {
                _ = try? database.relaxedTransaction { try database.drafts.finish(draft) }
            }
            throw error
        }
    }

    /// Notes what is about to be written; call it inside a transaction.
    func begin(_ payload: Payload, in group: GroupNumber) throws -> DraftNumber {
        try database.drafts.begin(
            String(decoding: payload.encode(), as: UTF8.self), in: group, at: now())
    }

    private func commit(
        _ payload: Payload, _ draft: DraftNumber?, in group: LocalGroup, under key: GroupKey?,
        also: (LocalGroup) throws -> Void
    ) throws -> Written {
        let event = try seal(payload, in: group, under: key)
        if crashesAt == .eventBuilt, let draft {
            try database.relaxedTransaction {
                try database.drafts.setBuilt(draft, EventLine.encode(event))
            }
            reach(.eventBuilt)
        }
        try change(group.id) { group in
            try group.append(event, payload: payload, now: now())
            if let draft { try database.drafts.finish(draft) }
            try also(group)
        }
        reach(.localCommitted)
        reach(.projected)
        reach(.queuedForPublish)
        let fact = Fact(header: event.header, id: event.id, content: .payload(payload))
        tellPeers([fact], in: group.id)
        return Written(
            id: event.id,
            reference: Reference(
                author: PartyID(member: event.header.author), seq: event.header.seq,
                branch: try branch(of: event.head, author: event.header.author, in: group)))
    }

    /// Where this person's own log goes on; refused while entries of it are missing here.
    @discardableResult
    func requireOwnTip(in group: LocalGroup) throws -> OwnTip {
        if let tip = try group.book.ownTip(of: requireSigner().publicKey) { return tip }
        throw FenError(
            "OWN_LOG_GAP",
            "Some of your own earlier entries in this group are not on this device.",
            hint: try backend(of: group) == nil
                ? "/connect to a device that has them brings them back; until then nothing new is "
                    + "written, so that no number is used twice. If nobody has them: /sync --insist"
                : "/sync brings them back; until then nothing new is written, so that no number "
                    + "is used twice. If nobody has them: /sync --insist",
            status: .incomplete)
    }

    /// An own event, ready to be stored as the next one.
    func seal(
        _ payload: Payload, in group: LocalGroup, under key: GroupKey? = nil
    ) throws -> SealedEvent {
        let signer = try requireSigner()
        let tip = try requireOwnTip(in: group)
        guard let key = key ?? group.writingKey else {
            throw FenError(
                "NO_KEY", "This device does not hold a key of this group.",
                hint: "Ask the organiser for a fresh invite.", status: .trust)
        }
        return try EventSeal.seal(
            payload: payload,
            draft: EventDraft(
                seq: tip.nextSeq, lamport: try group.nextLamport(),
                createdAt: claimedTime(in: group.id),
                prev: tip.prev),
            key: key, signer: signer, entropy: entropy)
    }
}

extension LocalGroup {
    /// The key this device seals under: the announced key it holds with the largest epoch. Before
    /// the founding event has arrived nothing is announced; then the newest key of the invite.
    var writingKey: GroupKey? {
        let announced = context.writingKey { keys.key(epoch: $0, id: $1) != nil }
        if let announced { return keys.key(epoch: announced.epoch, id: announced.keyID) }
        return keys.all.max { ($0.epoch, $0.keyID) < ($1.epoch, $1.keyID) }
    }

    /// Stores and projects an own event; call it inside a transaction.
    func append(_ event: SealedEvent, payload: Payload, now: UInt64) throws {
        let fact = Fact(header: event.header, id: event.id, content: .payload(payload))
        let number = try database.events.insert(
            EventRecord(event, fact: fact, chain: .connected, signature: .verified),
            in: self.number, unpublishedSince: now)
        try book.noteStored(event, chain: .connected)
        try project([fact], numbers: [event.id: number], me: event.header.author, now: now)
    }
}

extension Payload {
    /// Whether it is noted before it is written, to be finished after a crash. An invite whose link
    /// nobody was shown helps nobody, a move is begun again as a whole, keys follow from the log, and
    /// what names heads of a log would name old ones.
    fileprivate var isWorthFinishing: Bool {
        switch self {
        case .inviteIssued, .storageKeyRotated, .keyEpochUpdate, .keyHistory, .keyRewrapRequest,
            .keyRewrapped, .memberRemoved, .memberRekeyed, .memberVouched, .organiserChanged,
            .deputyNamed, .groupInviteRelayed:
            false
        default: true
        }
    }
}
