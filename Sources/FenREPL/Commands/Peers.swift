internal import FenEngine
internal import FenProtocol

/// Other devices, reached directly.
enum PeerCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "listen",
            group: .syncing,
            summary: "lets other members' devices connect to this one",
            usage: ["", "ADDR[:PORT]", "off"],
            page: [
                "Alone it listens on all interfaces, on port 7117 or the next free one, and prints",
                "the addresses that others can type. Invites made from then on carry them. Only who",
                "holds the group's key and is a member, or has an open invite, is let in. Before there",
                "is a group, /restore member carries them to whoever helps you back in.",
            ],
            examples: ["/listen", "/listen 127.0.0.1:7117", "/listen off"],
            access: .writes,
            needsGroup: false,
            arguments: [.words(["off"])],
            mostWords: 1,
            body: listen
        ),
        CommandSpec(
            name: "connect",
            group: .syncing,
            summary: "connects to a device that listens, and evens both out",
            usage: ["ADDR[:PORT]"],
            page: [
                "Whatever one side holds and the other lacks goes over, in both directions at once,",
                "and what either writes afterwards. It heals gaps: /gaps. The connection stays until",
                "one of you leaves; typed again it compares anew what both hold. In place of an",
                "address a name does that this computer can look up; its addresses are tried in turn.",
            ],
            examples: ["/connect 192.168.1.5:7117", "/connect laptop.local"],
            access: .writes,
            mostWords: 1,
            body: connect
        ),
        CommandSpec(
            name: "peers",
            group: .syncing,
            summary: "lists the devices that are connected",
            usage: [""],
            page: ["level: nothing that one side holds is lacking on the other."],
            examples: ["/peers"],
            access: .reads,
            body: peers
        ),
    ]

    @Sendable
    private static func listen(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        if arguments.word(0)?.lowercased() == "off" {
            let hasListened = await session.engine.stopListening()
            var result = CommandResult(
                hasListened
                    ? "Nobody new can connect; connections that are up stay."
                    : "This device was not listening. Connections that are up stay.")
            result.set("listening", .array([]))
            return result
        }
        let before = await session.engine.listening.map(\.address)
        let places = try await session.engine.listen(on: arguments.word(0))
        let given = before.filter { old in !places.contains { $0.address == old } }
        var result = CommandResult()
        if !given.isEmpty {
            result.say("No longer listening at \(own: given.joined(separator: ", ")).")
        }
        result.say("Listening. Others in the group can type:")
        for place in places { result.say("  /connect \(own: place.address)") }
        if places.allSatisfy({ $0.isLoopback }) {
            result.say("These addresses are good on this computer only.")
        }
        result.say(
            try await session.engine.groups().isEmpty
                ? "/restore member carries these addresses from now on. /listen off ends it."
                : "Invites made from now on carry these addresses. /listen off ends it.")
        result.set("listening", .list(places) { .string($0.address) })
        result.mainValue = places.first?.address
        return result
    }

    @Sendable
    private static func connect(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let typed = try session.required(arguments, 0, "an address", for: "connect")
        let report = try await session.engine.connect(to: typed, in: group.id)
        return PeerFace(group: try await session.engine.view(group.id)).result(report)
    }

    @Sendable
    private static func peers(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let connected = try await session.engine.connected(in: group.id)
        let places = await session.engine.listening
        return PeerFace(group: group).result(
            connected, listening: places.map(\.address),
            isAlone: session.environment.source == .arguments)
    }
}
