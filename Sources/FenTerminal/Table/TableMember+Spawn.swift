internal import Glibc

extension TableMember {
    /// Starts a program whose descriptors 0 to 3 are these, with nothing else of ours open in it.
    static func spawn(
        _ program: String,
        _ arguments: [String],
        _ environment: [String: String],
        descriptors: [Int32]
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // First out of the way of 0 to 3, which may be among them.
        var moved: [Int32] = []
        for descriptor in descriptors { moved.append(fcntl(descriptor, F_DUPFD_CLOEXEC, 10)) }
        defer { for descriptor in moved { close(descriptor) } }
        for (target, descriptor) in moved.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, &attributes, &words, &settings)
        return failure == 0 ? process : nil
    }
}
