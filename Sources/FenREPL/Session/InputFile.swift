internal import Dispatch
internal import FenEngine
internal import Glibc

/// Reads files of a bounded size, on a queue of its own: a slow stick may not hold up anything.
enum InputFile {
    /// The largest file that is read, in bytes.
    static let mostBytes = 128 << 20

    /// All bytes of a file.
    static func read(_ path: String) async throws(FenError) -> [UInt8] {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: contents(path)) }
        }
        return try result.get()
    }

    private static func contents(_ path: String) -> Result<[UInt8], FenError> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(failure(path, errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .failure(
                FenError(
                    "NOT_A_FILE", "The place \(path) holds no ordinary file.", hint: "Name a file.",
                    status: .usage))
        }
        guard status.st_size <= mostBytes else {
            return .failure(
                FenError(
                    "FILE_TOO_LARGE", "The file \(path) is larger than \(mostBytes >> 20) MiB.",
                    hint: "Carry less at once."))
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(
                    descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0 { return .failure(failure(path, errno)) }
            if count == 0 { break }
            filled += count
        }
        return .success(Array(bytes.prefix(filled)))
    }

    private static func failure(_ path: String, _ code: Int32) -> FenError {
        FenError(
            "FILE_NOT_READ", "The file \(path) cannot be read: \(String(cString: strerror(code))).",
            hint: "Check the path.", status: code == ENOENT ? .usage : .failed)
    }
}
