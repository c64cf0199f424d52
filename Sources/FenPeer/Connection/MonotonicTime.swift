internal import Glibc

/// A clock that never goes back.
enum MonotonicTime {
    /// Milliseconds since some moment.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
