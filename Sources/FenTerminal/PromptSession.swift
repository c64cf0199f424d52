/// A line that the person sends.
package struct Line: Hashable, Sendable {
    /// What it is allowed to be.
    package enum Kind: Hashable, Sendable {
        /// Typed: a command, an expense or a message.
        case typed
        /// Pasted in one go: a message whatever its lines begin with.
        case block
    }

    /// Where it goes.
    package enum Destination: Hashable, Sendable {
        /// To the channel that is current when its turn comes.
        case current
        /// To the channel that was current when it was entered or pasted, whatever has come between;
        /// nil where there was none.
        case fixed(String?)
    }

    /// The text as it stands, with its line breaks.
    package var text: String
    /// What it is allowed to be.
    package var kind: Kind
    /// Where it goes: fixed for a block when it was pasted, and for a typed line that had to wait
    /// when it was entered.
    package var destination: Destination

    /// A line of this kind.
    package init(_ text: String, kind: Kind = .typed, destination: Destination = .current) {
        self.text = text
        self.kind = kind
        self.destination = destination
    }
}

/// What came of a line.
package struct PromptOutcome: Hashable, Sendable {
    /// The answer, line by line.
    package var lines: [String] = []
    /// What went wrong, for standard error where there is one.
    package var errorLines: [String] = []
    /// How a process that runs only this line ends.
    package var status: Int32 = 0
    /// What a script binds with `=> name`.
    package var mainValue: String?
    /// A line to be put into the prompt for changing.
    package var prefill: String?
    /// A line that was typed in place of an answer, to be run next.
    package var nextLine: String?
    /// The name of a lesson to be played behind the answer.
    package var lesson: String?
    /// Whether the person wants to leave.
    package var leaves = false
    /// A confirmation was needed and nobody gave it.
    package var lacksAnswer = false
    /// The line failed, and may have been to ask for a secret: what comes next may be that secret.
    package var lacksSecret = false

    /// Nothing to show.
    package init() {}
}

/// What the prompt and the script runner need of a session. FenREPL's session conforms; tests use
/// a stand-in.
///
/// `prompt()`, `destination()`, `choosesChannel`, `complete` and `keepsInHistory` are called on the main thread and
/// answer at once, also while a line runs; lines run one after another.
package protocol PromptSession: Sendable {
    /// What arrives by itself: lines to print above the draft.
    var notices: AsyncStream<[String]> { get }
    /// What comes before the first line; it may ask the person.
    func begin() async -> PromptOutcome
    /// The prompt as it stands now, without the trailing line break.
    func prompt() -> String
    /// The current channel, as ``Line/Destination`` names it.
    func destination() -> String?
    /// Whether a line makes another channel the current one because the person says so in it: what
    /// is typed behind it is meant for that one.
    func choosesChannel(_ text: String) -> Bool
    /// Runs one line to its end. Cancelling the task stops it where that loses nothing.
    func execute(_ line: Line) async -> PromptOutcome
    /// The answer to a line of a script that is not handed on, in the face that was asked for.
    func refusal(_ message: String, hint: String, code: String) async -> PromptOutcome
    /// What can stand for the word before the cursor, counted in UTF-8 bytes.
    func complete(_ text: String, cursor: Int) -> [String]
    /// Whether a line may be kept in the history: no secret, no leading space.
    func keepsInHistory(_ text: String) -> Bool
    /// The line that a channel key stands for: `1`…`9` by number, `a` the next unread one.
    func line(forChannelKey key: Character) -> Line?
    /// What to say on leaving: what is unsent.
    func farewell() async -> [String]
}

extension PromptSession {
    /// Nothing comes before the first line.
    package func begin() async -> PromptOutcome { PromptOutcome() }
}

extension PromptSession {
    /// A refusal in text.
    package func refusal(_ message: String, hint: String, code: String) async -> PromptOutcome {
        var outcome = PromptOutcome()
        outcome.status = 2
        outcome.errorLines = [message, hint]
        return outcome
    }
}
