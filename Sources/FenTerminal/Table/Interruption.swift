internal import Glibc

/// Ctrl-C and its like while a table is played: held back until the player looks, so that its
/// members are ended and its folder is removed. From `init` to `end` on one thread.
struct Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// How long a signal may wait to be looked for, in milliseconds.
    private static let patience: Int32 = 100

    private var before = sigset_t()

    /// Holds the signals back from here on.
    init() {
        var held = sigset_t()
        sigemptyset(&held)
        for number in Self.signals { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
    }

    /// The one that came.
    var pending: Int32? {
        var pending = sigset_t()
        sigpending(&pending)
        return Self.signals.first { sigismember(&pending, $0) == 1 }
    }

    /// Waits until something can be read; false where a signal came instead.
    func waitForInput(_ descriptor: Int32) -> Bool {
        while pending == nil {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, Self.patience) > 0 { return true }
        }
        return false
    }

    /// Lets the signals through again. The one that came has been answered.
    func end() {
        if let pending {
            // Ignoring a signal takes it away.
            signal(pending, SIG_IGN)
            signal(pending, SIG_DFL)
        }
        var mask = before
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
