internal import FenEngine

/// A passphrase for what is secret in a home.
enum LockCommands {
    /// What a passphrase protects, and what it does not, in plain words.
    private static let limits = [
        "It seals the keys of your identity and of your groups, and what opens their stores: whoever",
        "copies this home cannot write as you, read what comes later, or get at a store. It does not",
        "hide what was opened here already: names, expenses, balances and messages stand in the",
        "database as they are, and what you typed in the history file. Encrypt the disk for that.",
    ]

    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "lock",
            group: .identity,
            summary: "says whether this home has a passphrase; sets, changes or removes it",
            usage: ["", "set", "remove"],
            page: limits + [
                "The passphrase is asked for, and not shown, when fen starts. After three wrong ones it",
                "takes longer and longer. Where nobody can be asked, FEN_PASSPHRASE_FILE names a file",
                "with mode 0600 whose first line it is. Nobody can get it back for you: keep /phrase",
                "or /backup elsewhere.",
            ],
            examples: ["/lock", "/lock set", "/lock remove"],
            access: .writesWithWords,
            needsGroup: false,
            asksSecretUnlessBehind: ["show"],
            arguments: [.words(["set", "remove"])],
            mostWords: 1,
            body: lock
        )
    ]

    @Sendable
    private static func lock(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        let isLocked = await engine.hasPassphrase
        switch arguments.word(0)?.lowercased() {
        case nil: return show(isLocked)
        case "set":
            let current = isLocked ? try await old(session) : nil
            let new = try await TypedSecrets.new(session, "A new passphrase")
            try await engine.setPassphrase(new, current: current)
            var result = CommandResult(
                isLocked
                    ? "The passphrase of this home is another one now."
                    : "This home has a passphrase now; fen asks for it when it starts.")
            result.text.append(.paragraph(Phrase(own: limits.joined(separator: " "))))
            result.set("locked", .bool(true))
            return result
        case "remove":
            guard isLocked else {
                throw UsageError("This home has no passphrase.", hint: "/lock set gives it one.")
            }
            try await engine.setPassphrase(nil, current: try await old(session))
            var result = CommandResult(
                "This home has no passphrase any more: its secrets lie in it as they are.")
            result.set("locked", .bool(false))
            return result
        case let word?:
            throw UsageError(
                "/lock does not take “\(word)”.", hint: "/lock set, or /lock remove.")
        }
    }

    private static func old(_ session: isolated ReplSession) async throws -> String {
        try await TypedSecrets.known(
            session, "The passphrase there is (not shown):", what: "passphrase")
    }

    private static func show(_ isLocked: Bool) -> CommandResult {
        var result = CommandResult(
            isLocked
                ? "This home has a passphrase: /lock set changes it, /lock remove removes it."
                : "This home has no passphrase: /lock set gives it one.")
        result.text.append(.paragraph(Phrase(own: limits.joined(separator: " "))))
        result.set("locked", .bool(isLocked))
        return result
    }
}
