internal import FenEncoding

/// What an answer means.
package enum Answer {
    /// Whether a line is a yes or a no and nothing else.
    package static func isAnswer(_ line: String) -> Bool {
        ["y", "yes", "n", "no"].contains(line.trimmingWhitespace.lowercased())
    }

    /// Whether it is a yes; nil where there is none.
    package static func isYes(_ answer: String?) -> Bool? {
        answer.map { ["y", "yes"].contains($0.trimmingWhitespace.lowercased()) }
    }

    /// Whether it is a plain no.
    static func isNo(_ answer: String) -> Bool {
        ["n", "no"].contains(answer.trimmingWhitespace.lowercased())
    }

    /// The answer without the space around it, or what an empty one means.
    package static func text(_ answer: String?, suggestion: String?) -> String? {
        guard let answer = answer?.trimmingWhitespace else { return nil }
        return answer.isEmpty ? suggestion ?? answer : answer
    }
}
