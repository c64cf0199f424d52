import Glibc

/// Owns one file descriptor of a file or a folder and closes it.
struct FolderHandle: ~Copyable {
    /// The descriptor.
    let descriptor: Int32

    /// Takes a descriptor over.
    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens a root, links in its name followed: it is the person's own choice.
    static func root(
        _ path: String, _ action: FolderErrors.Action
    ) throws(StorageError) -> FolderHandle {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderErrors.root(errno, action) }
        return FolderHandle(owning: descriptor)
    }

    /// Opens a folder directly below this one; a link is refused, so no path leaves the root.
    borrowing func folder(
        _ name: String, creating: Bool = false
    ) throws(StorageError) -> FolderHandle {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
        var child = openat(descriptor, name, flags)
        if child < 0, errno == ENOENT, creating {
            guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
                throw FolderErrors.object(errno, .writing)
            }
            try syncFolder()
            child = openat(descriptor, name, flags)
        }
        guard child >= 0 else {
            throw FolderErrors.object(errno, creating ? .writing : .reading)
        }
        return FolderHandle(owning: child)
    }

    /// Opens a file directly below this one; a link is refused.
    borrowing func file(
        _ name: String, _ flags: Int32, _ action: FolderErrors.Action
    ) throws(StorageError) -> FolderHandle {
        let file = openat(descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
        guard file >= 0 else { throw FolderErrors.object(errno, action) }
        return FolderHandle(owning: file)
    }

    /// What the descriptor is open on.
    borrowing func status() throws(StorageError) -> FolderStatus {
        var raw = stat()
        guard fstat(descriptor, &raw) == 0 else { throw FolderErrors.object(errno, .reading) }
        return FolderStatus(raw)
    }

    /// What stands under a name directly below this folder, links not followed; nil if nothing.
    borrowing func status(of name: String) throws(StorageError) -> FolderStatus? {
        var raw = stat()
        if fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 { return FolderStatus(raw) }
        guard errno == ENOENT else { throw FolderErrors.object(errno, .reading) }
        return nil
    }

    /// The names directly below this folder that are valid text, in no order.
    borrowing func names() throws(StorageError) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw FolderErrors.object(errno, .reading) }
        guard let stream = fdopendir(copy) else {
            let number = errno
            close(copy)
            throw FolderErrors.object(number, .reading)
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(validatingCString: $0)
                }
            }
            if let name, name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw FolderErrors.object(errno, .reading) }
        return names
    }

    /// Writes all of the bytes at the descriptor's position.
    borrowing func write(_ bytes: [UInt8]) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw FolderErrors.object(errno, .writing)
            }
            done += written
        }
    }

    /// Reads up to `count` bytes at an offset.
    borrowing func read(_ count: Int, at offset: Int) throws(StorageError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
                    offset + filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                filled += got
            }
        }
        guard failure == 0 else { throw FolderErrors.object(failure, .reading) }
        return bytes
    }

    /// Waits until a file's bytes are on the medium.
    borrowing func syncFile() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw FolderErrors.object(errno, .writing) }
    }

    /// Waits until a folder's names are on the medium, where the file system can do that.
    borrowing func syncFolder() throws(StorageError) {
        if fsync(descriptor) == 0 { return }
        let unable = [EINVAL, EBADF, ENOTSUP, ENOSYS, EACCES].contains(errno)
        guard unable else { throw FolderErrors.object(errno, .writing) }
    }
}

/// The part of a file's status that matters here.
struct FolderStatus {
    private let raw: stat

    /// Wraps what the system said.
    init(_ raw: stat) { self.raw = raw }

    /// Whether it is a plain file.
    var isFile: Bool { raw.st_mode & S_IFMT == S_IFREG }

    /// Whether it is a folder.
    var isFolder: Bool { raw.st_mode & S_IFMT == S_IFDIR }

    /// Its size in bytes.
    var size: Int { Int(raw.st_size) }

    /// Which file on its drive this is.
    var inode: UInt64 { UInt64(raw.st_ino) }

    /// When its bytes last changed.
    var modified: timespec { raw.st_mtim }

    /// Names the version: another inode after a replacement, another size after an append, and a
    /// later time after either.
    var etag: ETag {
        ETag("\(raw.st_size)-\(raw.st_mtim.tv_sec).\(raw.st_mtim.tv_nsec)-\(raw.st_ino)")
    }
}
