import FenCrypto
import FenLedger
import FenProtocol
import FenStore

extension LocalGroup {
    /// Takes a key and opens what it opens.
    @discardableResult
    func adopt(_ key: GroupKey, at now: UInt64) throws -> Bool {
        try database.keys.insert(
            KeyRecord(
                keyID: key.keyID.raw, epoch: key.epoch, secret: key.secret, receivedAt: now),
            in: number)
        guard keys.insert(key) else { return false }
        try openMore()
        return true
    }

    /// Opens what the keys held open by now. Keys may come last: a history's older key, or the
    /// newest one in a box.
    func openMore() throws {
        for key in historyKeys() where keys.insert(key) {
            try database.keys.insert(
                KeyRecord(
                    keyID: key.keyID.raw, epoch: key.epoch, secret: key.secret, receivedAt: nil),
                in: number)
        }
        var rows: [EventNumber] = []
        var scratch: [UInt8] = []
        for label in [RefusalReason.unknownEpoch, .pending, .afterRemoval, .clockAhead] {
            for row in try database.events.unopened(labelled: label.rawValue, in: number) {
                guard let fact = try open(row, &scratch) else { continue }
                let entity = fact.entity
                try database.events.setOpened(
                    row, kind: fact.storedKind, isControl: fact.isControl,
                    target: entity == fact.id ? nil : entity.raw)
                try database.events.setLabel(nil, of: row)
                rows.append(row)
            }
        }
        guard !rows.isEmpty else { return }
        guard rows.count <= batchSize else {
            // They may be most of the group: computed anew, which keeps only a part in memory.
            projector = try Projector(
                group: id, founder: founder,
                control: Self.controlFacts(of: id, number, keys, in: database), index: book)
            try rebuild()
            return try openMore()
        }
        var facts: [Fact] = []
        var numbers: [EventID: EventNumber] = [:]
        for row in rows {
            guard let fact = try open(row, &scratch) else { continue }
            facts.append(fact)
            numbers[fact.id] = row
        }
        try project(facts, numbers: numbers, me: nil)
    }

    /// A stored event with what opening it shows; nil where its key is not here.
    private func open(_ row: EventNumber, _ scratch: inout [UInt8]) throws -> Fact? {
        guard let record = try database.events.find(row) else { return nil }
        let event = SealedEvent(record, group: id)
        let content = keys.open(event, scratch: &scratch)
        if case .unknownKey = content { return nil }
        return Fact(header: event.header, id: event.id, content: content)
    }

    private func historyKeys() -> [GroupKey] {
        projector.control.values.compactMap { fact in
            guard case .keyHistory(let history) = fact.payload else { return nil }
            return GroupKey(group: id, epoch: history.epoch, secret: history.key)
        }
    }

    /// Gives up the keys that only refused events have brought, and closes what they opened, for a
    /// device that met those events in another order never had them. Call it inside a transaction.
    func dropUnfoundedKeys() throws {
        var founded = KeyRing()
        for record in try database.keys.all(in: number) where record.receivedAt != nil {
            guard let key = keys.key(epoch: record.epoch, id: KeyID(raw: record.keyID)) else {
                continue
            }
            _ = founded.insert(key)
        }
        let histories = projector.control.values.compactMap { fact in
            if case .keyHistory(let history) = fact.payload { (fact, history) } else { nil }
        }
        var grows = true
        while grows {
            grows = false
            for (fact, history) in histories
            where founded.key(epoch: fact.epoch, id: fact.keyID) != nil {
                guard let key = GroupKey(group: id, epoch: history.epoch, secret: history.key)
                else { continue }
                if founded.insert(key) { grows = true }
            }
        }
        let unfounded = keys.all.filter { founded.key(epoch: $0.epoch, id: $0.keyID) == nil }
        guard !unfounded.isEmpty else { return }
        for key in unfounded {
            try database.keys.remove(key.keyID.raw, epoch: key.epoch, in: number)
            try database.events.close(sealedUnder: key.keyID.raw, epoch: key.epoch, in: number)
        }
        keys = founded
        projector = try Projector(
            group: id, founder: founder,
            control: Self.controlFacts(of: id, number, keys, in: database), index: book)
        try rebuild()
    }
}

extension Fact {
    /// Whether it may bring a key that opens other events.
    var bringsKeys: Bool {
        switch payload {
        case .keyHistory, .keyEpochUpdate, .keyRewrapped: true
        default: false
        }
    }
}
