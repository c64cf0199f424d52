import FenCrypto
import FenEncoding
import FenLedger
package import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// Sends own events that the store does not have, many in one write. Returns how many.
    ///
    /// The own file is only ever added to: what the store has and this device does not is taken
    /// in first, and a write that finds another version than it remembers is not done. `seen` is
    /// what the store has just been found to have, where it was asked already.
    func flush(
        _ id: GroupID, to store: StoreLink, seen listing: [ObjectInfo]? = nil
    ) async throws(FenError) -> Int {
        if try answering({ try withholdsOwnLog(of: group(id)) }) { return 0 }
        var sent = 0
        var surprises = 0
        try await mergeOwnLog(id, with: store, seen: listing)
        while let batch = try answering({ try nextLines(of: id) }) {
            let record = try answering { try outboxRecord(of: id, store) }
            let etag: ETag
            var size = batch.bytes.count
            do throws(StorageError) {
                if let known = record.etag {
                    etag = try await store.backend.append(
                        store.ownLog, batch.bytes, at: record.size, etag: ETag(known))
                    size += record.size
                } else {
                    etag = try await store.backend.put(
                        store.ownLog, batch.bytes, condition: .ifAbsent)
                }
            } catch {
                guard error.code == .precondition, surprises < 3 else {
                    throw FenError(translating: error)
                }
                // Somebody else wrote this file: another life of this home, or a sync tool.
                surprises += 1
                mergedOwnLogs.remove(id)
                try await mergeOwnLog(id, with: store)
                continue
            }
            try answering { try notePublished(batch, etag, size, in: id, store) }
            reach(.published)
            sent += batch.numbers.count
        }
        return sent
    }

    /// Before the first own event of a process, the store is asked for this person's newest one
    /// (Wire format, Own tail).
    func ensureOwnTail(in id: GroupID) async throws(FenError) {
        if mergedOwnLogs.contains(id) { return }
        do throws(FenError) {
            try await exclusively(id) { engine throws(FenError) in
                // Asked here: what was waited for may have been another store being bound.
                guard let store = try await engine.storeLink(of: id, for: .write) else {
                    return try await engine.trustOwnTail(of: id, failure: nil)
                }
                try await engine.mergeOwnLog(id, with: store)
            }
        } catch {
            guard error.status == .network, error.code != Self.ownTailUnknown else { throw error }
            try trustOwnTail(of: id, failure: error)
        }
    }

    private static let ownTailUnknown = "OWN_TAIL_UNKNOWN"

    /// Whether this home may write without having asked anybody: the identity was made in this very
    /// database, or this life of the database knew the whole log and its last process ended cleanly.
    func trustOwnTail(of id: GroupID, failure: FenError?) throws(FenError) {
        let isTrusted = try answering {
            let known = try database.settings.value(SettingName.ownTail, in: group(id).number)
            let isKnown = known == database.storeID.hex && database.wasClosedCleanly
            return try isKnown || database.isIdentityBornHere
        }
        if isTrusted {
            if failure == nil { mergedOwnLogs.insert(id) }
            return
        }
        throw FenError(
            Self.ownTailUnknown,
            "This home was copied or restored, and nobody could be asked whether you had written "
                + "more in this group before.",
            hint: "Make the store reachable and /sync first; writing now could use a number twice. "
                + "If nobody can be asked any more, and you are sure: /sync --insist",
            status: .network)
    }

    /// Writes on with what is here, because the person says that there is nothing more: the way out
    /// of `OWN_TAIL_UNKNOWN` where nobody can be asked any more, and of `OWN_LOG_GAP` where nobody
    /// has what was lost. Otherwise refused while a store answers, which knows better than a person.
    package func insistOnOwnTail(in id: GroupID) async throws(FenError) {
        try answering { try requireWriting() }
        try await exclusively(id) { engine throws(FenError) in
            if let store = try await engine.storeLink(of: id), await engine.answers(store) {
                if try await engine.hasLostOwn(in: id) {
                    try await engine.mergeOwnLog(id, with: store)
                    // What it does not have either was never sent: nobody can bring it back.
                    if try await engine.hasLostOwn(in: id) {
                        return try await engine.trustWhatIsHere(in: id)
                    }
                }
                throw FenError(
                    "STORE_ANSWERS",
                    "The group's store can be reached, so it can say itself what you have written.",
                    hint: "/sync asks it; then you can write.")
            }
            try await engine.trustWhatIsHere(in: id)
        }
    }

    private func trustWhatIsHere(in id: GroupID) throws(FenError) {
        try answering {
            let me = try requirePerson().publicKey
            try change(id) { group in try group.forgetLost(of: me) }
            try noteOwnTail(of: id)
        }
    }

    /// Whether entries of this person were here and are not any more, above all that are.
    private func hasLostOwn(in id: GroupID) throws(FenError) -> Bool {
        try answering {
            let log = try group(id).book.known(requirePerson().publicKey)
            return log.map { $0.claimed > $0.log.held.last ?? 0 } ?? false
        }
    }

    private func answers(_ store: StoreLink) async -> Bool {
        // Why it does not answer makes no difference here.
        (try? await store.backend.list(store.layout.logs)) != nil
    }

    private func noteOwnTail(of id: GroupID) throws {
        let key = SettingName.ownTail
        let current = database.storeID.hex
        if try database.settings.value(key, in: group(id).number) != current {
            try change(id) { group in try database.settings.set(key, current, in: group.number) }
        }
        mergedOwnLogs.insert(id)
    }

    /// Takes in what the store has of this person's own log, if it is another version than the one
    /// this device wrote last.
    private func mergeOwnLog(
        _ id: GroupID, with store: StoreLink, seen: [ObjectInfo]? = nil
    ) async throws(FenError) {
        if mergedOwnLogs.contains(id) { return }
        var listing = seen
        if listing == nil {
            listing = try await asking { try await store.backend.list(store.layout.logs) }
        }
        let object = listing?.first { $0.path == store.ownLog }
        let record = try answering { try outboxRecord(of: id, store) }
        if let object {
            // What this device has lost of its own is looked for in the file it wrote itself.
            let hasGap = try answering { try hasOwnGap(in: group(id)) }
            if hasGap || record.etag != object.etag.text || record.size != object.size {
                try await readOwnLog(id, object, store)
            }
        } else if record.etag != nil {
            // The file is gone: all of it is sent again.
            try answering {
                try change(id) { group in
                    try forgetOwnFile(of: group, store)
                }
            }
        }
        try answering { try noteOwnTail(of: id) }
    }

    private func readOwnLog(
        _ id: GroupID, _ object: ObjectInfo, _ store: StoreLink
    ) async throws(FenError) {
        try answering {
            try change(id) { group in try forgetOwnFile(of: group, store) }
        }
        var report = SyncReport()
        let read = try await readLog(
            id, object, from: 0, expecting: nil, store: store, into: &report, progress: nil)
        var size = read.size
        var etag = read.etag
        if read.pending > 0 {
            // A cut append left a line without its end. A newline ends it, so that the next line
            // starts on its own; whole copies of what was cut follow.
            etag = try await asking {
                try await store.backend.append(store.ownLog, [0x0a], at: read.size, etag: read.etag)
            }
            size += 1
        }
        try answering {
            try change(id) { group in
                var record = OutboxRecord(path: store.ownLog.text)
                record.etag = etag.text
                record.size = size
                try database.outbox.put(record, in: group.number)
            }
        }
    }

    /// Whether numbers of this person's own log are missing here, so that it cannot be gone on with.
    func hasOwnGap(in group: LocalGroup) throws -> Bool {
        try group.book.ownTip(of: try requirePerson().publicKey) == nil
    }

    /// What this device has lost of its own log is asked of the store before the next own event.
    func forgetOwnFile(in id: GroupID) throws {
        mergedOwnLogs.remove(id)
        try change(id) { group in
            guard
                let path = try layout(of: group).log(author: try requirePerson().publicKey.hex)
            else { return }
            try database.outbox.remove(path.text, in: group.number)
        }
    }

    private func forgetOwnFile(of group: LocalGroup, _ store: StoreLink) throws {
        try database.outbox.remove(store.ownLog.text, in: group.number)
        let me = try requirePerson().publicKey
        if let log = group.book.logs[me] {
            try database.events.setAllUnpublished(of: log.number, since: now())
        }
    }

    // MARK: Own lines

    private struct Batch {
        var bytes: [UInt8] = []
        var numbers: [EventNumber] = []
    }

    private func nextLines(of id: GroupID) throws -> Batch? {
        let group = try group(id)
        let me = try requirePerson().publicKey
        guard let log = group.book.logs[me] else { return nil }
        var batch = Batch()
        try database.events.walk(.unpublished(log.number)) { row in
            guard row.chain != .refused else { return true }
            batch.bytes += EventLine.encode(SealedEvent(try row.record, group: id))
            batch.numbers.append(row.number)
            return batch.bytes.count < sendingBytes
        }
        return batch.numbers.isEmpty ? nil : batch
    }

    private func outboxRecord(of id: GroupID, _ store: StoreLink) throws -> OutboxRecord {
        try database.outbox.find(store.ownLog.text, in: try group(id).number)
            ?? OutboxRecord(path: store.ownLog.text)
    }

    private func notePublished(
        _ batch: Batch, _ etag: ETag, _ size: Int, in id: GroupID, _ store: StoreLink
    ) throws {
        // It looks otherwise now, by this device's own doing: that need not be asked first.
        seenStores[id] = nil
        try change(id) { group in
            for number in batch.numbers { try database.events.setPublished(number) }
            var record = OutboxRecord(path: store.ownLog.text)
            record.etag = etag.text
            record.size = size
            try database.outbox.put(record, in: group.number)
        }
    }
}
