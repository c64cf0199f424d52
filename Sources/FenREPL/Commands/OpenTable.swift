internal import FenEngine
internal import FenProtocol

/// A table that people join by three words.
enum TableCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "open",
            group: .joining,
            summary: "opens a table: three spoken words in place of a link (organiser)",
            usage: ["", "yes [NAME]", "no", "off"],
            page: [
                "It listens, says on the local network that it is open, and shows three words to say",
                "aloud. Who types /join and the words waits for your yes and then gets an ordinary",
                "invite. Several people may come. Three wrong tries burn the words.",
            ],
            examples: ["/open", "/open yes Bob", "/open off"],
            access: .writes,
            arguments: [.words(["yes", "no", "off"]), .free],
            body: open
        )
    ]

    @Sendable
    private static func open(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        switch arguments.word(0)?.lowercased() {
        case nil:
            return shown(try await session.engine.openTable(in: group.id), group)
        case "off":
            let wasOpen = await session.engine.closeTable()
            var result = CommandResult(
                wasOpen
                    ? "The table is closed; its words are worth nothing now."
                    : "No table is open here; /open opens one.")
            result.set("group", .string(group.name))
            result.set("open", .bool(false))
            return result
        case "yes", "no":
            let isWelcome = arguments.word(0)?.lowercased() == "yes"
            let place = try await session.engine.answerGuest(
                isWelcome, name: arguments.text(from: 1), in: group.id)
            guard let place else {
                throw FenError(
                    "NO_GUEST", "Nobody waits at the table.",
                    hint: "/open shows the words to say.")
            }
            var result = CommandResult(
                isWelcome
                    ? "\(foreign: place) has an invite; they are in when they say yes to it."
                    : "\(foreign: place) was turned away.")
            result.set("group", .string(group.name))
            result.set("guest", .string(place))
            result.set("welcome", .bool(isWelcome))
            return result
        case let other?:
            throw UsageError(
                "/open does not know “\(other)”.",
                hint: "/open, /open yes NAME, /open no, /open off")
        }
    }

    private static func shown(_ table: TableView, _ group: GroupView) -> CommandResult {
        var result = CommandResult()
        for place in table.places {
            result.say("\(foreign: table.name) at \(own: place), say: \(own: table.words)")
        }
        if table.isAnnounced {
            result.say("Others type /join and choose this table, or /join with the address.")
            result.say(
                "This laptop says on the local network that the table is open; /open off ends it.")
        } else {
            result.say("Others on this computer type /join with the address; /open off ends it.")
            result.say(
                "The local network does not hear of it, since this device listens on this computer "
                    + "only: /listen takes connections from others.")
        }
        result.set("group", .string(group.name))
        result.set("open", .bool(true))
        result.set("places", .list(table.places) { .string($0) })
        result.set("words", .string(table.words))
        result.set("announced", .bool(table.isAnnounced))
        result.mainValue = table.words
        return result
    }
}
