package import FenEngine

/// How a home is opened for a session.
package struct SessionOptions: Sendable {
    /// The folder of the home.
    package var home: String
    /// Opens for reading only, which works while another process writes.
    package var onlyReads = false
    /// The group for this process, from `--group`.
    package var group: String?
    /// The seed of a practice home, and whose home it is.
    package var practice: PracticeSeed?
    /// The command the home is opened for, where it is one alone.
    package var command = "start"
    /// What passphrases cost to try.
    package var costs = PassphraseCosts.usual
    /// Ends the process, as a crash would, when a write reaches this phase (tests only).
    package var crashPhase: String?

    /// An ordinary opening.
    package init(home: String) {
        self.home = home
    }
}

/// A session, or what is printed because there is none.
package enum OpenedSession: Sendable {
    /// Ready for lines.
    case session(ReplSession)
    /// Why not: another process has the home, the disk refuses, the group is unknown.
    case refused(CommandOutcome)
}

extension ReplSession {
    /// Opens a home and a session over it. At the prompt what was written travels in the
    /// background; elsewhere a command is done only when the store has been tried.
    package static func open(
        _ options: SessionOptions,
        environment: ReplEnvironment
    ) async -> OpenedSession {
        var engineOptions = EngineOptions(
            home: options.home,
            access: options.onlyReads ? .readOnly : .readWrite,
            clock: Clock(environment.now),
            crashAt: options.crashPhase.flatMap(WritePhase.init)
        )
        engineOptions.practice = options.practice
        engineOptions.costs = options.costs
        engineOptions.publishing = environment.source == .prompt ? .background : .inline
        do {
            let engine = try await Engine.open(engineOptions)
            let session = ReplSession(
                engine: engine, environment: environment, onlyReads: options.onlyReads)
            if let group = options.group { try await session.want(group: group) }
            return .session(session)
        } catch {
            return .refused(
                OutcomeRenderer(environment: environment).outcome(
                    of: error, command: options.command))
        }
    }

    /// Ends cleanly.
    package func close() async {
        watcher?.cancel()
        await engine.close()
    }
}
