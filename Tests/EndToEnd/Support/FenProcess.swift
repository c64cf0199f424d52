import Foundation
import Glibc
import Synchronization

/// A `fen` that reads lines from a pipe and answers each with a line of JSON.
final class FenProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending: [UInt8] = []
    /// How many of the pending bytes hold no line's end: a dump has megabytes in one line.
    private var searched = 0
    private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    /// Starts it on a home, by another program where one is named.
    init(
        home: String, arguments: [String] = ["--json"], environment: [String: String] = [:],
        launcher: [String] = []
    ) throws {
        _ = Self.ignoresBrokenPipes
        guard let path = FenBinary.path else { throw CocoaError(.fileNoSuchFile) }
        let words = launcher + [path, "--home", home] + arguments
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = Self.environment(environment)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The environment of this process without what would change how `fen` behaves.
    static func environment(_ more: [String: String]) -> [String: String] {
        var settings = ProcessInfo.processInfo.environment
        for name in settings.keys where name.hasPrefix("FEN_") || name == "XDG_DATA_HOME" {
            settings[name] = nil
        }
        return settings.merging(more) { $1 }
    }

    /// Its process number.
    var pid: Int32 { process.processIdentifier }

    /// Types lines without waiting for answers.
    func type(_ lines: [String]) {
        let bytes = lines.flatMap { Array(($0 + "\n").utf8) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                write(input.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            start += count
        }
    }

    /// The next answer; nil when the process has ended or says nothing for so long.
    func answer(seconds: Double = 60) -> FenAnswer? {
        let deadline = Date().addingTimeInterval(seconds)
        while true {
            while let end = lineEnd() {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                if let answer = FenAnswer(line), answer.command != "start" { return answer }
            }
            let left = deadline.timeIntervalSinceNow
            guard left > 0, fill(milliseconds: Int32(left * 1000)) else { return nil }
        }
    }

    /// Types a line and waits for its answer.
    func ask(_ line: String) -> FenAnswer? {
        type([line])
        return answer()
    }

    /// Ends the process as a power cut would. What it had answered can still be read.
    func killNow() {
        kill(process.processIdentifier, SIGKILL)
    }

    /// Ends the input and waits for the process to end; returns its status.
    @discardableResult
    func finish() -> Int32 {
        try? input.fileHandleForWriting.close()
        while fill(milliseconds: 60_000) {}
        process.waitUntilExit()
        try? output.fileHandleForReading.close()
        return process.terminationStatus
    }

    private func lineEnd() -> Int? {
        let end = pending.withUnsafeBytes { bytes -> Int? in
            guard searched < bytes.count, let start = bytes.baseAddress,
                let place = memchr(start + searched, 0x0a, bytes.count - searched)
            else { return nil }
            return UnsafeRawPointer(place) - start
        }
        searched = end == nil ? pending.count : 0
        return end
    }

    private func fill(milliseconds: Int32) -> Bool {
        let descriptor = output.fileHandleForReading.fileDescriptor
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        pending += chunk[..<count]
        return true
    }
}
