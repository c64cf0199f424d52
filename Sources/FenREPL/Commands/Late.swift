internal import FenEngine
internal import FenProtocol

/// What came after somebody had gone.
enum LateCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "late",
            group: .identity,
            summary:
                "lists what former members wrote too late to count, and applies it (organiser)",
            usage: ["", "apply REF"],
            page: [
                "What somebody logged without a connection, and sent after they were removed, counts",
                "for nobody; only the organiser's device lists it. apply logs one of these expenses",
                "or settlements in your name and on their behalf: amounts and people stay as they",
                "were. What changes or deletes an expense cannot be applied; you can type it yourself.",
            ],
            examples: ["/late", "/late apply bob:17"],
            access: .writesWithWords,
            arguments: [.words(["apply"]), .reference],
            mostWords: 2,
            body: late
        )
    ]

    @Sendable
    private static func late(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        if let word = arguments.word(0)?.lowercased() {
            guard word == "apply" else {
                throw UsageError(
                    "“\(word)” is not understood here.", hint: "Such as: /late apply bob:17")
            }
            guard let reference = arguments.word(1) else {
                throw UsageError("The change is missing.", hint: "Such as: /late apply bob:17")
            }
            let event = try await session.event(reference, in: group)
            let written = try await session.engine.applyLate(event, in: group.id)
            return try await session.written(written, verb: "Applied", in: group.id)
        }
        let changes = try await session.engine.lateChanges(in: group.id)
        let face = await session.eventFace(group, for: changes)
        var result = CommandResult()
        if changes.isEmpty {
            result.say("Nothing came after anybody had gone, or all of it was applied.")
        }
        for change in changes {
            session.shown.add(change.id)
            result.say("\(face.roster.shown(change.reference)) \(face.what(change))")
        }
        if changes.contains(where: { $0.kindName.hasSuffix("Logged") || $0.isSettlement }) {
            result.say("/late apply REF logs one of these for them.")
        }
        result.set("group", .string(group.name))
        result.set("changes", .list(changes, face.json))
        return result
    }
}

extension EventView {
    /// Whether it records a payment.
    fileprivate var isSettlement: Bool {
        if case .settlementRecorded = payload { true } else { false }
    }
}
