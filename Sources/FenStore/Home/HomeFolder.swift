import CSQLite
import Glibc

/// The folder in which everything of one person on one device lives: readable by them alone.
package struct HomeFolder: Hashable, Sendable {
    /// Where it is.
    package let path: String

    /// Names a home; nothing is touched.
    package init(path: String) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The database.
    package var database: String { path + "/fen.db" }

    /// The lock of the one process that writes.
    package var lock: String { path + "/lock" }

    /// A file in the home by name.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Whether a database is there.
    package var holdsDatabase: Bool { access(database, F_OK) == 0 }

    /// Whether somebody has typed here before and the database is empty all the same: its data is
    /// gone, and starting over in its place would hide that.
    package var wasEmptied: Bool {
        func size(_ path: String) -> Int? {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : nil
        }
        return size(database) == 0 && size(database + "-wal") ?? 0 == 0
            && size(file("history")) ?? 0 > 0
    }

    /// Names the file that the database is in now: a copy that was put in its place has another
    /// name. Nil when there is none.
    package var databaseFile: String? {
        var status = stat()
        guard stat(database, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino):\(fen_birth_time(database))"
    }

    /// Makes the folder and those above it if need be, and closes it to everybody else.
    package func make() throws(StoreError) {
        try Self.makeFolder(path)
        var status = stat()
        guard stat(path, &status) == 0 else { throw Self.error(errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Self.error(ENOTDIR) }
        guard status.st_uid == geteuid() else { throw .denied("the folder has another owner") }
        // On a medium without permissions this fails; the folder is then as private as that is.
        if status.st_mode & 0o077 != 0 { _ = chmod(path, 0o700) }
    }

    /// Makes a file that only its owner reads and writes, if it is not there; SQLite gives the
    /// files beside a database the database's own permissions.
    package func makeFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0 {
            _ = fchmod(descriptor, 0o600)
        }
    }

    private static func makeFolder(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw error(errno)
        }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            // The folder above is there, so this place takes no folders at all.
            throw errno == ENOENT ? .denied("no folder can be made at \(path)") : error(errno)
        }
    }

    /// Closes a home to everybody else that came here open, from a stick or an archive. Where it
    /// may not be changed it is as private as it is.
    package func closeToOthers() {
        for (path, mode) in [(path, mode_t(0o700)), (database, 0o600)] {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            _ = chmod(path, mode)
        }
    }

    /// The error for an errno that the home gave.
    static func error(_ number: Int32) -> StoreError {
        let cause = strerror(number).map { "errno \(number), \(String(cString: $0))" }
        switch number {
        case ENOSPC, EDQUOT: return .diskFull(cause)
        case EROFS: return .readOnly(cause)
        case EACCES, EPERM, ELOOP: return .denied(cause)
        case ENOENT: return .missing()
        case ENOTDIR, EEXIST:
            return StoreError(
                .denied, "Something that is not a folder stands where fen's home should be.",
                hint: "Move it away, or name another home with --home.", cause: cause)
        default: return .inputOutput(cause)
        }
    }
}
