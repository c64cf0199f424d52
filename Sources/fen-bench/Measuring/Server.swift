import Glibc

/// A server of the tests that runs beside this program; it ends when its standard input does.
final class Server {
    /// The first line that it wrote.
    let greeting: String
    private let input: Int32
    private let child: pid_t

    /// Starts a program and waits for its first line.
    init(_ path: String, _ words: [String]) throws {
        var (to, from): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&to) == 0, pipe(&from) == 0 else {
            throw Process.Failure(description: "no pipe")
        }
        // No child may hold the other end of the server's input.
        for end in to + from { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, to[0], 0)
        posix_spawn_file_actions_adddup2(&actions, from[1], 1)
        let arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, path, &actions, nil, arguments, environ)
        for end in [to[0], from[1]] { close(end) }
        defer { close(from[0]) }
        (self.child, input) = (child, to[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while result == 0, read(from[0], &byte, 1) == 1, byte != 0x0a { line.append(byte) }
        greeting = String(decoding: line, as: UTF8.self)
        guard result == 0, !line.isEmpty else {
            throw Process.Failure(description: "\(words.first ?? path) did not start")
        }
    }

    deinit {
        close(input)
        waitpid(child, nil, 0)
    }

    /// What the first line, a JSON object of plain values, says under a name.
    func fact(_ name: String) -> String? {
        guard let key = greeting.firstRange(of: "\"\(name)\":") else { return nil }
        let rest = greeting[key.upperBound...].drop { $0 == " " }
        if rest.first == "\"" { return String(rest.dropFirst().prefix { $0 != "\"" }) }
        return String(rest.prefix { $0 != "," && $0 != "}" })
    }
}
