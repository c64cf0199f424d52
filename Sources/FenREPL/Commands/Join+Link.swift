internal import FenEngine

/// Where the link of a line comes from.
extension JoinCommands {
    /// A link, and whether a table's words brought it.
    typealias Source = (link: String, isFromTable: Bool)

    /// The link of a line, or the one asked for without echo. No secret stands in arguments.
    static func link(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> Source {
        if let typed = arguments.word(0), Engine.isAddress(typed) {
            return (try await linkFromTable(session, at: typed), true)
        }
        if !arguments.words.isEmpty {
            guard session.environment.source != .arguments else {
                throw UsageError(
                    "A link is a secret, and arguments can be seen by others on this machine.",
                    hint: "Type fen join and paste the link when asked, or: fen join < link.txt",
                    code: "SECRET_IN_ARGUMENTS"
                )
            }
            let text = arguments.text
            guard text.utf8.count >= shortestLink || HistoryFilter.holdsLink(text) else {
                throw UsageError(
                    "This is neither an invite link nor the address of an open table.",
                    hint: "A link begins with fen://join#, and an address looks like "
                        + "192.168.1.5:7117 or laptop.local:7117.",
                    code: "NOT_AN_INVITE")
            }
            return (text, false)
        }
        if session.environment.source == .prompt,
            let link = try await linkFromTableNearby(session)
        {
            return (link, true)
        }
        let answer = await session.environment.asker.secret("Invite link (not shown):")
        guard let link = answer, link.contains(where: { !$0.isWhitespace }) else {
            throw UsageError(
                "No link was given.",
                hint: session.environment.source == .arguments
                    ? "Such as: fen join < link.txt" : "Such as: /join fen://join#…"
            )
        }
        return (link, false)
    }

    /// What is shorter, in bytes, holds no invite: its key and token alone are longer.
    private static let shortestLink = 64

    /// The link of an open table that is heard on the local network, if the person wants one.
    private static func linkFromTableNearby(
        _ session: isolated ReplSession
    ) async throws -> String? {
        let seconds = Engine.listeningSeconds
        session.speaker.yield(["Listening for open tables nearby, for \(seconds) seconds."])
        // A computer without a network hears nothing; a link works all the same.
        let tables = (try? await session.engine.tablesNearby()) ?? []
        guard !tables.isEmpty else { return nil }
        let list = tables.enumerated().map { index, table in
            TextBlock.line("\(index + 1)  \(foreign: table.name) at \(own: table.address)")
        }
        let answer = await session.environment.asker.text(
            OutcomeRenderer(environment: session.environment).lines(list),
            question: "Which table? (Enter: none of these, I have a link)", suggestion: nil)
        guard let answer, let number = Int(answer.filter { !$0.isWhitespace }),
            tables.indices.contains(number - 1)
        else { return nil }
        let table = tables[number - 1]
        return try await linkFromTable(session, at: table.address, of: table.name)
    }

    /// The link that a table's three words bring, once whoever opened it says yes.
    private static func linkFromTable(
        _ session: isolated ReplSession, at place: String, of name: String? = nil
    ) async throws -> String {
        let environment = session.environment
        let question = "The three words that are said at the table:"
        let whose: Phrase =
            name.map { "\(foreign: $0)'s yes" } ?? "the yes of whoever opened the table"
        let renderer = OutcomeRenderer(environment: environment)
        // A single command prints nothing while it waits, so it says before what comes.
        let waiting = renderer.lines(
            [.line("Then it waits for \(whose), two minutes at most; Ctrl-C stops it.")])
        // What stands in a pipe are the words, as a link is.
        let words =
            environment.source == .arguments && !environment.isInteractive
            ? await environment.asker.secret(question)
            : await environment.asker.text(
                environment.source == .arguments ? waiting : [], question: question,
                suggestion: nil)
        guard let words, words.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("No words were given.", hint: "/join \(place) asks again.")
        }
        session.speaker.yield(
            renderer.lines([.line("Waiting for \(whose), two minutes at most; Ctrl-C stops it.")]))
        return try await session.engine.inviteFromTable(at: place, words: words)
    }
}
