internal import FenEngine
internal import FenProtocol

/// What is missing, and the ways past the gate.
enum GateCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "gaps",
            group: .syncing,
            summary: "shows whose entries are missing here, which, and since when",
            usage: [""],
            page: [
                "An entry is missing when a signed one proves that it exists. A key may be missing",
                "too, and of a log that goes on in two ways nobody can say that it is whole. While",
                "any of this is so, no settlement is recorded here (exit 5, or 4 for a fork).",
            ],
            examples: ["/gaps"],
            access: .reads,
            body: gaps
        ),
        CommandSpec(
            name: "acknowledge",
            group: .syncing,
            summary: "goes on without what is missing, in your own name only",
            usage: [""],
            page: [
                "Settlements work again on this device; nobody else's gate opens, and the mark on",
                "your totals stays. Anything else that turns out to be missing shuts it again.",
                "Two entries with one number: their author, or the organiser, acknowledges them for",
                "everybody; both entries stay and count.",
            ],
            examples: ["/acknowledge"],
            access: .writes,
            body: acknowledge
        ),
        CommandSpec(
            name: "snapshot",
            group: .syncing,
            summary:
                "lets the group go on without what has been missing for long (organiser)",
            usage: [""],
            page: [
                "It records the balances of exactly what is here, whose missing entries nobody waits",
                "for any more, and up to which number. Everybody's device computes the same balances",
                "again: /audit says if they differ. What arrives later counts as always.",
                "It can be made when something has been missing here for 72 hours; /set",
                "snapshot-after HOURS changes that on this device.",
            ],
            examples: ["/snapshot"],
            access: .writes,
            body: snapshot
        ),
    ]

    @Sendable
    private static func gaps(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let gaps = try await session.engine.gaps(in: group.id)
        return session.gapFace(group).result(gaps)
    }

    @Sendable
    private static func acknowledge(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let face = session.gapFace(group)
        let open = try await session.engine.gaps(in: group.id).filter { !$0.isAcknowledged }
        guard !open.isEmpty else { return face.nothingToAcknowledge }
        guard
            try await session.confirm(
                open.flatMap(face.lines), "Go on without, knowing that your totals may be wrong?")
        else { return session.dropped("Nothing has changed.") }
        let report = try await session.engine.acknowledge(in: group.id)
        return face.result(report)
    }

    @Sendable
    private static func snapshot(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let face = session.gapFace(group)
        let open = try await session.engine.gaps(in: group.id).filter { !$0.missing.isEmpty }
        if group.isOrganiser, !open.isEmpty,
            try await !session.confirm(
                open.flatMap(face.lines), "Go on without, for the whole group?")
        {
            return session.dropped("Nothing has changed.")
        }
        return face.result(try await session.engine.snapshot(in: group.id))
    }
}

extension ReplSession {
    fileprivate func gapFace(_ group: GroupView) -> GapFace {
        GapFace(group: group, when: staleText)
    }
}
