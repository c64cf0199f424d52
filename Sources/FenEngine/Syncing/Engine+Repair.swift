import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// How long an author has time to put back what the store has lost of theirs, in milliseconds.
    private static let authorsTime: UInt64 = 24 * 3_600_000
    /// How much later each next holder acts, so that not all put the same back.
    private static let holdersTurn: UInt64 = 3_600_000

    /// Puts events of others that no file of the store has into this device's own repair file
    /// when their author has not done so within a day, or at once if asked.
    func repair(_ id: GroupID, in store: StoreLink, now isDue: Bool) async throws(FenError) {
        guard let lines = try answering({ try lostLines(of: id, now: isDue) }) else { return }
        let listing = try await asking { try await store.backend.list(store.layout.logs) }
        if let known = listing.first(where: { $0.path == store.ownRepair }) {
            _ = try await asking {
                try await store.backend.append(
                    store.ownRepair, lines.bytes, at: known.size, etag: known.etag)
            }
        } else {
            _ = try await asking {
                try await store.backend.put(store.ownRepair, lines.bytes, condition: .ifAbsent)
            }
        }
        try answering {
            try change(id) { _ in
                for number in lines.numbers { try database.events.setPublished(number) }
            }
        }
    }

    private func lostLines(
        of id: GroupID, now isDue: Bool
    ) throws -> (bytes: [UInt8], numbers: [EventNumber])? {
        let group = try group(id)
        let me = try requirePerson().publicKey
        guard group.context.isActive(me) else { return nil }
        let holders = group.context.members.filter { $0.status == .active }.map(\.id)
        let turn = UInt64(holders.firstIndex(of: me) ?? 0)
        let wait = Self.authorsTime + turn * Self.holdersTurn
        let before = isDue ? .max >> 1 : now() - min(now(), wait)
        var bytes: [UInt8] = []
        var numbers: [EventNumber] = []
        try database.events.forEach(.unpublishedBefore(before, group.number)) { row in
            let author = MemberID(raw: try row.author)
            guard author != me, row.chain != .refused, group.context.isAdmitted(author),
                row.label != RefusalReason.afterRemoval.label
            else { return }
            let event = SealedEvent(try row.record, group: id)
            // A signature taken by chain is checked before an event is handed on by itself.
            guard row.signatureState == .verified || event.verifySignature() else { return }
            bytes += EventLine.encode(event)
            numbers.append(row.number)
        }
        return numbers.isEmpty ? nil : (bytes, numbers)
    }
}
