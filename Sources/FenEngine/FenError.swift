/// How a process ends: the one number a script reads.
package enum ExitStatus: Int32, Sendable {
    /// All went well.
    case done = 0
    /// It could not be done.
    case failed = 1
    /// What was typed is not understood.
    case usage = 2
    /// The network or the store could not be reached or refused.
    case network = 3
    /// A fork, a wrong key or a bad signature.
    case trust = 4
    /// Refused because the history on this device is not provably whole.
    case incomplete = 5
    /// A defect of ours.
    case defect = 70
}

/// What the engine throws: what happened and what to do, free of secrets.
///
/// `message` and `hint` are whole sentences of ours; foreign text inside them is quoted as it
/// came, and whoever prints it neutralises it.
package struct FenError: Error, Sendable, Equatable {
    /// A stable word for programs, such as `GATE_SHUT`.
    package let code: String
    /// What happened.
    package let message: String
    /// The next step, naming the command where there is one.
    package let hint: String?
    /// How a process ends that ends with this.
    package let status: ExitStatus
    /// The technical detail from below, such as SQLite's words or an errno's name, for a report of
    /// what went wrong. Never a secret, and nothing of anybody's.
    package let cause: String?
    /// How long the store asks to be left alone; nil where it did not say.
    package let retryAfter: Duration?

    /// An error; `hint` names the next step.
    package init(
        _ code: String,
        _ message: String,
        hint: String? = nil,
        status: ExitStatus = .failed,
        cause: String? = nil,
        retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.status = status
        self.cause = cause
        self.retryAfter = retryAfter
    }
}
