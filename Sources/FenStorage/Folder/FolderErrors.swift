import Glibc

/// Turns what the system says into what a person can act on.
enum FolderErrors {
    /// What was being done when the call failed.
    enum Action {
        case reading
        case writing
    }

    /// The error for an errno on an object or a folder below the root.
    static func object(_ number: Int32, _ action: Action) -> StorageError {
        var error = plain(number, action)
        error.cause = name(of: number)
        return error
    }

    /// The root itself cannot be opened.
    static func root(_ number: Int32, _ action: Action) -> StorageError {
        guard number == ENOENT || number == ENOTDIR else { return object(number, action) }
        return StorageError(
            .network, "The shared folder is not there.",
            hint: "Mount the drive or start the sync tool, then try again.",
            cause: name(of: number))
    }

    /// The root is there but holds nothing of ours.
    static func unprepared() -> StorageError {
        StorageError(
            .network, "The shared folder is there, but it does not hold this store.",
            hint: "If it is on a drive, mount it; if the folder is another one now, set it again.")
    }

    private static func plain(_ number: Int32, _ action: Action) -> StorageError {
        switch number {
        case ENOENT:
            return .missing()
        case EEXIST:
            return .precondition()
        case EROFS:
            return readOnly
        case EACCES, EPERM:
            return action == .writing ? readOnly : denied
        case ENOSPC, EDQUOT, EFBIG:
            return StorageError(
                .quota, "The shared folder is full.", hint: "Make room there, then try again.")
        case EBUSY, EAGAIN, ETXTBSY, EINTR, EMFILE, ENFILE:
            return StorageError(.busy, "The shared folder is busy.")
        case ELOOP, ENOTDIR, EISDIR:
            return StorageError(
                .integrity, "Something else stands in the shared folder where an object should be.",
                hint: "Look for links or folders that take the place of a log, and move them away.")
        case EIO, ENXIO, ENODEV, ESTALE, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT, EREMOTEIO,
            ECONNRESET, ENETUNREACH, ENETDOWN:
            return StorageError(
                .network, "The drive of the shared folder does not answer.",
                hint: "Mount it again, then try again.")
        default:
            return .server("The shared folder could not do that.")
        }
    }

    private static var readOnly: StorageError {
        StorageError(
            .readOnly, "The shared folder can be read but not written.",
            hint: "Ask its owner for permission to write, or free a write-protected drive.")
    }

    private static var denied: StorageError {
        StorageError(
            .auth, "The shared folder may not be read.",
            hint: "Ask its owner for permission to read it.")
    }

    private static func name(of number: Int32) -> String {
        guard let text = strerror(number) else { return "errno \(number)" }
        return "errno \(number), \(String(cString: text))"
    }
}
