import Glibc

extension HomeFolder {
    /// A copy of the database on its way into a backup, or out of one.
    package var passing: String { file("fen.db.passing") }

    /// A sealed file on its way here from another device.
    package var arriving: String { file("fen.db.arriving") }

    /// The names of what is in the folder, in no order.
    package func names() -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Closes every file in the folder to everybody else, and refuses a file of ours that somebody
    /// else owns: what they can change is not this person's home.
    package func closeFiles() throws(StoreError) {
        for name in names() {
            var status = stat()
            guard lstat(file(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            guard status.st_uid == geteuid() || geteuid() == 0 else {
                throw .denied("a file in it has another owner")
            }
            // On a medium without permissions this fails; the file is then as private as that is.
            if status.st_mode & 0o077 != 0 { _ = chmod(file(name), 0o600) }
        }
    }

    /// Overwrites a file with zeros, waits until they are on the medium, and removes it. A medium
    /// that writes elsewhere than it is told to may keep what was there.
    package static func shred(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 {
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                let zeros = [UInt8](repeating: 0, count: 1 << 16)
                var left = Int(status.st_size)
                while left > 0 {
                    let written = write(descriptor, zeros, min(left, zeros.count))
                    if written <= 0 { break }
                    left -= written
                }
                fsync(descriptor)
            }
            close(descriptor)
        }
        unlink(path)
    }

    /// Overwrites and removes a database with what may stand beside it: SQLite would take a journal
    /// that was left there for one of the next file of that name, and undo that one by it.
    package static func shredDatabase(_ path: String) {
        for ending in ["", "-journal", "-wal", "-shm"] { shred(path + ending) }
    }

    /// Overwrites and removes every file of the home, and the folder where nothing else is in it.
    /// Returns the names of what could not be removed.
    package func erase() -> [String] {
        for name in names() {
            var status = stat()
            guard lstat(file(name), &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: Self.shred(file(name))
            case S_IFLNK: unlink(file(name))
            default: continue
            }
        }
        let left = names()
        if left.isEmpty { rmdir(path) }
        return left
    }
}
