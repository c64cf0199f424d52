internal import FenEncoding
internal import FenEngine

/// The twelve words that an identity is.
enum PhraseCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "phrase",
            group: .identity,
            summary: "shows the 12 words that bring your identity back, and has some read back",
            usage: [""],
            page: [
                "Whoever has the words can write as you in every group: write them on paper, and keep",
                "it where only you look. Three of them are asked for afterwards, so that no slip of",
                "the pen stays. They are shown at a terminal only, and stand in no history, log or",
                "report.",
                "The words bring back who you are, not your groups: /help restore says how these",
                "come back. /backup keeps everything.",
            ],
            examples: ["/phrase"],
            access: .writes,
            needsGroup: false,
            asksSecretUnlessBehind: [],
            body: phrase
        )
    ]

    /// How many words are read back.
    private static let readBack = 3

    @Sendable
    private static func phrase(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        guard session.environment.isInteractive else {
            throw UsageError(
                "The words are shown at a terminal only, so that no file or log keeps them.",
                hint: "Start fen at a terminal and type /phrase.", code: "NEEDS_TERMINAL")
        }
        if try await engine.isPhraseConfirmed() {
            let seen: Phrase = "You have written your words down already."
            guard try await session.confirm([.line(seen)], "Show them again?") else {
                return session.dropped("They are not shown.")
            }
        }
        var above = page(try await engine.phrase())
        let words = try await engine.phrase()
        for place in await engine.phrasePlaces(readBack) {
            let question = "Word \(place), as you wrote it down:"
            var isRight = false
            for _ in 0..<3 where !isRight {
                let answer = await session.environment.asker.text(
                    session.rendered(above), question: question, suggestion: nil)
                guard let answer else { return unconfirmed(session) }
                isRight = answer.trimmingWhitespace.lowercased() == words[place - 1]
                above =
                    isRight ? [] : [.line("That is not word \(place): look at the list above.")]
            }
            if !isRight { return unconfirmed(session) }
        }
        try await engine.confirmPhrase()
        var result = CommandResult(
            """
            You have them. Clear the screen now (Ctrl-L, and the terminal's own scrollback); \
            /restore phrase takes the words in a new home.
            """)
        result.set("confirmed", .bool(true))
        return result
    }

    private static func page(_ words: [String]) -> [TextBlock] {
        var lines: [TextBlock] = [
            .line(
                """
                These 12 words are you. Whoever has them can write as you in every group; with them \
                you come back when this device is gone. Write them on paper, in this order:
                """), .blank,
        ]
        for (index, word) in words.enumerated() {
            let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
            lines.append(.verbatim("    \(number)  \(word)"))
        }
        return lines + [.blank]
    }

    private static func unconfirmed(_ session: isolated ReplSession) -> CommandResult {
        session.dropped(
            "Not confirmed: a word was not read back as it was shown. /phrase shows them again.")
    }
}

extension ReplSession {
    /// Text blocks as the lines that a question shows above itself.
    func rendered(_ blocks: [TextBlock]) -> [String] {
        OutcomeRenderer(environment: environment).lines(blocks)
    }

    /// One line, once in the life of a home, beneath somebody's first expense: where a person reads
    /// it.
    func phraseOffer() async -> [TextBlock] {
        guard environment.isInteractive, (try? await engine.offersPhrase()) == true else {
            return []
        }
        return [.line(Sentences.phraseOffer)]
    }
}
