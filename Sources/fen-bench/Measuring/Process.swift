import Glibc

/// A process that was run to its end, or to its first word.
struct Process {
    /// What could not be run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// From just before it was started.
    let spent: Spent
    /// What it wrote to standard output.
    let output: String

    /// Where this program itself is.
    static let own = "/proc/self/exe"

    /// Runs a program to its end.
    static func run(_ path: String, _ words: [String]) throws -> Process {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let start = Stopwatch.now()
        var child: pid_t = 0
        let result = posix_spawn(&child, path, &actions, nil, arguments, environ)
        close(ends[1])
        guard result == 0 else { throw Failure(description: "\(path) cannot be started") }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
            output += buffer[..<count]
        }
        var status: Int32 = 0
        var usage = rusage()
        wait4(child, &status, 0, &usage)
        let wall = Stopwatch.now() - start
        guard status == 0 else { throw Failure(description: "\(path) failed: \(status)") }
        return Process(
            spent: Spent(wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime)),
            output: String(decoding: output, as: UTF8.self))
    }

    /// Runs this program as one of its children.
    static func run(_ child: Child) throws -> Process {
        try run(own, child.words)
    }

    /// The median of several runs of a program.
    static func median(_ path: String, _ words: [String], rounds: Int) throws -> Spent {
        Spent.median(of: try (0..<rounds).map { _ in try run(path, words).spent })
    }

    /// The peak memory that a child reported, in kibibytes.
    var peakMemory: Int {
        let line = output.split(separator: "\n").last { $0.hasPrefix("peak ") }
        return line.flatMap { Int($0.dropFirst(5)) } ?? 0
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
