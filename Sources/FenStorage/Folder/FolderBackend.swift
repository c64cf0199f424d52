import Glibc

/// A folder that several devices share: a mounted drive, a USB stick, a sync tool's folder.
///
/// - A new version is written beside the object under a hidden name, flushed, and renamed over
///   it; then the folder is flushed. Readers and sync tools see the old bytes or the new ones.
/// - An append writes only the tail. It need not be atomic: each log has one writer (whose home
///   is locked against a second process), each line ends in a newline, and every reader takes a
///   last line without newline for not yet written. A crash in mid-append leaves such a line; the
///   size and tag are then not the ones the writer remembers, so its next append is refused with
///   `precondition`; the writer reads the log back, ends the stump with a newline, and sends whole
///   what was cut. A sync tool that replaces the file while it is appended to is noticed afterwards
///   by the inode. Rewriting 100,000 lines for each new one would cost a sync tool as much on
///   every device.
/// - No path leaves the root: object paths are checked, every folder on the way is opened by its
///   own name, and links are refused.
/// - A root that vanished, or that is an empty mount point, is `network`, never "no objects".
package struct FolderBackend: StorageBackend {
    private let root: String
    private let pool: BlockingPool

    /// What a folder can do. Conditions hold against other processes on this machine; a sync tool
    /// that brings another device's write has no part in them.
    package let capabilities = StorageCapabilities(
        conditionalPut: true, cheapAppend: true, concurrency: 4)

    /// The folder at an absolute path; nothing is touched before the first call.
    package init(root: String, pool: BlockingPool = .shared) {
        self.root = root
        self.pool = pool
    }

    /// Makes the root (not its parents) and the `groups` folder in it, and writes a probe.
    package func prepare() async throws(StorageError) {
        let store = FolderStore(root: root)
        try await pool.run { () throws(StorageError) in try store.prepare() }
    }

    /// All objects below `prefix`, sorted by path.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        let store = FolderStore(root: root)
        return try await pool.run { () throws(StorageError) in try store.list(prefix) }
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let store = FolderStore(root: root)
        return try await pool.run { () throws(StorageError) in
            try store.get(path, from: offset, limit: limit, condition: condition)
        }
    }

    /// Replaces an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        let store = FolderStore(root: root)
        return try await pool.run { () throws(StorageError) in
            try store.put(path, bytes, condition: condition)
        }
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        let store = FolderStore(root: root)
        return try await pool.run { () throws(StorageError) in
            try store.append(path, bytes, at: size, etag: etag)
        }
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        let store = FolderStore(root: root)
        try await pool.run { () throws(StorageError) in try store.delete(path) }
    }
}
