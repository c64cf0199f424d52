import FenCrypto
import FenEncoding
internal import Glibc

/// A file that is opened by a passphrase or a code: a head, and what is sealed in pieces of 64 KiB,
/// so that no file is too large for the memory and a piece that is missing, changed or moved shows.
enum SealedFile {
    /// Seals what is read from a file, behind `first`, and hands it over piece by piece.
    static func seal(
        _ path: String, behind first: [UInt8], as kind: SealedFileKind,
        under passphrase: SecretBytes,
        cost: Argon2id.Cost, entropy: EntropySource,
        to sink: (([UInt8]) async throws -> Void)
    ) async throws {
        let source = try SourceFile(path)
        var head = SealedFileHead(
            kind: kind, cost: cost, salt: entropy.value(), length: source.size + UInt64(first.count)
        )
        let keys = try head.keys(passphrase)
        head.check = keys.check
        let aad = head.bytes
        try await sink(aad)
        // Large enough from the start: growing would leave what stands in front behind in memory.
        var waiting: [UInt8] = []
        waiting.reserveCapacity(max(SealedFileHead.pieceSize, first.count))
        defer { wipe(&waiting) }
        waiting += first
        for number in 0..<head.pieces {
            try source.read(upTo: SealedFileHead.pieceSize, into: &waiting)
            try await sink(
                XChaCha20Poly1305.seal(
                    waiting, key: keys.pieces, nonce: head.nonce(number), aad: aad))
            wipe(&waiting)
            waiting.removeAll(keepingCapacity: true)
        }
    }

    /// The head of a sealed file.
    static func head(of path: String) throws(FenError) -> SealedFileHead {
        try head(of: SourceFile(path))
    }

    /// Opens a sealed file and writes what is in it behind its first `count` bytes, which are the
    /// answer, to another one. When this throws, what was written is worth nothing.
    static func open(
        _ path: String, under passphrase: SecretBytes, taking count: Int, to target: String
    ) throws(FenError) -> SecretBytes {
        let source = try SourceFile(path)
        let head = try head(of: source)
        // What is missing at the end is told before anybody waits for the passphrase's key.
        if source.size < head.fileSize { throw SealedFileError.cut }
        if source.size > head.fileSize { throw SealedFileError.long }
        let keys = try head.keys(passphrase)
        guard keys.check == head.check else { throw SealedFileError.wrong(head.kind) }
        let aad = head.bytes
        let output = try TargetFile(target)
        var first: SecretBytes?
        var piece: [UInt8] = []
        for number in 0..<head.pieces {
            piece.removeAll(keepingCapacity: true)
            try source.read(
                upTo: SealedFileHead.pieceSize + XChaCha20Poly1305.overhead, into: &piece)
            var plain: [UInt8]
            do {
                plain = try XChaCha20Poly1305.open(
                    piece, key: keys.pieces, nonce: head.nonce(number), aad: aad)
            } catch {
                throw SealedFileError.damaged
            }
            if first == nil {
                guard plain.count >= count else { throw SealedFileError.damaged }
                first = SecretBytes(copying: plain[..<count])
                let rest = Array(plain[count...])
                wipe(&plain)
                plain = rest
            }
            try output.write(plain)
        }
        try output.finish()
        guard let first else { throw SealedFileError.damaged }
        return first
    }

    private static func head(of source: SourceFile) throws(FenError) -> SealedFileHead {
        var bytes: [UInt8] = []
        try source.read(upTo: SealedFileHead.size, into: &bytes)
        return try SealedFileHead(bytes)
    }
}

/// A file that is read from its front to its end.
private final class SourceFile {
    /// How many bytes it has.
    let size: UInt64
    private let descriptor: Int32
    private let path: String

    init(_ path: String) throws(FenError) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SealedFileError.foreign
        }
        size = UInt64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads on until `bytes` has so many, or the file ends.
    func read(upTo count: Int, into bytes: inout [UInt8]) throws(FenError) {
        var chunk = [UInt8](repeating: 0, count: max(count - bytes.count, 0))
        while bytes.count < count {
            let got = Glibc.read(descriptor, &chunk, count - bytes.count)
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw Self.failure(path) }
            if got == 0 { return }
            bytes += chunk[..<got]
        }
    }

    private static func failure(_ path: String) -> FenError {
        let number = errno
        return SealedFileError.unreadable(
            path, String(cString: strerror(number)), isMissing: number == ENOENT)
    }
}

/// A new file that only its owner reads.
final class TargetFile {
    private var descriptor: Int32

    init(_ path: String) throws(FenError) {
        descriptor = Glibc.open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw Self.failure() }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(FenError) {
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0 { throw Self.failure() }
            offset += written
        }
    }

    func finish() throws(FenError) {
        guard fsync(descriptor) == 0 else { throw Self.failure() }
    }

    private static func failure() -> FenError {
        FenError(
            "HOME_NOT_WRITTEN",
            "The home could not be written: \(String(cString: strerror(errno))).",
            hint: "Make room on the disk that holds it, then do it again; nothing was changed.")
    }
}
