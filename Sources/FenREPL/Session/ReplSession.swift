package import FenEngine
internal import FenMoney
internal import FenProtocol

/// One person's session: typed lines in, results out.
///
/// It knows no terminal: whoever holds it prints what ``execute(_:)`` returns and answers the
/// questions that ``ReplEnvironment`` asks.
package actor ReplSession {
    /// The group, the ledger, the store.
    let engine: Engine
    /// The place this session runs in.
    package var environment: ReplEnvironment
    /// `--plain` stood in the call, whatever the settings say.
    let asksForPlain: Bool
    /// The home is open for reading only.
    let onlyReads: Bool
    /// The group that messages and expenses go to.
    var current: GroupID?
    /// What was shown last.
    var shown = ShownMemory()
    /// The invites made in this session, whose links exist nowhere else.
    var issued: [IssuedInvite] = []
    /// The line being executed, word for word, where it was typed as one.
    var typedLine: String?
    /// How the line being executed answers confirmations.
    var lineSaysYes = false
    /// The line being executed, where the current group has changed since it was typed.
    var typedAhead: TypedAhead?
    /// The groups in which something arrived since they were last looked at.
    var unread: Set<GroupID> = []
    /// What the prompt's thread reads.
    nonisolated let board = Board()
    /// What is printed above the draft by itself; an empty list only renews the prompt.
    nonisolated let spoken: AsyncStream<[String]>
    let speaker: AsyncStream<[String]>.Continuation
    /// Whose admissions were announced while a `/sync` ran, which names them in its answer; nil
    /// while none runs.
    var admittedMeanwhile: [Notice]?
    /// Whom the answers of `/sync` have named as let in, and whose notice has yet to come.
    var admittedByAnswer: Set<PartyID> = []
    /// Whose changed keys were told.
    var toldKeys: Set<PartyID> = []
    /// The group for this process, which can be looked for once the home is unlocked.
    var wantedGroup: String?
    /// Waits for what was written to reach the store, so that the prompt can say so.
    var watcher: Task<Void, Never>?

    /// A session over an opened home.
    package init(engine: Engine, environment: ReplEnvironment, onlyReads: Bool = false) {
        self.engine = engine
        self.environment = environment
        self.onlyReads = onlyReads
        asksForPlain = environment.isPlain
        (spoken, speaker) = AsyncStream.makeStream()
    }

    /// Tells how many columns the terminal has now.
    package func resize(width: Int) {
        environment.width = width
    }

    /// Executes a line as it was typed or stands in a script.
    package func execute(_ line: String) async -> CommandOutcome {
        typedLine = line
        defer { typedLine = nil }
        do {
            switch try InputLine.read(line) {
            case .empty:
                return CommandOutcome()
            case .message(let text):
                return await run("message", yes: false) {
                    (session) async throws -> CommandResult in
                    try await session.post(text)
                }
            case .expense(let tokens):
                return await run("paid", yes: false) { (session) async throws -> CommandResult in
                    try await MoneyCommands.log(session, tokens, refund: false)
                }
            case .command(let name, let words):
                return await execute(name: name, words: words)
            }
        } catch {
            return failure(command: nil, error)
        }
    }

    /// Sends a pasted block as one message, whatever its lines begin with.
    package func execute(block: String) async -> CommandOutcome {
        await run("message", yes: false) { (session) async throws -> CommandResult in
            try await session.post(block)
        }
    }

    /// Executes one command given as separate words, as a shell hands them over.
    package func execute(words: [String]) async -> CommandOutcome {
        guard let name = words.first else { return CommandOutcome() }
        let keys = (try? CommandTable.find(name))?.keys ?? []
        let tokens = words.dropFirst().map { Token(shellWord: $0, keys: keys) }
        return await execute(name: name, words: tokens)
    }

    private func execute(name: String, words: [Token]) async -> CommandOutcome {
        var outcome = await outcome(of: name, words)
        // Whether or not it came to the question, what was meant for it may stand behind.
        outcome.lacksSecret = outcome.status != .done && Self.mayAskSecret(name, words)
        return outcome
    }

    /// Whether somebody who types this may have a secret ready: a slip in the command or in its
    /// first word makes no difference.
    private static func mayAskSecret(_ name: String, _ words: [Token]) -> Bool {
        let first = words.first { !$0.text.hasPrefix("--") }?.text.lowercased() ?? ""
        // A link is the secret itself.
        if first.hasPrefix("fen:") { return false }
        return CommandTable.possible(name).contains { command in
            guard let harmless = command.asksSecretUnlessBehind else { return false }
            // Alone it is a slip where something has to stand behind it, and asks for nothing where
            // that is a form of its own.
            return harmless.isEmpty
                || (first.isEmpty ? !command.usage.contains("") : !harmless.contains(first))
        }
    }

    private func outcome(of name: String, _ words: [Token]) async -> CommandOutcome {
        do {
            let command = try CommandTable.find(name)
            if words.contains(where: { !$0.quoted && $0.text == "--help" }) {
                var result = CommandResult()
                result.text = HelpText.page(command)
                return finish(result, command: "help")
            }
            let arguments = try Arguments(words, for: command)
            try command.checkWords(arguments)
            var outcome = await run(command.name, yes: arguments.saysYes) {
                (session) async throws -> CommandResult in
                if command.needsGroup { _ = try await session.group() }
                return try await command.body(session, arguments)
            }
            if arguments.wantsJSON { outcome.showJSON() }
            return outcome
        } catch {
            return failure(command: nil, error)
        }
    }

    private func run(
        _ command: String,
        yes: Bool,
        _ body: @Sendable (isolated ReplSession) async throws -> CommandResult
    ) async -> CommandOutcome {
        lineSaysYes = yes
        defer { lineSaysYes = false }
        var outcome: CommandOutcome
        do {
            outcome = finish(try await body(self), command: command)
        } catch {
            outcome = failure(command: command, error)
        }
        if environment.source == .prompt {
            await renewBoard()
            watchPublishing()
        }
        return outcome
    }

    private func finish(_ result: CommandResult, command: String) -> CommandOutcome {
        OutcomeRenderer(environment: environment).outcome(of: result, command: command)
    }

    private func failure(command: String?, _ error: any Error) -> CommandOutcome {
        OutcomeRenderer(environment: environment).outcome(of: error, command: command)
    }
}
