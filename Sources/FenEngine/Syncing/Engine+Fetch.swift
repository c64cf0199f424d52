import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// Reads what a look has found to be new in the store, file by file.
    func fetch(
        _ id: GroupID, from store: StoreLink, seen look: StoreLook,
        into report: inout SyncReport, progress: ProgressHandler?
    ) async throws(FenError) {
        guard let objects = look.objects else { return }
        let listing = objects.filter { store.layout.isLog($0.path) && $0.path != store.ownLog }
        try answering { try noteVanished(listing, store, in: id) }
        try await read(ordered(listing, in: id), id, store, &report, progress)
        // Whoever has been admitted since is no stranger any more.
        while let files = try answering({ try filesOfFormerStrangers(in: id) }) {
            try answering { try forgetStrangers(of: id) }
            try await read(
                listing.filter { files.contains($0.path.text) }, id, store, &report, progress)
        }
        // What was sent in between has made the store look otherwise already.
        if report.pushed == 0 { note(look, read: listing, in: id) }
    }

    /// Reads what is new in these files, from where the last reading ended.
    func read(
        _ objects: [ObjectInfo], _ id: GroupID, _ store: StoreLink, _ report: inout SyncReport,
        _ progress: ProgressHandler?
    ) async throws(FenError) {
        let cursors = try answering {
            if !store.isFormer { try noteShrunk(objects, store, in: id) }
            return try database.cursors.all(of: store.cursors, in: try group(id).number)
        }
        for object in objects {
            let cursor = cursors[object.path.text]
            if let cursor, cursor.etag == object.etag.text, cursor.size == object.size { continue }
            var offset = cursor?.offset ?? 0
            if let cursor, object.size < cursor.size {
                // A file that shrank is never truth: what this device holds stays, and is looked
                // for in the file from its beginning.
                offset = 0
            }
            let expected = offset > 0 ? cursor?.lastID.map(EventID.init(raw:)) : nil
            if offset > 0, expected == nil { offset = 0 }
            do throws(FenError) {
                _ = try await readLog(
                    id, object, from: offset, expecting: expected, store: store, into: &report,
                    progress: progress)
            } catch {
                // A file that was taken away while it was read is looked at in the next pass.
                if error.code == "STORE_MISSING" { continue }
                throw error
            }
        }
    }

    /// The founder's log first and the organiser's next: they say who the others are.
    private func ordered(
        _ listing: [ObjectInfo], in id: GroupID
    ) throws(FenError) -> [ObjectInfo] {
        try answering {
            let group = try group(id)
            let first = [group.founder.hex, group.context.organiser.hex]
            func rank(_ object: ObjectInfo) -> Int {
                first.firstIndex { object.path.name.hasPrefix($0) } ?? first.count
            }
            return listing.sorted { (rank($0), $0.path) < (rank($1), $1.path) }
        }
    }

    // MARK: Strangers

    /// Files with lines that were left there, and what `takenDigest` was when the first of them
    /// was.
    private struct StrangerFiles {
        var taken: String
        var paths: Set<String>
    }

    private func strangerFiles(of id: GroupID) throws -> StrangerFiles? {
        let value = try database.settings.value(SettingName.strangers, in: try group(id).number)
        let lines = (value ?? "").split(separator: "\n").map(String.init)
        guard let taken = lines.first else { return nil }
        return StrangerFiles(taken: taken, paths: Set(lines.dropFirst()))
    }

    /// The files to read again because somebody has been let in since; nil when nobody was.
    func filesOfFormerStrangers(in id: GroupID) throws -> Set<String>? {
        guard let files = try strangerFiles(of: id),
            files.taken != (try group(id).takenDigest)
        else { return nil }
        return files.paths
    }

    private func forgetStrangers(of id: GroupID) throws {
        let files = try strangerFiles(of: id)
        try change(id) { group in
            for file in files?.paths ?? [] {
                try database.cursors.remove(file, of: CursorSource.store, in: group.number)
            }
            try database.settings.set(SettingName.strangers, nil, in: group.number)
        }
    }

    /// Notes a file with lines nobody may take while no more is known of whom to take.
    func noteStrangers(
        in path: ObjectPath, of group: LocalGroup, whileTaken digest: String
    ) throws {
        var files =
            try strangerFiles(of: group.id) ?? StrangerFiles(taken: digest, paths: [])
        guard files.paths.insert(path.text).inserted else { return }
        let lines = [files.taken] + files.paths.sorted()
        try database.settings.set(
            SettingName.strangers, lines.joined(separator: "\n"), in: group.number)
    }
}
