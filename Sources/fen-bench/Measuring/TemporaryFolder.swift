import Glibc

/// A folder that is gone when the last user of it is.
final class TemporaryFolder {
    /// Where it is.
    let path: String

    /// Makes one.
    init(_ name: String) throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/fen-bench-\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Process.Failure(description: "no folder can be made in \(parent)")
        }
        path = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    deinit {
        Files.remove(path)
    }

    /// A path inside it.
    func file(_ name: String) -> String {
        path + "/" + name
    }

    /// How many bytes the files directly inside have together.
    var byteCount: Int {
        Files.names(in: path).reduce(0) { $0 + (Files.size(of: file($1)) ?? 0) }
    }
}
