internal import FenEngine
internal import FenProtocol

/// Erasing what is here.
enum ForgetCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "forget",
            group: .identity,
            summary: "erases a group from this device, with its keys",
            usage: ["GROUP"],
            page: [
                "Everything of the group goes from this home: records, keys, credentials, drafts, and",
                "the history of what you typed at the prompt, whatever it was about. The file they were",
                "in is rewritten without them. You stay a member for the others, who keep what you",
                "wrote, and so does the store; exports and backups stay where you put them. A fresh",
                "invite brings the group back, as long as you are a member. What was never synced is",
                "lost for good.",
            ],
            examples: ["/forget Dublin4Ever"],
            access: .writes,
            needsGroup: false,
            arguments: [.group],
            body: forget
        ),
        CommandSpec(
            name: "erase",
            group: .identity,
            summary: "erases this whole home: identity, groups, keys, everything",
            usage: [""],
            page: [
                "Every file in the home is overwritten and removed; the word erase is asked for first.",
                "Only your 12 words or a backup bring you back. The others and the stores keep what",
                "you wrote. A flash drive may keep old blocks that no program can reach.",
            ],
            examples: ["/erase"],
            access: .writes,
            needsGroup: false,
            body: erase
        ),
    ]

    @Sendable
    private static func forget(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        _ = try session.required(arguments, 0, "a group", for: "forget")
        let found = try await session.findGroup(arguments.text)
        let group = try await session.engine.view(found.id)
        guard try await session.confirm(warnings(group), "Forget it on this device?") else {
            return session.dropped("Nothing was erased.")
        }
        do {
            try await session.engine.forget(found.id)
        } catch {
            // What was there before may stay in the file for a while; the group is gone all the same.
            if (try? await session.engine.view(found.id)) == nil {
                try await session.leaveForgotten(found.id)
            }
            throw error
        }
        try await session.leaveForgotten(found.id)
        var result = CommandResult(
            """
            \(foreign: group.name) is not on this device any more, nor what you typed at the prompt. \
            What others and the store hold stays there.
            """)
        result.set("group", .string(group.name))
        result.set("id", .string(group.id.uuidString))
        result.set("unsynced", .number(group.unsynced))
        return result
    }

    private static func warnings(_ group: GroupView) -> [TextBlock] {
        let members = group.members.count { $0.status == .active }
        var lines: [TextBlock] = [
            .line("\(foreign: group.name), with its keys and \(members, "member").")
        ]
        if group.unsynced > 0 {
            lines.append(
                .line(
                    """
                    \(group.unsynced, "event") of yours \(group.unsynced == 1 ? "is" : "are") on this \
                    device only and will be lost: /sync first.
                    """))
        }
        if group.isOrganiser, members > 1 {
            lines.append(
                .line(
                    """
                    You organise it: without you nobody can be let in or removed. Your 12 words or a \
                    backup bring you back.
                    """))
        }
        return lines
    }

    @Sendable
    private static func erase(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let engine = session.engine
        var lines: [TextBlock] = [
            .line("This erases your identity and everything in this home, for good.")
        ]
        lines += try await session.unsent().map { .line($0) }
        if await engine.whereMoved != nil {
            lines.append(
                .line(
                    try await engine.isMoveConfirmed()
                        ? "Your identity is on the device that it moved to."
                        : "The device that your identity moved to has not said that it has it."))
        } else if try await !engine.isKept() {
            lines.append(
                .line("You have neither your 12 words nor a backup: nothing brings it back."))
        }
        let answer = await session.environment.asker.text(
            session.rendered(lines), question: "Type erase to do it:", suggestion: nil)
        guard answer?.lowercased() == "erase" else {
            return session.dropped("Nothing was erased.")
        }
        let left = try await engine.eraseHome()
        var result = CommandResult(
            left.isEmpty
                ? "This home is erased."
                : "Your files in this home are erased; other things are left in its folder.")
        result.set("left", .list(left) { .string($0) })
        result.leave = true
        return result
    }
}

extension ReplSession {
    /// Is nowhere, where the current group is gone.
    func leaveForgotten(_ id: GroupID) async throws {
        if current == id {
            current = nil
            shown.clear()
        }
        unread.remove(id)
        if try await engine.setting("group") == id.uuidString {
            try await engine.forgetCurrentGroup()
        }
    }
}
