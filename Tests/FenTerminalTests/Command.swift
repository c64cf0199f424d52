import Foundation

/// Runs a program to its end. Foundation's `Process` waits for descriptors that a daemon such as
/// the tmux server keeps open, so this goes to the system directly.
enum Command {
    /// The status and what the program wrote to standard output.
    @discardableResult
    static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String)
    {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // Threads of a test run block signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, &attributes, &words, environ)
        close(ends[1])
        let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        guard failure == 0 else { throw CocoaError(.executableNotLoadable) }
        let data = reader.readDataToEndOfFile()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return ((status >> 8) & 0xFF, String(decoding: data, as: UTF8.self))
    }
}
