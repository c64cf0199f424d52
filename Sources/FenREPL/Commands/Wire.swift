internal import FenEngine
internal import FenProtocol

/// What goes over the wire, made visible.
enum WireCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "wire",
            group: .inside,
            summary: "shows each step with the store and with other devices: kind, bytes, time",
            usage: ["on", "off", "last"],
            page: [
                "on: each operation on the store, with its retries in its time, and each frame of a",
                "connection is shown as it passes.",
                "-> goes out, <- comes in. The bytes of a frame are those on the wire, with everything",
                "around what it says, those of a store are of its files; the time in brackets counts",
                "from the beginning of the connection or the pass. Of more than 20 steps a second the",
                "rest is only counted. off ends it.",
                "last: the last pass with the store and the last connection, up to 200 steps of each,",
                "also of the time while nothing was shown; and the last handshake after it that came",
                "to nothing, or has not come to anything yet.",
                "Keys, nonces, and what events say are never shown; keys in names of files are cut to",
                "eight digits. What passes in another process is not seen, and nothing is kept when",
                "fen ends, so type it at the prompt that is connected, or in a script.",
                "The exchange of three words at an open table is not shown: it belongs to no group yet.",
                "/explain handshake says what the first frames are for.",
            ],
            examples: ["/wire on", "/wire last"],
            access: .reads,
            needsGroup: false,
            arguments: [.words(["on", "off", "last"])],
            mostWords: 1,
            body: wire
        )
    ]

    @Sendable
    private static func wire(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let isAlone = session.environment.source == .arguments
        switch arguments.word(0)?.lowercased() {
        case "on":
            guard !isAlone else {
                throw UsageError(
                    "A single command is over before anything could be watched.",
                    hint: "Type /wire on at the prompt, or as the first line of a script.")
            }
            return watch(true, session, "Each step is shown as it passes, until /wire off.")
        case "off":
            return watch(false, session, "Steps are no longer shown; /wire last has the newest.")
        case "last":
            let id = try await session.currentGroup()
            let runs = session.engine.lastOnWire(in: id)
            var group: GroupView?
            if let id { group = try await session.engine.view(id) }
            var result = WireFace.result(
                runs, in: group, isWatched: session.engine.watchesWire)
            if runs.isEmpty {
                result.say(
                    isAlone
                        ? """
                        A single command knows only what it did itself, and this one has asked \
                        nobody. Type /wire last at the prompt that is connected, or behind /sync in \
                        a script.
                        """
                        : """
                        Nothing has passed since this fen was started: /sync asks the store, \
                        /connect another device.
                        """)
            }
            return result
        default:
            throw UsageError("Say on, off or last.", hint: "Such as: /wire last")
        }
    }

    private static func watch(
        _ isWatched: Bool, _ session: isolated ReplSession, _ words: Phrase
    ) -> CommandResult {
        session.engine.watchWire(isWatched)
        var result = CommandResult(words)
        result.set("live", .bool(isWatched))
        return result
    }
}
