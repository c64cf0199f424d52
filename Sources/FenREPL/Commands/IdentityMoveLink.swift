internal import FenEncoding
internal import FenEngine

/// An identity that goes to another device over the network, by a link.
enum IdentityMoveLink {
    /// What `/help identity` says of it.
    static let page = [
        "move: for a new laptop in the same network. Shows a link and its QR code, good for ten",
        "minutes and one device; there type /restore and the link. Three words stand on that screen:",
        "if they are those you are asked about here, move yes hands everything over (--yes behind",
        "move says it in advance); move no and move off end it. Cut in between, nothing has moved.",
    ]

    /// Runs `/identity move` and its answers; nil for anything else.
    static func run(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult? {
        switch arguments.word(1)?.lowercased() {
        case nil: return try await open(session)
        case "yes": return try await answer(session, words: arguments.text(from: 2))
        case "no":
            guard await session.engine.answerMove(false) != nil else { throw nobody }
            return over("It was turned away, and the link is worth nothing now.")
        case "off":
            return over(
                await session.engine.closeMove()
                    ? "The link is worth nothing now; your identity stays here."
                    : "No link of a move is open here.")
        default: return nil
        }
    }

    private static func open(_ session: isolated ReplSession) async throws -> CommandResult {
        guard session.environment.source != .arguments else {
            throw UsageError(
                "A link is good as long as fen runs, and this call ends at once.",
                hint: "Type fen, then /identity move; or: fen identity move FILE")
        }
        let link = try await session.engine.openMove(saysYes: session.saysYes)
        let end = session.staleText(link.expiresAt)
        var result = CommandResult("On the other device, until \(own: end): /restore and this link")
        result.text.append(.verbatim(link.link))
        result.text.append(.qr(link.qrText, QRVariant()))
        if link.places.allSatisfy(\.isLoopback) {
            result.say(
                "This device listens on this computer only: /listen takes connections from others.")
        }
        result.say(
            session.saysYes
                ? "Whoever has the link gets everything, unasked: show it to nobody else."
                : "You are asked before anything is handed over; /identity move off ends it.")
        result.set("link", .string(link.link))
        result.set("qr", .string(link.qrText))
        result.set("expires_at", .number(link.expiresAt))
        result.set("places", .list(link.places) { .string($0.address) })
        result.mainValue = link.link
        return result
    }

    private static func answer(
        _ session: isolated ReplSession, words said: String?
    ) async throws -> CommandResult {
        guard let guest = await session.engine.moveGuest else { throw nobody }
        if let said {
            let typed = said.lowercased().split { !$0.isLetter }.joined(separator: " ")
            guard typed == guest.words else {
                throw FenError(
                    "OTHER_WORDS", "The device that waits shows other words.",
                    hint: "If your new device shows these, /identity move no turns it away.",
                    status: .trust)
            }
        } else {
            let shown: Phrase = "The device at \(foreign: guest.place) shows: \(own: guest.words)"
            guard try await session.confirm([.line(shown)], "Does yours show these words?") else {
                _ = await session.engine.answerMove(false)
                return over("It was turned away, and the link is worth nothing now.")
            }
        }
        guard let outcome = await session.engine.answerMove(true) else { throw nobody }
        switch outcome {
        case .arrived:
            var result = over(words(outcome))
            result.set("moved", .string("done"))
            return result
        case .nothingMoved: throw failure("NOTHING_MOVED", outcome)
        case .doubtful: throw failure("MOVE_IN_DOUBT", outcome)
        }
    }

    private static func over(_ words: Phrase) -> CommandResult {
        var result = CommandResult(words)
        result.set("moved", .null)
        return result
    }

    private static func failure(_ code: String, _ outcome: MoveOutcome) -> FenError {
        FenError(code, words(outcome).text, hint: hint(outcome), status: .network)
    }

    private static let nobody = FenError(
        "NO_GUEST", "No device waits for your identity.",
        hint: "/identity move shows a link for one.")

    // MARK: Words

    /// What a notice says; nil for a notice about anything else.
    static func live(_ notice: Notice) -> Phrase? {
        guard case .move(let news) = notice else { return nil }
        switch news {
        case .asked(let guest):
            return """
                A device at \(foreign: guest.place) has your link and shows: \(own: guest.words). If \
                your new device shows these words: /identity move yes. Else: /identity move no.
                """
        case .left(let place):
            return """
                The device at \(foreign: place) has gone, and the link is used up; /identity move \
                shows a new one.
                """
        case .wrongSecret(let place): return "\(foreign: place) tried a link that is not yours."
        case .burnt:
            return
                "Three wrong tries: your link is worth nothing now; /identity move shows a new one."
        case .ended(let outcome):
            guard let hint = hint(outcome) else { return words(outcome) }
            return "\(words(outcome)) \(own: hint)"
        }
    }

    private static func words(_ outcome: MoveOutcome) -> Phrase {
        switch outcome {
        case .arrived:
            """
            The new device has your identity, and said so. Here everything can be read and nothing \
            written; /erase clears this home when you want it.
            """
        case .nothingMoved(let why): "Nothing has moved: \(foreign: why). You write here as before."
        case .doubtful(let why):
            """
            The new device has everything, but did not say that it could open it: \
            \(foreign: why). Here everything can be read and nothing written.
            """
        }
    }

    private static func hint(_ outcome: MoveOutcome) -> String? {
        switch outcome {
        case .arrived: nil
        case .nothingMoved: "/identity move shows a new link; /listen takes connections again."
        case .doubtful:
            "/identity on the new device shows three words if it has your identity: /identity move "
                + "done and those here. If it has none there: /identity move undo."
        }
    }
}
