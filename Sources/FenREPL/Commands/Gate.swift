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
            usage: ["", "export FILE"],
            page: [
                "An entry is missing when a signed one proves that it exists. A key may be missing",
                "too, and of a log that goes on in two ways nobody can say that it is whole. While",
                "any of this is so, no settlement is recorded here (exit 5, or 4 for a fork).",
                "export: writes a file that asks for what is missing. It goes by a stick or a mail to",
                "whoever may hold it; /heal there adds the entries, and /heal here takes them.",
            ],
            examples: ["/gaps", "/gaps export ~/stick/gaps"],
            access: .reads,
            arguments: [.words(["export"]), .file],
            body: gaps
        ),
        CommandSpec(
            name: "heal",
            group: .syncing,
            summary: "takes missing entries out of a file, and adds what it asks for",
            usage: ["FILE"],
            page: [
                "FILE is one that /gaps export wrote, here or on another member's device. What it",
                "gives is verified like anything that arrives; what it needs and is here is added,",
                "so that it can go back. An archive of /export FILE events is read the same way and",
                "stays as it is.",
            ],
            examples: ["/heal ~/stick/gaps"],
            access: .writes,
            needsGroup: false,
            arguments: [.file],
            body: heal
        ),
        CommandSpec(
            name: "acknowledge",
            group: .syncing,
            summary: "goes on without what is missing, in your own name only",
            usage: [""],
            page: [
                "Settlements work again on this device; nobody else's gate opens, and where something",
                "is missing the mark on your totals stays. Anything else that turns out to be missing",
                "shuts it again.",
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
        if arguments.word(0)?.lowercased() == "export" {
            return try await export(session, arguments, group)
        }
        let gaps = try await session.engine.gaps(in: group.id)
        var result = session.gapFace(group).result(gaps)
        let doubts = try await session.engine.shownLess(in: group.id)
        let face = ShownLessFace(group: group, when: session.staleText)
        result.text += doubts.flatMap(face.lines).map(TextBlock.paragraph)
        result.set("store_differs", .list(doubts, face.json))
        return result
    }

    private static func export(
        _ session: isolated ReplSession, _ arguments: Arguments, _ group: GroupView
    ) async throws -> CommandResult {
        guard let file = arguments.text(from: 1) else {
            throw UsageError("The file is missing.", hint: "Such as: /gaps export ~/stick/gaps")
        }
        let path = FileNames.expanded(file)
        let (bytes, needs) = try await session.engine.gapFile(in: group.id)
        guard try await session.mayReplace(path) else {
            return session.dropped("Nothing was written.")
        }
        try await OutputFile.write(bytes, to: path)
        return session.gapFace(group).result(needs, path: path)
    }

    @Sendable
    private static func heal(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        guard let file = arguments.text(from: 0) else {
            throw UsageError("The file is missing.", hint: "Such as: /heal ~/stick/gaps")
        }
        let path = FileNames.expanded(file)
        let report = try await session.engine.heal(with: try await InputFile.read(path))
        if let answer = report.answer { try await OutputFile.write(answer, to: path) }
        let group = try await session.engine.view(report.group)
        let isCurrent = try await session.currentGroup() == report.group
        return session.gapFace(group).result(report, path: path, isCurrent: isCurrent)
    }

    @Sendable
    private static func acknowledge(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let face = session.gapFace(group)
        let open = try await session.engine.gaps(in: group.id).filter(\.shuts)
        guard !open.isEmpty else { return face.nothingToAcknowledge }
        guard
            try await session.confirm(
                open.flatMap(face.lines), face.question(open))
        else { return session.dropped("Nothing has changed.") }
        let report = try await session.engine.acknowledge(open, in: group.id)
        return face.result(report)
    }

    @Sendable
    private static func snapshot(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let face = session.gapFace(group)
        let open = try await session.engine.gaps(in: group.id)
        if group.isOrganiser, open.contains(where: \.shuts),
            try await !session.confirm(
                open.flatMap(face.lines), "Go on without, for the whole group?")
        {
            return session.dropped("Nothing has changed.")
        }
        return face.result(try await session.engine.snapshot(open, in: group.id))
    }
}

extension ReplSession {
    /// A face for what is missing in a group.
    func gapFace(_ group: GroupView) -> GapFace {
        GapFace(group: group, when: staleText)
    }
}
