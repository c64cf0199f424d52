internal import Dispatch
internal import FenEngine
internal import Glibc

/// A file that appears whole or not at all: written beside its place, synced, then moved there.
///
/// It works on a queue of its own: a slow disk may not hold up the pool that everything
/// asynchronous shares.
actor OutputFile {
    nonisolated private let executor = FileExecutor()
    private let path: String
    private let draft: String
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// How many bytes were added so far.
    private(set) var count = 0

    /// The file's own queue.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A file for this place; nothing is touched yet.
    init(_ path: String) {
        self.path = path
        draft = path + ".part"
        descriptor = -1
    }

    /// Opens the draft, readable by its owner only: a new file, never one that somebody has laid
    /// there.
    func start() throws(FenError) {
        unlink(draft)
        descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw Self.failure("cannot be written", path, errno) }
    }

    /// Adds bytes; a line without its end gets one.
    func write(_ line: [UInt8]) throws(FenError) {
        try append(line.last == 0x0A ? line : line + [0x0A])
    }

    /// Adds bytes as they are.
    func append(_ bytes: [UInt8]) throws(FenError) {
        buffer += bytes
        count += bytes.count
        if buffer.count > 1 << 16 { try flush() }
    }

    /// Puts the file in its place.
    func finish() throws(FenError) {
        try flush()
        guard fsync(descriptor) == 0, close(descriptor) == 0 else {
            throw Self.failure("could not be finished", path, errno)
        }
        descriptor = -1
        guard rename(draft, path) == 0 else {
            throw Self.failure("could not be put in its place", path, errno)
        }
    }

    /// Takes the draft away.
    func discard() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        unlink(draft)
    }

    /// Writes all of a file.
    static func write(_ bytes: [UInt8], to path: String) async throws {
        try await whole(path) { try await $0.write(bytes) }
    }

    /// Writes lines as they come. Returns how many there were.
    static func write<Lines: AsyncSequence & Sendable>(
        _ lines: Lines, to path: String
    ) async throws -> Int where Lines.Element == [UInt8] {
        try await whole(path) { file in
            var count = 0
            for try await line in lines {
                try await file.write(line)
                count += 1
            }
            return count
        }
    }

    /// Puts what `body` writes in its place, or nothing where it fails.
    static func whole<Success: Sendable>(
        _ path: String, _ body: @Sendable (OutputFile) async throws -> Success
    ) async throws -> Success {
        let file = OutputFile(path)
        do {
            try await file.start()
            let success = try await body(file)
            try await file.finish()
            return success
        } catch {
            await file.discard()
            throw error
        }
    }

    /// Whether something is at this path.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    private func flush() throws(FenError) {
        var offset = 0
        while offset < buffer.count {
            let written = buffer.withUnsafeBytes { bytes in
                Glibc.write(
                    descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw Self.failure("cannot be written", path, errno)
            }
            offset += written
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func failure(_ what: String, _ path: String, _ code: Int32) -> FenError {
        FenError(
            "FILE",
            "The file \(path) \(what): \(String(cString: strerror(code))).",
            hint: "Choose another place, or make room; nothing in your data has changed."
        )
    }
}

/// A serial queue that blocking calls may hold up.
private final class FileExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "fen.file")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
