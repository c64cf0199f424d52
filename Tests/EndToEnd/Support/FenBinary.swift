import Foundation

/// The `fen` that the end-to-end tests drive: what `FEN_BINARY` names, else the debug build.
enum FenBinary {
    /// The folder of this repository.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Where the program is; nil when it has not been built.
    static let path: String? = {
        let named = ProcessInfo.processInfo.environment["FEN_BINARY"]
        let built = repository.appending(path: ".build/debug/fen").path
        return [named, built].compactMap(\.self).first(where: answers)
    }()

    /// Whether a program is there and says something when it is asked for help.
    private static func answers(_ path: String) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: path) else { return false }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--help"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return !text.isEmpty
    }

    /// Whether there is one.
    static var found: Bool { path != nil }

    /// What a test says that is skipped without it.
    static let whySkipped = "there is no fen to drive: set FEN_BINARY or build the product fen"
}

/// A temporary folder that goes when the test is over; `FEN_KEEP_GROUPS` keeps a copy of it there.
final class Workshop {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "fen-e2e-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        if let keep = ProcessInfo.processInfo.environment["FEN_KEEP_GROUPS"] {
            try? FileManager.default.createDirectory(
                atPath: keep, withIntermediateDirectories: true)
            try? FileManager.default.copyItem(
                atPath: path, toPath: keep + "/" + URL(fileURLWithPath: path).lastPathComponent)
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path inside it.
    func file(_ name: String) -> String {
        path + "/" + name
    }

    /// Makes a folder inside it and returns its path.
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true)
        return file(name)
    }
}
