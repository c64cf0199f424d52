import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// Takes lines out of this device's own repair file again that the file of their author has, or
    /// the repair file of a holder with a smaller key (never a larger one: two holders must not
    /// both let go).
    ///
    /// Costs nothing until one of those files is another version than at the last look.
    func emptyRepairs(_ id: GroupID, in store: StoreLink) async throws(FenError) {
        guard let files = try answering({ try filesToCompare(in: id, store) }) else { return }
        let emptied: (etag: ETag, size: Int)?
        do throws(StorageError) {
            emptied = try await emptyRepairs(id, in: store, comparing: files.paths)
        } catch {
            // A file that has just been changed or taken away is looked at in the next pass; one
            // that is too large to be read at once stays as it is, which only costs room.
            if [.precondition, .missing, .integrity].contains(error.code) { return }
            throw FenError(translating: error)
        }
        try answering {
            try change(id) { group in
                // What was taken out here was seen elsewhere: the file has lost nothing.
                if let emptied {
                    let cursor = Cursor(
                        path: store.ownRepair.text, etag: emptied.etag.text, offset: emptied.size,
                        size: emptied.size)
                    try database.cursors.put(cursor, of: CursorSource.store, in: group.number)
                }
                try database.settings.set(
                    SettingName.repairsChecked, files.versions, in: group.number)
            }
        }
    }

    /// The files that may have what the own repair file has, and their versions as one text; nil
    /// where there is nothing to take out, or nothing new to compare with.
    private func filesToCompare(
        in id: GroupID, _ store: StoreLink
    ) throws -> (paths: [ObjectPath], versions: String)? {
        let group = try group(id)
        let cursors = try database.cursors.all(of: CursorSource.store, in: group.number)
        guard let own = cursors[store.ownRepair.text], own.size > 0 else { return nil }
        var paths: [ObjectPath] = []
        var versions: [UInt8] = []
        for cursor in cursors.values.sorted(by: { $0.path < $1.path }) {
            guard let path = ObjectPath(cursor.path), let key = store.layout.author(of: path),
                store.layout.log(author: String(key)) == path
                    || (store.layout.repair(holder: String(key)) == path
                        && path.text < store.ownRepair.text)
            else { continue }
            paths.append(path)
            versions += "\(path.text) \(cursor.etag ?? "") \(cursor.size)\n".utf8
        }
        let checked = try database.settings.value(SettingName.repairsChecked, in: group.number)
        let current = SHA256.hash(versions).hex
        return checked == current ? nil : (paths, current)
    }

    nonisolated private func emptyRepairs(
        _ id: GroupID, in store: StoreLink, comparing paths: [ObjectPath]
    ) async throws(StorageError) -> (etag: ETag, size: Int)? {
        let file = try await store.backend.readAll(store.ownRepair)
        let lines = LineChunk(bytes: file.bytes).events(of: id)
        var settled: Set<EventID> = []
        for path in paths {
            let wanted: Set<EventID>
            if store.layout.author(of: path).flatMap({ store.layout.log(author: String($0)) })
                == path
            {
                wanted = Set(
                    lines.filter { path.name.hasPrefix($0.header.author.hex) }.map(\.id))
            } else {
                wanted = Set(lines.map(\.id))
            }
            let left = wanted.subtracting(settled)
            if left.isEmpty { continue }
            settled.formUnion(try await found(left, in: path, of: id, store))
        }
        guard !settled.isEmpty else { return nil }
        // A line that is no event here stays: it is somebody's who knows more.
        let kept = file.bytes.split(separator: 0x0a).filter { line in
            guard let event = try? EventLine.decode(Array(line), group: id) else { return true }
            return !settled.contains(event.id)
        }
        let rest = kept.flatMap { $0 + [0x0a] }
        let etag = try await store.backend.put(
            store.ownRepair, rest, condition: .ifMatch(file.etag))
        return (etag, rest.count)
    }

    /// Which of these events a file has a good copy of.
    nonisolated private func found(
        _ wanted: Set<EventID>, in path: ObjectPath, of id: GroupID, _ store: StoreLink
    ) async throws(StorageError) -> Set<EventID> {
        var splitter = LineSplitter()
        var found: Set<EventID> = []
        var offset = 0
        while true {
            let body = try await store.backend.get(
                path, from: offset, limit: StorageLimits.readChunk)
            offset += body.bytes.count
            for event in splitter.take(body.bytes)?.events(of: id) ?? []
            where wanted.contains(event.id) && event.verifySignature() {
                found.insert(event.id)
            }
            if body.bytes.isEmpty || body.reachesEnd { return found }
        }
    }
}

extension LineChunk {
    /// The events among the lines, unopened.
    func events(of group: GroupID) -> [SealedEvent] {
        parse(group: group, keys: KeyRing()).events.map(\.event)
    }
}
