internal import FenEngine

/// An identity that goes to another device.
enum IdentityMove {
    /// What `/help identity` says of it.
    static let page = [
        "move FILE: the same without a network. Writes everything into one file, sealed under a code",
        "of six words that is shown once; from then on this home only reads. Carry the file to the",
        "other device, type /restore FILE there and give it the code. It shows three words; typed",
        "here behind move done they end it, and /erase may clear this home. /identity there shows",
        "them until move told says that this device knows.",
        "move undo: takes the identity back, where the other device never got it. Two devices that",
        "write as one person would fork their log, which shuts everybody's settlements.",
    ]

    /// Runs `/identity move …`.
    static func run(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        if let result = try await IdentityMoveLink.run(session, arguments) { return result }
        let what = try session.required(
            arguments, 1, "a file, done, told or undo", for: "identity move")
        switch what.lowercased() {
        case "done": return try await confirm(session, arguments.text(from: 2) ?? "")
        case "undo": return try await undo(session)
        case "told": return try await told(session)
        default: return try await move(session, FileNames.expanded(what))
        }
    }

    private static func move(
        _ session: isolated ReplSession, _ path: String
    ) async throws -> CommandResult {
        let engine = session.engine
        guard try await session.mayReplace(path) else {
            return session.dropped("Nothing was written.")
        }
        let warning: Phrase = """
            Your identity goes into \(foreign: path), with everything in this home. Here everything \
            can be read afterwards and nothing written.
            """
        guard try await session.confirm([.line(warning)], "Move it?") else {
            return session.dropped("Your identity stays here.")
        }
        let file = OutputFile(path)
        let code: String
        do {
            try await file.start()
            code = try await engine.moveIdentity(
                to: { try await file.append($0) }, finish: { try await file.finish() })
        } catch {
            await file.discard()
            throw error
        }
        var result = CommandResult(
            "Wrote \(foreign: path). Its code, shown this once and kept nowhere:")
        result.text += [.blank, .verbatim("    \(code)"), .blank]
        result.say(
            """
            On the other device: /restore and the file's name, then this code. Three words are shown \
            there; here type /identity move done and those.
            """)
        result.set("file", .string(path))
        result.set("code", .string(code))
        result.mainValue = code
        return result
    }

    private static func confirm(
        _ session: isolated ReplSession, _ words: String
    ) async throws -> CommandResult {
        guard !words.isEmpty else {
            throw UsageError(
                "The three words are missing.",
                hint: "/identity move done WORD WORD WORD, as the new device showed them.")
        }
        try await session.engine.confirmMove(words)
        var result = CommandResult(
            "The new device has your identity. /erase clears this home when you want it.")
        result.set("moved", .string("done"))
        return result
    }

    private static func told(_ session: isolated ReplSession) async throws -> CommandResult {
        guard try await session.engine.forgetArrivalWords() else {
            throw FenError(
                "NO_ARRIVAL", "No words of a move wait here for an old device.",
                hint: "/identity shows them on the device an identity has moved to.",
                status: .usage)
        }
        var result = CommandResult("Then it is done; the three words are shown no more.")
        result.set("moved", .string("told"))
        return result
    }

    /// What is said of an identity that came here until the old device is known to know.
    static func arrival(_ arrival: ArrivalWords) -> [TextBlock] {
        let doubt: Phrase =
            arrival.isTold ? "Should that one not know, type there" : "Type on that one"
        return [
            .line("This identity came from another device."),
            .line("\(doubt): /identity move done \(own: arrival.words)"),
            .line("When it knows, /identity move told here: then this is shown no more."),
        ]
    }

    private static func undo(_ session: isolated ReplSession) async throws -> CommandResult {
        let warning: Phrase = """
            Only if no other device has the identity: two that write as one person fork their log. \
            /identity there shows whether it has. Destroy the file, too.
            """
        guard try await session.confirm([.line(warning)], "Take your identity back?") else {
            return session.dropped("It stays moved.")
        }
        try await session.engine.undoMove()
        var result = CommandResult(
            """
            Your identity is here again. Before you write in a group, its store or another member's \
            device is asked what you wrote.
            """)
        result.set("moved", .string("undone"))
        return result
    }
}
