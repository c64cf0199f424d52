internal import Glibc

/// Plays a lesson in a process of its own, which has the terminal, or the output of a script, to
/// itself until it ends.
package struct LessonProcess: Sendable {
    private let environment: [String: String]
    private let isPlain: Bool

    /// Lessons played with this environment.
    init(environment: [String: String], isPlain: Bool) {
        self.environment = environment
        self.isPlain = isPlain
    }

    /// Plays one to its end; the result is its exit status, nil where it could not begin. `input` is where Enter comes from: with
    /// none it goes through without a stop.
    func play(_ lesson: String, input: Int32?) -> Int32? {
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        let process = ChildProcess.spawn(
            ChildProcess.thisProgram, (isPlain ? ["--plain"] : []) + ["lesson", lesson],
            environment, descriptors: [input ?? nothing, STDOUT_FILENO, STDERR_FILENO])
        return process.map { ChildProcess.wait(for: $0) }
    }

    /// What is said where one could not begin.
    static let refusal = "The lesson could not be started: the system refuses another program."
}
