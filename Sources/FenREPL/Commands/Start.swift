internal import FenEngine
internal import FenProtocol

/// Finding one's way.
enum StartCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "welcome",
            group: .start,
            summary: "shows the first steps, with those you have taken ticked",
            usage: [""],
            page: ["Each step names the command that takes it."],
            examples: ["/welcome"],
            access: .reads,
            needsGroup: false,
            body: welcome
        ),
        CommandSpec(
            name: "help",
            group: .start,
            summary: "lists the commands, or explains one, or a topic",
            usage: ["[COMMAND or TOPIC]"],
            page: [
                "Topics: typing, references, amounts, splits, rates, sync, gate, json, scripts."
            ],
            examples: ["/help", "/help paid", "/help splits"],
            access: .reads,
            needsGroup: false,
            arguments: [.command],
            mostWords: 1,
            body: help
        ),
        CommandSpec(
            name: "status",
            group: .start,
            summary: "says in words what is unsynced, what is missing, and what to do",
            usage: [""],
            page: ["Also when the store last answered, and what waits for somebody."],
            examples: ["/status"],
            access: .reads,
            needsGroup: false,
            body: status
        ),
        CommandSpec(
            name: "set",
            group: .start,
            summary: "shows or changes settings of this program on this device",
            usage: ["", "KEY VALUE"],
            page: HomeSettings.page,
            examples: ["/set", "/set plain on", "/set preview always"],
            access: .writesWithWords,
            needsGroup: false,
            arguments: [
                .words(HomeSettings.keys.map(\.name)), .words(["on", "off", "unusual", "always"]),
            ],
            body: set
        ),
        CommandSpec(
            name: "quit",
            aliases: ["exit"],
            group: .start,
            summary: "leaves, saying what is unsent",
            usage: [""],
            page: ["Ctrl-D on an empty line does the same. Everything is saved already."],
            examples: ["/quit"],
            access: .reads,
            needsGroup: false,
            body: quit
        ),
    ]

    @Sendable
    private static func help(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        try help(arguments)
    }

    /// What `/help` answers; it needs no home.
    static func help(_ arguments: Arguments) throws -> CommandResult {
        var result = CommandResult()
        guard let word = arguments.word(0) else {
            result.text = HelpText.overview()
            result.set("commands", .list(CommandTable.all, HelpText.json))
            result.set("topics", .list(Topics.all) { .string($0.name) })
            return result
        }
        let bare = word.hasPrefix("/") ? String(word.dropFirst()) : word == "+" ? "paid" : word
        if bare == "reference" {
            // The README's reference, for whoever edits the README.
            result.text = [.verbatim(HelpText.markdown())]
            result.set("reference", .string(HelpText.markdown()))
            return result
        }
        let named = CommandTable.named(bare.lowercased())
        if named == nil, let topic = Topics.find(bare) {
            result.text = HelpText.paragraphs(topic.page).map { .paragraph(Phrase(own: $0)) }
            result.set("topic", .string(topic.name))
            result.set("page", .list(topic.page) { .string($0) })
            return result
        }
        let command = try CommandTable.find(bare)
        result.text = HelpText.page(command)
        result.set("commands", .array([HelpText.json(command)]))
        if named != nil, let topic = Topics.all.first(where: { $0.name == command.name }) {
            result.text +=
                [.blank] + HelpText.paragraphs(topic.page).map { .paragraph(Phrase(own: $0)) }
            result.set("topic", .string(topic.name))
            result.set("page", .list(topic.page) { .string($0) })
        }
        return result
    }

    @Sendable
    private static func welcome(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        try await session.welcome()
    }

    @Sendable
    private static func status(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        try await session.status()
    }

    @Sendable
    private static func set(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        if let key = arguments.word(0) {
            guard let value = arguments.text(from: 1) else {
                throw UsageError("“\(key)” needs a value.", hint: "Such as: /set plain on")
            }
            let (name, checked) = try HomeSettings.check(key, value)
            try await session.engine.setSetting(name, to: checked)
            await session.takeSettings()
        }
        var result = CommandResult()
        var table = TextTable([.left(), .left(), .left()])
        var values: [OutputJSON.Field] = []
        for key in HomeSettings.keys {
            let value = try await session.engine.setting(key.name) ?? key.standard
            table.add("\(own: key.name)", Phrase(foreign: value), "\(own: key.meaning)")
            values.append(.init(key: key.name, value: .string(value)))
        }
        result.show(table)
        result.set("settings", .object(values))
        return result
    }

    @Sendable
    private static func quit(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        var result = CommandResult()
        for line in try await session.unsent() { result.say(line) }
        result.leave = true
        return result
    }
}

extension HelpText {
    /// A command in the JSON face.
    static func json(_ command: CommandSpec) -> OutputJSON {
        .fields([
            "name": .string(command.name),
            "group": .string(command.group.rawValue),
            "summary": .string(command.summary),
            "usage": .list(command.usage) { .string(usageLine(command, $0)) },
            "page": .list(command.page) { .string($0) },
            "examples": .list(command.examples) { .string($0) },
            "only_reads": .bool(command.access == .reads),
        ])
    }
}
