import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
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

    func forgetOwnFile(of group: LocalGroup, _ store: StoreLink) throws {
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

    func outboxRecord(of id: GroupID, _ store: StoreLink) throws -> OutboxRecord {
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
