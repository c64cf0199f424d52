import FenCrypto
import FenLedger
import FenProtocol
import FenStorage
import FenStore

/// Which events of a group are brought to a store.
enum CopyScope {
    /// One's own: whoever follows a move.
    case own
    /// All that this device holds: whoever moves the group.
    case everything
}

/// What some files of a store hold of a group.
struct StoreInventory: Sendable {
    /// One of the files that only this person writes.
    struct File: Sendable {
        /// Its version.
        var etag: ETag
        /// Its size in bytes.
        var size: Int
        /// Whether its last line has no end.
        var isTorn: Bool
    }

    /// The events of which there is a copy with a right signature.
    var events: Set<EventID> = []
    /// The own files among them.
    var files: [ObjectPath: File] = [:]
    /// Lines of this person's own log that this device does not have.
    var unknownOwn: [[UInt8]] = []
}

extension Engine {
    /// Brings what this device holds to another store, as far as no file there has it: own events
    /// into the own log, those of others into the own repair file. Then reads it back: this returns
    /// only when the store has everything.
    ///
    /// It can be cut anywhere and begun again; what is there already is not sent twice. What the
    /// store has of this person's own log and this device has not is taken in first.
    func copy(
        _ id: GroupID, to store: StoreLink, _ scope: CopyScope, progress: ProgressHandler?
    ) async throws(FenError) {
        var wanted = try answering { try self.wanted(scope, of: group(id)) }
        let paths = scope == .own ? [store.ownLog] : nil
        var known = Set(wanted.map(\.id))
        let there = try await inventory(of: id, in: store, paths, beyond: known)
        if !there.unknownOwn.isEmpty {
            try answering {
                let result = try takeLines(there.unknownOwn, in: id).result
                tellPeers(result.facts, in: id)
            }
            wanted = try answering { try self.wanted(scope, of: group(id)) }
            known = Set(wanted.map(\.id))
        }
        let lacking = wanted.filter { !there.events.contains($0.id) }
        guard !lacking.isEmpty else { return }
        var done = wanted.count - lacking.count
        for (path, isOwn) in [(store.ownLog, true), (store.ownRepair, false)] {
            try await add(
                lacking.filter { $0.isOwn == isOwn }.map(\.number), to: path, there.files[path], id,
                store
            ) { count in
                done += count
                progress?(Progress(done: done, total: wanted.count, unit: "events"))
            }
        }
        let after = try await inventory(
            of: id, in: store, [store.ownLog, store.ownRepair], beyond: known)
        guard lacking.allSatisfy({ after.events.contains($0.id) }) else {
            throw FenError(
                "STORE_LOSES",
                "The new store does not give back what was written to it a moment ago.",
                hint: "The group stays where it is. Look at what else writes to that store, and "
                    + "try again.", status: .network)
        }
    }

    // MARK: What is wanted

    private struct Wanted {
        let id: EventID
        let number: EventNumber
        let isOwn: Bool
    }

    private func wanted(_ scope: CopyScope, of group: LocalGroup) throws -> [Wanted] {
        let me = try requirePerson().publicKey
        var wanted: [Wanted] = []
        func consider(_ row: FenStore.EventView) throws {
            let author = MemberID(raw: try row.author)
            let isOwn = author == me
            guard row.chain != .refused else { return }
            if !isOwn {
                guard group.context.takesWhole(author) || group.context.joiners[author] != nil,
                    try mayHandOn(row, of: group)
                else { return }
            }
            wanted.append(
                Wanted(id: EventID(raw: try row.id), number: row.number, isOwn: isOwn))
        }
        switch scope {
        case .everything: try database.events.forEach(.all(group.number), consider)
        case .own:
            guard let log = group.book.logs[me] else { return [] }
            try database.events.forEach(.log(log.number, 1...UInt64(Int64.max)), consider)
        }
        return wanted
    }

    /// Whether an event of somebody else may be handed on by itself. A signature that was taken by
    /// chain is checked first.
    func mayHandOn(_ row: FenStore.EventView, of group: LocalGroup) throws -> Bool {
        guard row.chain != .refused, row.label != RefusalReason.afterRemoval.label else {
            return false
        }
        return try row.signatureState == .verified
            || SealedEvent(row.record, group: group.id).verifySignature()
    }

    // MARK: What is there

    /// Looks through files of a store, or all that hold lines.
    nonisolated private func inventory(
        of id: GroupID, in store: StoreLink, _ paths: [ObjectPath]?, beyond known: Set<EventID>
    ) async throws(FenError) -> StoreInventory {
        try await asking {
            var inventory = StoreInventory()
            for object in try await store.backend.list(store.layout.logs)
            where paths?.contains(object.path) ?? store.layout.isLog(object.path) {
                do throws(StorageError) {
                    try await look(at: object, of: id, in: store, &inventory, beyond: known)
                } catch {
                    // A file that was taken away meanwhile has nothing.
                    guard error.code == .missing else { throw error }
                }
            }
            return inventory
        }
    }

    nonisolated private func look(
        at object: ObjectInfo, of id: GroupID, in store: StoreLink,
        _ inventory: inout StoreInventory, beyond known: Set<EventID>
    ) async throws(StorageError) {
        var splitter = LineSplitter()
        var file = StoreInventory.File(etag: object.etag, size: object.size, isTorn: false)
        var offset = 0
        while true {
            let body = try await store.backend.get(
                object.path, from: offset, limit: StorageLimits.readChunk)
            offset = body.offset + body.bytes.count
            (file.etag, file.size) = (body.etag, body.totalSize)
            for event in splitter.take(body.bytes)?.events(of: id) ?? []
            where event.verifySignature() {
                // Anybody with the store's key may have filled it with whatever they like.
                if known.contains(event.id) {
                    inventory.events.insert(event.id)
                } else if object.path == store.ownLog {
                    inventory.unknownOwn.append(Array(EventLine.encode(event).dropLast()))
                }
            }
            if body.bytes.isEmpty || body.reachesEnd { break }
        }
        file.isTorn = splitter.pending > 0
        if [store.ownLog, store.ownRepair].contains(object.path) {
            inventory.files[object.path] = file
        }
    }

    // MARK: What is sent

    private func add(
        _ numbers: [EventNumber], to path: ObjectPath, _ known: StoreInventory.File?,
        _ id: GroupID, _ store: StoreLink, sent: (Int) -> Void
    ) async throws(FenError) {
        var (known, rest) = (known, numbers[...])
        while !rest.isEmpty {
            var (bytes, count) = try answering { try lines(rest, of: id) }
            let etag: ETag
            if let file = known {
                // A line that was cut off is ended, so that the next one starts on its own.
                if file.isTorn { bytes.insert(0x0a, at: 0) }
                let lines = bytes
                etag = try await asking {
                    try await store.backend.append(path, lines, at: file.size, etag: file.etag)
                }
            } else {
                let lines = bytes
                etag = try await asking {
                    try await store.backend.put(path, lines, condition: .ifAbsent)
                }
            }
            known = StoreInventory.File(
                etag: etag, size: (known?.size ?? 0) + bytes.count, isTorn: false)
            rest = rest.dropFirst(count)
            sent(count)
        }
    }

    /// As many lines of these events as are sent at once, and how many those are.
    private func lines(
        _ numbers: ArraySlice<EventNumber>, of id: GroupID
    ) throws -> ([UInt8], Int) {
        var (bytes, count): ([UInt8], Int) = ([], 0)
        for number in numbers {
            if let record = try database.events.find(number) {
                bytes += EventLine.encode(SealedEvent(record, group: id))
            }
            count += 1
            if bytes.count >= sendingBytes { break }
        }
        return (bytes, count)
    }
}
