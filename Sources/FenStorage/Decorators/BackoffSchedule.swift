/// How long to wait after the n-th failure in a row.
package struct BackoffSchedule: Hashable, Sendable {
    /// The waits; the last one repeats.
    package var steps: [Duration]
    /// How far a wait may be off, in thousandths: 200 is ±20 %.
    package var jitter: Int

    /// A schedule with at least one step.
    package init(first: Duration, _ further: Duration..., jitter: Int = 200) {
        steps = [first] + further
        self.jitter = jitter
    }

    /// The waits of an outbox: 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 6 h, ±20 %.
    package static let standard = BackoffSchedule(
        first: .seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(1800),
        .seconds(3600), .seconds(21_600))

    /// After so many failures in a row an outbox is `stalled` and says so.
    package static let stalledAfter = 50

    /// The wait after `failures` failures in a row (at least 1); `draw` is a fair draw from
    /// 0...2000 that places it within the jitter.
    package func delay(afterFailures failures: Int, draw: Int) -> Duration {
        let index = min(max(1, failures), steps.count) - 1
        let thousandths = 1000 + (min(max(0, draw), 2000) - 1000) * jitter / 1000
        return steps[index] * thousandths / 1000
    }

    /// The wait after `failures` failures in a row, spread by the system's randomness.
    package func delay(afterFailures failures: Int) -> Duration {
        delay(afterFailures: failures, draw: Int.random(in: 0...2000))
    }
}
