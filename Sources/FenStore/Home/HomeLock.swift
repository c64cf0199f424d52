import Glibc

/// Holds a home for the one process that may write it, until it is released or the process ends,
/// however it ends.
///
/// The file `lock` in the home is locked with `flock` and holds the holder's process number as
/// text. The file stays when the lock goes: removing it would let two processes lock two files.
package struct HomeLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock, or says which process has it.
    package init(_ home: HomeFolder) throws(StoreError) {
        try home.makeFile(home.lock)
        let descriptor = open(home.lock, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw HomeFolder.error(errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let number = errno
            let holder = number == EWOULDBLOCK ? Self.holder(descriptor) : nil
            close(descriptor)
            throw number == EWOULDBLOCK ? .locked(pid: holder) : HomeFolder.error(number)
        }
        self.descriptor = descriptor
        let text = "\(getpid())\n"
        // The number is a courtesy; the lock holds without it, on a full disk too.
        if ftruncate(descriptor, 0) == 0 {
            _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        }
    }

    deinit {
        _ = ftruncate(descriptor, 0)
        close(descriptor)
    }

    /// The process that seems to have the home open for writing, or nil when none does.
    ///
    /// For messages: it looks at the number in the file and takes no lock, which could get into
    /// the way of somebody who is opening the home.
    package static func holder(of home: HomeFolder) -> Int32? {
        let descriptor = open(home.lock, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let pid = holder(descriptor), pid > 0 else { return nil }
        return kill(pid, 0) == 0 || errno == EPERM ? pid : nil
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        let digits = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}
