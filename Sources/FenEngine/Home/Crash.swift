internal import Glibc

/// Ends the process as a power cut would, for the crash tests: no handler, no flush, no goodbye.
enum Crash {
    static func now() -> Never {
        kill(getpid(), SIGKILL)
        // The signal cannot be blocked; this is never reached, and if it were, it ends too.
        _exit(137)
    }
}
