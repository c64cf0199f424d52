import Foundation
import TestSupport

/// A bucket that a test has to itself, made by boto3.
struct TestBucket {
    let server: S3Server
    let name: String

    init(_ server: S3Server) throws {
        self.server = server
        name = "fen-\(UUID().uuidString.prefix(8).lowercased())"
        try order("make")
    }

    /// Has `Tests/Servers/s3_bucket.py` do something with it; returns what it prints.
    @discardableResult
    func order(_ order: String, _ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = URL(filePath: try Self.python())
        let script = ScriptServer.folder.appending(path: "s3_bucket.py").path
        process.arguments = [script, order, server.rawValue, name] + arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let why = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(text: String(decoding: why, as: UTF8.self))
        }
        return String(decoding: said, as: UTF8.self)
    }

    /// What boto3 or the script had to say.
    struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    /// The Python that the servers were started with has boto3.
    private static func python() throws -> String {
        guard let python = ReaderCheck.python else { throw CocoaError(.fileNoSuchFile) }
        return python
    }
}
