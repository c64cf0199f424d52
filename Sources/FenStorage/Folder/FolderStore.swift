import Glibc

/// What ``FolderBackend`` does, as plain blocking calls; each call opens the root anew, so that a
/// drive that was taken away or mounted again is noticed.
struct FolderStore: Sendable {
    /// The folder that `prepare` makes and whose absence means "not our store".
    static let mark = "groups"

    let root: String

    func prepare() throws(StorageError) {
        if mkdir(root, 0o777) != 0, errno != EEXIST { throw FolderErrors.root(errno, .writing) }
        let top = try FolderHandle.root(root, .writing)
        let groups = try top.folder(Self.mark, creating: true)
        try removeStumps(in: groups)
        let probe = FolderNames.temporary()
        do throws(StorageError) {
            let file = try groups.file(probe, O_WRONLY | O_CREAT | O_EXCL, .writing)
            try file.write([UInt8(ascii: "\n")])
            try file.syncFile()
        } catch {
            unlinkat(groups.descriptor, probe, 0)
            throw error
        }
        guard unlinkat(groups.descriptor, probe, 0) == 0 else {
            throw FolderErrors.object(errno, .writing)
        }
        try groups.syncFolder()
    }

    func list(_ prefix: ObjectPath) throws(StorageError) -> [ObjectInfo] {
        var found: [ObjectInfo] = []
        let folder: FolderHandle
        do throws(StorageError) {
            folder = try descend(prefix.segments[...])
        } catch {
            guard error.code == .missing else { throw error }
            return []
        }
        try collect(folder, prefix, depth: 0, into: &found)
        return found.sorted { $0.path < $1.path }
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) throws(StorageError) -> GetAnswer {
        let folder = try parent(of: path)
        let file = try folder.file(String(path.name), O_RDONLY, .reading)
        let status = try file.status()
        guard status.isFile else { throw FolderErrors.object(EISDIR, .reading) }
        var start = max(0, min(offset, status.size))
        switch condition {
        case .none: break
        case .ifNoneMatch(let tag): if tag == status.etag { return .unchanged }
        case .ifMatch(let tag): if tag != status.etag { throw .precondition() }
        case .ifRange(let tag): if tag != status.etag { start = 0 }
        }
        let bytes = try file.read(min(max(0, limit), status.size - start), at: start)
        return .body(
            ObjectBody(bytes: bytes, offset: start, etag: status.etag, totalSize: status.size))
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) throws(StorageError) -> ETag {
        let folder = try parent(of: path, creating: true)
        let name = String(path.name)
        let existing = try folder.status(of: name)
        if let existing, !existing.isFile { throw FolderErrors.object(EISDIR, .writing) }
        switch condition {
        case .none: break
        case .ifAbsent: if existing != nil { throw .precondition() }
        case .ifMatch(let tag): if existing?.etag != tag { throw .precondition() }
        }
        let temporary = FolderNames.temporary()
        do throws(StorageError) {
            let file = try folder.file(temporary, O_WRONLY | O_CREAT | O_EXCL, .writing)
            try file.write(bytes)
            try advanceTime(of: file, past: existing)
            try file.syncFile()
            try install(temporary, as: name, in: folder, exclusively: condition == .ifAbsent)
            try folder.syncFolder()
            return try file.status().etag
        } catch {
            unlinkat(folder.descriptor, temporary, 0)
            throw error
        }
    }

    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) throws(StorageError) -> ETag {
        let folder = try parent(of: path)
        let name = String(path.name)
        let file: FolderHandle
        do throws(StorageError) {
            file = try folder.file(name, O_WRONLY | O_APPEND, .writing)
        } catch {
            throw error.code == .missing ? .precondition() : error
        }
        let before = try file.status()
        guard before.isFile, before.etag == etag, before.size == size else {
            throw .precondition()
        }
        do throws(StorageError) {
            try file.write(bytes)
            try file.syncFile()
        } catch {
            // Back to what was there; where even that fails, the stump is a line without newline.
            _ = ftruncate(file.descriptor, size)
            throw error
        }
        let after = try file.status()
        guard after.size == size + bytes.count,
            let standing = try folder.status(of: name), standing.inode == after.inode
        else { throw .precondition() }
        return after.etag
    }

    func delete(_ path: ObjectPath) throws(StorageError) {
        let folder: FolderHandle
        do throws(StorageError) {
            folder = try parent(of: path)
        } catch {
            guard error.code == .missing else { throw error }
            return
        }
        if unlinkat(folder.descriptor, String(path.name), 0) != 0 {
            guard errno == ENOENT else { throw FolderErrors.object(errno, .writing) }
            return
        }
        try folder.syncFolder()
    }
}

extension FolderStore {
    private func parent(
        of path: ObjectPath, creating: Bool = false
    ) throws(StorageError) -> FolderHandle {
        try descend(path.segments.dropLast(), creating: creating)
    }

    /// Opens the root, sees that it is ours, and goes down folder by folder.
    private func descend(
        _ segments: ArraySlice<Substring>, creating: Bool = false
    ) throws(StorageError) -> FolderHandle {
        var folder = try FolderHandle.root(root, creating ? .writing : .reading)
        guard let mark = try folder.status(of: Self.mark), mark.isFolder else {
            throw FolderErrors.unprepared()
        }
        for segment in segments {
            folder = try folder.folder(String(segment), creating: creating)
        }
        return folder
    }

    private func collect(
        _ folder: borrowing FolderHandle, _ prefix: ObjectPath, depth: Int,
        into found: inout [ObjectInfo]
    ) throws(StorageError) {
        for name in try folder.names() where !FolderNames.isIgnored(name) {
            guard let path = prefix.appending(name), let status = try folder.status(of: name)
            else { continue }
            if status.isFile {
                found.append(ObjectInfo(path: path, etag: status.etag, size: status.size))
            } else if status.isFolder, depth < 8 {
                do throws(StorageError) {
                    let child = try folder.folder(name)
                    try collect(child, path, depth: depth + 1, into: &found)
                } catch {
                    guard error.code == .missing else { throw error }
                }
            }
        }
    }

    /// Two versions of one size written within one tick of the clock, the second on the inode of
    /// the one before, would have one tag: the new version is made later than the old.
    private func advanceTime(
        of file: borrowing FolderHandle, past existing: FolderStatus?
    ) throws(StorageError) {
        guard let old = existing?.modified else { return }
        let new = try file.status().modified
        if (new.tv_sec, new.tv_nsec) > (old.tv_sec, old.tv_nsec) { return }
        let carries = old.tv_nsec >= 999_999_999
        let later = timespec(
            tv_sec: old.tv_sec + (carries ? 1 : 0), tv_nsec: carries ? 0 : old.tv_nsec + 1)
        // A file system that cannot do this keeps the weaker tag.
        _ = withUnsafePointer(to: (later, later)) { pair in
            pair.withMemoryRebound(to: timespec.self, capacity: 2) {
                futimens(file.descriptor, $0)
            }
        }
    }

    private func install(
        _ temporary: String, as name: String, in folder: borrowing FolderHandle, exclusively: Bool
    ) throws(StorageError) {
        let descriptor = folder.descriptor
        if exclusively {
            if linkat(descriptor, temporary, descriptor, name, 0) == 0 {
                unlinkat(descriptor, temporary, 0)
                return
            }
            // FAT and some network drives have no hard links: looking and renaming is then the
            // best there is, and one writer per object makes it enough.
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else {
                throw FolderErrors.object(errno, .writing)
            }
            if try folder.status(of: name) != nil { throw .precondition() }
        }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw FolderErrors.object(errno, .writing)
        }
    }

    /// Removes what a crash left of our own temporary files, once they are a day old.
    private func removeStumps(in folder: borrowing FolderHandle) throws(StorageError) {
        let yesterday = time(nil) - 86_400
        for name in try folder.names() {
            guard let status = try folder.status(of: name) else { continue }
            if status.isFolder, !FolderNames.isIgnored(name) {
                let child = try folder.folder(name)
                try removeStumps(in: child)
            } else if status.isFile, FolderNames.isTemporary(name),
                status.modified.tv_sec < yesterday
            {
                unlinkat(folder.descriptor, name, 0)
            }
        }
    }
}
