internal import FenEngine
internal import FenProtocol

/// The people somebody has invited.
enum FriendCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "friends",
            group: .joining,
            summary: "lists the people you have invited so far",
            usage: [""],
            page: [
                "Kept on this device only. invited: not here yet; confirmed: their key is known."
            ],
            examples: ["/friends"],
            access: .reads,
            needsGroup: false,
            body: friends
        )
    ]

    @Sendable
    private static func friends(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let friends = try await session.engine.friends()
        let groups = try await session.engine.groups()
        var result = CommandResult()
        var table = TextTable([.left(), .left(), .left(), .left()])
        for friend in friends {
            let group = groups.first { $0.id == friend.group }?.name ?? ""
            table.add(
                "\(own: friend.tag ?? "-")",
                "\(own: friend.status.rawValue)",
                Phrase(foreign: friend.name),
                Phrase(foreign: group)
            )
        }
        if friends.isEmpty { result.say("Nobody yet. /invite NAME brings somebody in.") }
        result.show(table)
        result.set(
            "friends",
            .list(friends) { friend in
                .fields([
                    "name": .string(friend.name),
                    "status": .string(friend.status.rawValue),
                    "tag": .text(friend.tag),
                    "group": .string(friend.group.uuidString),
                ])
            }
        )
        return result
    }
}
