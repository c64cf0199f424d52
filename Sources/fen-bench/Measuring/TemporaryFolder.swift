import Foundation

/// A folder that is gone when the last user of it is.
final class TemporaryFolder {
    /// Where it is.
    let path: String

    /// Makes one.
    init(_ name: String) throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "fen-bench-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path inside it.
    func file(_ name: String) -> String {
        path + "/" + name
    }

    /// How many bytes the files directly inside have together.
    var byteCount: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }
}
