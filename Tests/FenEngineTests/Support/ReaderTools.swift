import Foundation

/// The independent reader in `Tests/Reader` and the Python that runs it.
enum ReaderTools {
    /// The folder of this repository.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A Python with PyNaCl: what `FEN_PYTHON` names, else what `Tests/run` installs.
    static let python: String? = {
        let named = ProcessInfo.processInfo.environment["FEN_PYTHON"]
        let installed = repository.appending(path: ".build/test-python/bin/python3").path
        return [named, installed].compactMap(\.self).first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    /// Whether the reader can run.
    static var found: Bool { python != nil }

    /// What a test says that is skipped without it.
    static let whySkipped = "no Python with PyNaCl: set FEN_PYTHON or run Tests/run once"

    /// Runs a script of the reader and returns what it printed.
    @discardableResult
    static func run(_ script: String, _ arguments: [String]) throws -> [UInt8] {
        guard let python else { throw CocoaError(.fileNoSuchFile) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [repository.appending(path: "Tests/Reader/\(script)").path] + arguments
        process.standardOutput = output
        try process.run()
        let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return bytes
    }
}
