import Foundation

/// Reads a group with the independent Python reader: from the link and the folder alone.
enum ReaderCheck {
    /// A Python with PyNaCl: what `FEN_PYTHON` names, else what `Tests/run` installs.
    static let python: String? = {
        let named = ProcessInfo.processInfo.environment["FEN_PYTHON"]
        let installed = FenBinary.repository.appending(path: ".build/test-python/bin/python3").path
        return [named, installed].compactMap(\.self).first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    /// The dump that the reader makes of a group; nil without a Python to run it.
    static func dump(link: String, store: String) throws -> String? {
        guard let python else { return nil }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [
            FenBinary.repository.appending(path: "Tests/Reader/fen_reader.py").path, link, store,
            "--dump",
        ]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What is different between two dumps, for a reader; empty for equal ones.
    static func difference(_ one: String, _ other: String) -> String {
        guard one != other else { return "" }
        let left = Set(one.split(separator: "\n"))
        let right = Set(other.split(separator: "\n"))
        let lines =
            left.subtracting(right).sorted().map { "- \($0)" }
            + right.subtracting(left).sorted().map { "+ \($0)" }
        return lines.isEmpty ? "order of lines" : lines.prefix(12).joined(separator: "\n")
    }
}
