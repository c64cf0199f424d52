import Foundation

/// What a call of `fen` printed and how it ended.
struct FenRun {
    let status: Int32
    /// It was ended by a signal.
    let wasKilled: Bool
    let output: String
    let errors: String
}

/// Single calls of `fen`.
enum Fen {
    /// Runs `fen --home HOME ARGUMENTS…` with a text as standard input.
    static func run(
        _ arguments: [String], home: String, input: String = "",
        environment: [String: String] = [:]
    ) throws -> FenRun {
        guard let path = FenBinary.path else { throw CocoaError(.fileNoSuchFile) }
        let process = Process()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "fen-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, not pipes: nothing can fill up while nobody reads.
        for name in ["in", "out", "err"] {
            try Data(name == "in" ? Array(input.utf8) : []).write(to: folder.appending(path: name))
        }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--home", home] + arguments
        process.environment = FenProcess.environment(environment)
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "in"))
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        }
        return FenRun(
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal, output: try text("out"),
            errors: try text("err"))
    }

    /// Runs lines as a script with `--json` and returns the answers.
    static func script(
        _ lines: [String], home: String, arguments: [String] = []
    ) throws -> [FenAnswer] {
        let run = try run(
            ["--json"] + arguments, home: home, input: lines.map { $0 + "\n" }.joined())
        return run.output.split(separator: "\n").compactMap { FenAnswer(String($0)) }
            .filter { $0.command != "start" }
    }
}
