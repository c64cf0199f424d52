import FenCrypto
import FenEncoding
import FenLedger
package import FenProtocol
import FenStorage
import FenStore

/// The own-tail rule: what this person has written elsewhere comes before what they write here.
extension Engine {
    /// Before the first own event of a process, the store is asked for this person's newest one
    /// (Wire format, Own tail).
    func ensureOwnTail(in id: GroupID) async throws(FenError) {
        if mergedOwnLogs.contains(id) { return }
        do throws(FenError) {
            // Where it is only to be sure, nobody waits long for a store that does not answer.
            let limit = try isOwnTailTrusted(of: id) ? Self.ownTailPatience : nil
            try await asking(for: limit) { [self] () async throws(FenError) in
                try await askOwnTail(in: id)
            }
        } catch {
            guard error.status == .network, error.code != Self.ownTailUnknown else { throw error }
            try trustOwnTail(of: id, failure: error)
        }
    }

    /// How long a person who types waits at most for a store that is asked to be sure.
    private static let ownTailPatience: Duration = .seconds(4)

    private func askOwnTail(in id: GroupID) async throws(FenError) {
        try await exclusively(id) { engine throws(FenError) in
            // Asked here: what was waited for may have been another store being bound.
            guard let store = try await engine.storeLink(of: id, for: .write) else {
                return try await engine.trustOwnTail(of: id, failure: nil)
            }
            try await engine.mergeOwnLog(id, with: store)
        }
    }

    /// Does something, and waits for its end for so long at most; then it is stopped, and counts as
    /// a store that does not answer. A pass that is under way may keep it waiting as well.
    private func asking(
        for limit: Duration?, _ body: @escaping @Sendable () async throws(FenError) -> Void
    ) async throws(FenError) {
        guard let limit else { return try await body() }
        let (ends, continuation) = AsyncStream<Result<Void, FenError>>.makeStream()
        let asking = Task {
            do throws(FenError) {
                try await body()
                continuation.yield(.success(()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            continuation.yield(
                .failure(
                    FenError(
                        "STORE_NETWORK", "The store does not answer.",
                        hint: "It is asked again later.", status: .network)))
        }
        defer {
            timer.cancel()
            asking.cancel()
        }
        for await end in ends { return try end.get() }
        throw FenError("CANCELLED", "Stopped; nothing is lost.")
    }

    private static let ownTailUnknown = "OWN_TAIL_UNKNOWN"

    /// Whether this home may write without having asked a store: the identity or the group was made
    /// in this very database, this life of the database knew the whole log and its last process ended
    /// cleanly, or another member's device has brought all it holds.
    private func isOwnTailTrusted(of id: GroupID) throws(FenError) -> Bool {
        try answering {
            let known = try database.settings.value(SettingName.ownTail, in: group(id).number)
            let current = database.storeID.hex
            let isKnown = known == current && database.wasClosedCleanly
            let isGroupBornHere =
                try database.settings.value(SettingName.birthplace, in: group(id).number) == current
            return try isKnown || isGroupBornHere || toldOwnTail.contains(id)
                || database.isIdentityBornHere
        }
    }

    /// Writes on without an answer where that is allowed.
    func trustOwnTail(of id: GroupID, failure: FenError?) throws(FenError) {
        if try isOwnTailTrusted(of: id) {
            guard failure == nil else { return }
            // Where no store could know better, what a device has said holds from here on.
            if toldOwnTail.contains(id) {
                try answering { try noteOwnTail(of: id) }
            } else {
                mergedOwnLogs.insert(id)
            }
            return
        }
        throw FenError(
            Self.ownTailUnknown,
            "This home was copied or restored, and nobody could be asked whether you had written "
                + "more in this group before.",
            hint:
                "Make the store reachable and /sync, or /connect to another member's device, first; "
                + "writing now could use a number twice. If nobody can be asked any more, and you "
                + "are sure: /sync --insist",
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
    func mergeOwnLog(
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
}
