package import Foundation
import Synchronization

/// A server of `Tests/Servers`, on loopback and a free port, for as long as this object lives.
///
/// The script prints one line of JSON when it is ready, and ends when its standard input or its
/// parent does, so that none is left over however the tests end.
package final class ScriptServer: @unchecked Sendable {
    // Sound to share: nothing changes after init, one at a time asks, and deinit runs when nobody
    // else can look.
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let facts: [String: Any]
    private let asking = Mutex(())

    /// Whether there is a Python to run the scripts with.
    package static let isPossible = python != nil
    /// What a test says that is skipped without one.
    package static let whySkipped = "python3 is not here"

    /// Starts a script by its file name.
    package init(_ script: String, _ arguments: [String] = []) throws {
        guard let python = Self.python else { throw CocoaError(.fileNoSuchFile) }
        process.executableURL = URL(filePath: python)
        process.arguments = [Self.folder.appending(path: script).path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        facts = try Self.object(output)
    }

    /// Types a word into the script's standard input and returns the numbers it answers.
    @discardableResult
    package func tell(_ word: String) throws -> [String: Int] {
        try asking.withLock { _ in
            try input.fileHandleForWriting.write(contentsOf: Data((word + "\n").utf8))
            return try Self.object(output).compactMapValues { $0 as? Int }
        }
    }

    private static func object(_ output: Pipe) throws -> [String: Any] {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
            line += piece
        }
        return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
    }

    deinit {
        // Not waited for: Foundation would run a loop of its own on a thread that tests need.
        try? input.fileHandleForWriting.close()
        process.terminate()
    }

    /// What the script said of itself by that name; empty where it said nothing.
    package func text(_ name: String) -> String { facts[name] as? String ?? "" }

    /// The port it listens on.
    package var port: Int { facts["port"] as? Int ?? 0 }

    /// The folder of the scripts.
    package static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Servers")

    private static let python = [
        ProcessInfo.processInfo.environment["FEN_PYTHON"], "/usr/bin/python3",
        "/usr/local/bin/python3",
    ].compactMap { $0 }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
