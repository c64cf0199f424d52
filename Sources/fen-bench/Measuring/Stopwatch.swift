import Glibc

/// What something took.
struct Spent {
    /// Seconds by the wall clock.
    var wall: Double
    /// Seconds of processor time, of all threads.
    var cpu: Double

    /// The medians of several, each taken for itself.
    static func median(of rounds: [Spent]) -> Spent {
        Spent(wall: middle(rounds.map(\.wall)), cpu: middle(rounds.map(\.cpu)))
    }

    /// The middle value; of an even number the upper one.
    static func middle(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    static func + (left: Spent, right: Spent) -> Spent {
        Spent(wall: left.wall + right.wall, cpu: left.cpu + right.cpu)
    }
}

/// Takes the time of something.
struct Stopwatch {
    private let wall = Self.seconds(CLOCK_MONOTONIC)
    private let cpu = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)

    /// What has passed since it was made.
    var spent: Spent {
        Spent(
            wall: Self.seconds(CLOCK_MONOTONIC) - wall,
            cpu: Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu)
    }

    /// Times a piece of work.
    static func time(_ body: () throws -> Void) rethrows -> Spent {
        let watch = Stopwatch()
        try body()
        return watch.spent
    }

    /// Now by the monotonic clock.
    static func now() -> Double {
        seconds(CLOCK_MONOTONIC)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
