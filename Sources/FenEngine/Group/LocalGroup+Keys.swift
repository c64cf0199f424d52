import FenCrypto
import FenLedger
import FenProtocol
import FenStore

extension LocalGroup {
    /// Takes a key that is handed to this device and opens what it opens; false when it had been
    /// handed over before.
    @discardableResult
    func adopt(_ key: GroupKey, at now: UInt64) throws -> Bool {
        try keep(key, receivedAt: now)
        guard handed.insert(key) else { return false }
        if keys.insert(key) { try open(under: [key]) }
        try settleKeys()
        return true
    }

    /// Brings the keys held to what the log says, and what is open to what they open.
    ///
    /// The keys held are those that were handed to this device, and round by round those in the
    /// `KeyHistory` events that open under them and whose authors' membership speaks for them, as
    /// the control events opened under them have it. So they never depend on events that one
    /// device keeps and another does not, nor on the order in which anything came. Call it inside
    /// a transaction.
    func settleKeys() throws {
        while true {
            let founded = try foundedKeys(from: handed)
            let fresh = founded.all.filter { keys.insert($0) }
            guard !fresh.isEmpty else { return try closeUnfounded(founded) }
            for key in fresh { try keep(key, receivedAt: nil) }
            try open(under: fresh)
        }
    }

    /// The keys that are founded for whoever was handed these; as soon as one is not held yet,
    /// those so far, for the events that it opens bear on the rounds after.
    func foundedKeys(from handed: KeyRing) throws -> KeyRing {
        var founded = handed
        while true {
            let open = projector.control.values.filter {
                founded.key(epoch: $0.epoch, id: $0.keyID) != nil
            }
            let brought = open.compactMap { fact in
                key(in: fact).map { (fact: fact, key: $0) }
            }.filter { founded.key(epoch: $0.key.epoch, id: $0.key.keyID) == nil }
            guard !brought.isEmpty else { return founded }
            let context =
                open.count == projector.control.count
                ? self.context
                : try GroupContext.evaluate(
                    group: id, founder: founder, control: open, index: book, previous: self.context)
            var grows = false
            var isHeld = true
            for (fact, key) in brought
            where context.membershipLabel(of: fact.id, by: fact.author, fact.seq) == nil {
                if founded.insert(key) { grows = true }
                if keys.key(epoch: key.epoch, id: key.keyID) == nil { isHeld = false }
            }
            guard grows, isHeld else { return founded }
        }
    }

    /// The key that a history brings, derived once.
    private func key(in fact: Fact) -> GroupKey? {
        guard case .keyHistory(let history) = fact.payload else { return nil }
        if let known = historyKeys[fact.id] { return known }
        let key = GroupKey(group: id, epoch: history.epoch, secret: history.key)
        historyKeys[fact.id] = key
        return key
    }

    private func keep(_ key: GroupKey, receivedAt: UInt64?) throws {
        try database.keys.insert(
            KeyRecord(
                keyID: key.keyID.raw, epoch: key.epoch, secret: key.secret, receivedAt: receivedAt),
            in: number)
    }

    // MARK: What they open

    /// Opens what is sealed under keys that have just been taken in. Keys may come last: an invite
    /// after the events, or a history's older key.
    ///
    /// Only events under these keys are looked at: what a key held before has not opened is
    /// corrupt, and stays so.
    private func open(under fresh: [GroupKey]) throws {
        var rows: [EventNumber] = []
        var scratch: [UInt8] = []
        for label in [RefusalReason.unknownEpoch, .pending, .afterRemoval, .clockAhead] {
            for key in fresh {
                let closed = try database.events.unopened(
                    labelled: label.rawValue, sealedUnder: key.keyID.raw, epoch: key.epoch,
                    in: number)
                for row in closed {
                    guard let fact = try open(row, &scratch) else { continue }
                    let entity = fact.entity
                    try database.events.setOpened(
                        row, kind: fact.storedKind, isControl: fact.isControl,
                        target: entity == fact.id ? nil : entity.raw)
                    try database.events.setLabel(nil, of: row)
                    rows.append(row)
                }
            }
        }
        guard !rows.isEmpty else { return }
        // They may be most of the group: computed anew, which keeps only a part in memory.
        guard rows.count <= batchSize else { return try projectAnew() }
        var facts: [Fact] = []
        var numbers: [EventID: EventNumber] = [:]
        for row in rows {
            guard let fact = try open(row, &scratch) else { continue }
            facts.append(fact)
            numbers[fact.id] = row
        }
        try apply(facts, numbers: numbers)
    }

    /// A stored event with what opening it shows; nil where its key is not here.
    private func open(_ row: EventNumber, _ scratch: inout [UInt8]) throws -> Fact? {
        guard let record = try database.events.find(row) else { return nil }
        let event = SealedEvent(record, group: id)
        let content = keys.open(event, scratch: &scratch)
        if case .unknownKey = content { return nil }
        return Fact(header: event.header, id: event.id, content: content)
    }

    /// Gives up the keys that nothing which counts brings any more, and closes what they opened.
    private func closeUnfounded(_ founded: KeyRing) throws {
        let unfounded = keys.all.filter { founded.key(epoch: $0.epoch, id: $0.keyID) == nil }
        guard !unfounded.isEmpty else { return }
        for key in unfounded {
            try database.keys.remove(key.keyID.raw, epoch: key.epoch, in: number)
            try database.events.close(sealedUnder: key.keyID.raw, epoch: key.epoch, in: number)
        }
        keys = founded
        try projectAnew()
    }

    private func projectAnew() throws {
        projector = try Projector(
            group: id, founder: founder,
            control: Self.controlFacts(of: id, number, keys, in: database), index: book)
        try rebuild()
    }
}
