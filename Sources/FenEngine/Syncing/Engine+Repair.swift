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
        var known: (size: Int, etag: ETag)?
        var isListed = false
        while let lines = try answering({ try lostLines(of: id, now: isDue) }) {
            if !isListed {
                let listing = try await asking { try await store.backend.list(store.layout.logs) }
                known = listing.first { $0.path == store.ownRepair }.map { ($0.size, $0.etag) }
                isListed = true
            }
            let etag: ETag
            if let known {
                etag = try await asking {
                    try await store.backend.append(
                        store.ownRepair, lines.bytes, at: known.size, etag: known.etag)
                }
            } else {
                etag = try await asking {
                    try await store.backend.put(
                        store.ownRepair, lines.bytes, condition: .ifAbsent)
                }
            }
            known = ((known?.size ?? 0) + lines.bytes.count, etag)
            try answering {
                try change(id) { _ in
                    for number in lines.numbers { try database.events.setPublished(number) }
                }
            }
        }
    }

    /// As many lost lines as are sent at once; nil when none is left.
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
        try database.events.walk(.unpublishedBefore(before, group.number)) { row in
            let author = MemberID(raw: try row.author)
            guard author != me, group.context.isAdmitted(author), try mayHandOn(row, of: group)
            else { return true }
            bytes += EventLine.encode(SealedEvent(try row.record, group: id))
            numbers.append(row.number)
            return bytes.count < sendingBytes
        }
        return numbers.isEmpty ? nil : (bytes, numbers)
    }
}
