internal import FenEngine

/// Keeping everything in one sealed file.
enum BackupCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "backup",
            group: .identity,
            summary: "writes everything of yours into one file, sealed under a passphrase",
            usage: ["FILE"],
            page: [
                "Your identity, the keys and stores of all your groups, everybody's records, your",
                "settings: what it takes to go on elsewhere when this device is gone, also where",
                "nobody can be reached. /restore FILE takes it in, in a new home.",
                "The passphrase is asked for twice and not shown; in a script it is the next line. At",
                "least 8 characters; several words are better. Each try costs whoever guesses 256 MiB",
                "and about a second. Nobody can open the file without it.",
                "The file is written with mode 0600, whole or not at all. Make a new one now and then:",
                "an old one brings back who you are as well, and what came later comes by /sync.",
            ],
            examples: ["/backup ~/stick/fen.backup", "fen backup fen.backup <passphrase.txt"],
            access: .writes,
            needsGroup: false,
            asksSecretUnlessBehind: [],
            arguments: [.file],
            mostWords: 1,
            body: backup
        )
    ]

    @Sendable
    private static func backup(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        let path = FileNames.expanded(
            try session.required(arguments, 0, "a file", for: "backup"))
        let groups = try await engine.groups()
        guard try await session.mayReplace(path) else {
            return session.dropped("Nothing was written.")
        }
        let passphrase = try await TypedSecrets.new(session, "A passphrase for this backup")
        let bytes = try await OutputFile.whole(path) { file in
            try await engine.backUp(under: passphrase) { try await file.append($0) }
            return await file.count
        }
        var result = CommandResult(
            """
            Wrote \(foreign: path): you and \(groups.count, "group"), sealed under your passphrase. \
            Keep it elsewhere than on this device.
            """)
        result.say("In a new home /restore takes it in. Without the passphrase nobody can.")
        result.set("file", .string(path))
        result.set("bytes", .number(bytes))
        result.set("groups", .number(groups.count))
        result.mainValue = path
        return result
    }
}
