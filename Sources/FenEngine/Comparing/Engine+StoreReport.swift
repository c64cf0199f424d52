import FenCrypto
import FenEncoding
import FenLedger
import FenPeer
import FenProtocol
import FenStore

extension SettingName {
    /// The last whole look into the store: which one, from when to when.
    static let storeLook = "store_look"
}

/// What the group's store has shown here, for other members' devices to compare.
extension Engine {
    /// A whole look into a store.
    struct StoreLookMark {
        /// The store, as ``PeerStoreReport/store`` names it.
        let store: Bytes16
        /// When it began and ended, in Unix milliseconds.
        let start: UInt64
        let end: UInt64
    }

    /// Names a group's store by where it is: the same on every member's device, whatever key it
    /// is reached with; nil where there is none.
    func storeName(of group: LocalGroup) throws -> Bytes16? {
        let place: [String]
        switch try descriptor(of: group) {
        case .s3(let store): place = ["s3", store.endpoint, store.bucket]
        case .nextcloud(let store): place = ["nextcloud", store.baseURL, store.shareToken]
        case .folder(let label): place = ["folder", label]
        case .none: return nil
        }
        let text = place.joined(separator: "\u{0}")
        let hash = SHA256.hash(
            Array("fen-peer/1".utf8) + [0] + Array("store".utf8) + [0] + group.id.bytes
                + Array(text.utf8))
        return Bytes16(hash.bytes.prefix(16))
    }

    /// The last whole look into the store that the group has now; nil where there was none.
    func lastLook(of group: LocalGroup) throws -> StoreLookMark? {
        let words =
            try database.settings.value(SettingName.storeLook, in: group.number)?
            .split(separator: " ").map(String.init) ?? []
        guard words.count == 3, let store = Bytes16(hex: words[0]), let start = UInt64(words[1]),
            let end = UInt64(words[2]), try storeName(of: group) == store
        else { return nil }
        return StoreLookMark(store: store, start: start, end: end)
    }

    /// A part of a blob another member's device asks for: of the only one there is, the report.
    func peerBlob(
        _ hash: Hash32, offset: UInt64, bytes: Int, in id: GroupID
    ) throws -> PeerBlob? {
        guard hash == PeerStoreReport.name, let report = try storeReport(of: id)?.encode() else {
            return nil
        }
        let rest = report.dropFirst(Int(clamping: offset)).prefix(bytes)
        return PeerBlob(size: UInt64(report.count), bytes: [UInt8](rest))
    }

    private func storeReport(of id: GroupID) throws -> PeerStoreReport? {
        let group = try group(id)
        guard let look = try lastLook(of: group) else { return nil }
        var shown: [MemberID: [Head]] = [:]
        for (author, log) in group.book.logs where try isServed(author, in: group) {
            var heads = Set(
                try AuthorFrontier.of(author, in: group.context, index: group.book).tips
                    .filter { try isShown($0, of: group) == true })
            if let last = try database.events.lastPublished(of: log.number) {
                heads.insert(Head(id: EventID(raw: last.id), seq: last.seq))
            }
            if !heads.isEmpty { shown[author] = heads.sorted().suffix(PeerLimits.tips) }
        }
        return PeerStoreReport(
            store: look.store, age: now() - min(now(), look.start), shown: shown)
    }

    /// Whether the store has shown an event of a log that counts; nil where it is not here.
    func isShown(_ head: Head, of group: LocalGroup) throws -> Bool? {
        guard let found = try database.events.find(head.id.raw, in: group.number),
            found.record.state.chain == .connected,
            found.record.state.label != RefusalReason.afterRemoval.label
        else { return nil }
        return try !database.events.isUnpublished(found.number)
    }

    /// Asks connected members' devices what the store has shown them, where this one has looked: one
    /// that has just brought what it holds, or all of them now and then, oftener while something is
    /// looked into.
    func askStoreReports(in id: GroupID, of session: Int? = nil) {
        guard let hub = peers?.hubs[id], let group = try? group(id),
            (try? lastLook(of: group)) != nil
        else { return }
        let isLooking = (try? shownLess(of: group))?.contains { !$0.isSure } ?? false
        for (number, asked) in peers?.sessions[id] ?? [:] where session ?? number == number {
            guard asked.isLevelHere, case .member = asked.lane else { continue }
            let isRecent = asked.reportAsked.map {
                now() >= $0 && now() < $0 + ShownLess.patience
            }
            if session == nil, !isLooking, isRecent == true { continue }
            peers?.sessions[id]?[number]?.reportAsked = now()
            Task { await hub.wantBlob(PeerStoreReport.name, offset: 0, session: number) }
        }
    }
}
