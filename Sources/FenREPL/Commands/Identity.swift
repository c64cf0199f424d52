internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// This person's own identity.
enum IdentityCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "me",
            group: .identity,
            summary: "shows or changes your name",
            usage: ["[NAME]"],
            page: ["The new name reaches the others with the next sync, in every group."],
            examples: ["/me", "/me Alice"],
            access: .writesWithWords,
            needsGroup: false,
            body: me
        ),
        CommandSpec(
            name: "identity",
            group: .identity,
            summary: "shows your key and its tag, or moves your identity to another device",
            usage: [
                "", "move", "move yes [WORDS]", "move no", "move off", "move FILE",
                "move done WORDS",
                "move undo", "move told",
            ],
            page: ["The tag tells equal names apart; the key is who you are to the others."]
                + IdentityMoveLink.page + IdentityMove.page,
            examples: ["/identity", "/identity move", "/identity move ~/stick/me.move"],
            access: .writesWithWords,
            needsGroup: false,
            arguments: [.words(["move"]), .file],
            body: identity
        ),
    ]

    @Sendable
    private static func me(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        if !arguments.words.isEmpty {
            let name = try TypedName.person(arguments.text)
            if try await session.engine.identity() == nil {
                _ = try await session.engine.createIdentity(name: name)
            } else {
                try await session.engine.renameSelf(name)
            }
        }
        guard let identity = try await session.engine.identity() else { throw TypedName.nobody }
        var result = CommandResult("You are \(foreign: identity.name) (\(own: identity.tag)).")
        if !arguments.words.isEmpty { result.text += try await namesakes(session) }
        result.set("name", .string(identity.name))
        result.set("tag", .string(identity.tag))
        result.set("key", .string(identity.publicKey.hex))
        result.mainValue = identity.name
        return result
    }

    /// The groups in which somebody else is called so too, or nearly.
    private static func namesakes(_ session: isolated ReplSession) async throws -> [TextBlock] {
        var lines: [TextBlock] = []
        for summary in try await session.engine.groups() {
            let group = try await session.engine.view(summary.id)
            guard let own = group.member(group.me), own.needsTag else { continue }
            lines.append(
                .line(
                    """
                    In \(foreign: group.name) somebody else is called so or nearly so: you are \
                    shown as \(Roster(group).shown(group.me)) there.
                    """))
        }
        return lines
    }

    @Sendable
    private static func identity(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        if let word = arguments.word(0) {
            guard word.lowercased() == "move" else {
                throw UsageError(
                    "/identity does not take “\(word)”.", hint: "/identity move FILE moves it.")
            }
            return try await IdentityMove.run(session, arguments)
        }
        guard let identity = try await session.engine.identity() else { throw TypedName.nobody }
        var result = CommandResult()
        var table = TextTable([.left(), .left()])
        table.add("name", Phrase(foreign: identity.name))
        table.add("tag", "\(own: identity.tag)")
        table.add("key", "\(own: identity.publicKey.hex)")
        result.show(table)
        if let arrival = try await session.engine.arrivalWords() {
            result.text += IdentityMove.arrival(arrival)
            result.set("confirmation", .string(arrival.words))
        }
        result.set("name", .string(identity.name))
        result.set("tag", .string(identity.tag))
        result.set("key", .string(identity.publicKey.hex))
        result.mainValue = identity.publicKey.hex
        return result
    }
}

/// Names of people and groups as they are typed.
enum TypedName {
    /// A name fit to be written: not empty, at most 80 characters, nothing invisible in it.
    static func checked(_ typed: String, what: String) throws(UsageError) -> String {
        let name = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let count = name.unicodeScalars.count
        guard count > 0 else {
            throw UsageError("The \(what) is empty.", hint: "Type at least one letter.")
        }
        guard count <= 80 else {
            throw UsageError(
                "The \(what) has \(count) characters; 80 is the most.", hint: "Shorten it.")
        }
        guard Neutraliser.isSafeName(name) else {
            throw UsageError(
                "The \(what) “\(name)” has characters in it that nobody can see.",
                hint: "Type it anew instead of pasting it."
            )
        }
        return name
    }

    /// A person's name: one that typed lines can tell from their own words and signs.
    static func person(_ typed: String, what: String = "name") throws(UsageError) -> String {
        guard !HistoryFilter.holdsLink(typed) else {
            throw UsageError(
                "This is an invite link, not a \(what).",
                hint: "First your name; then /join asks for the link."
            )
        }
        let name = try checked(typed, what: what)
        guard let first = name.first, !"/+\\".contains(first) else {
            throw UsageError(
                "“\(name)” is a line to be typed, not a \(what).",
                hint: "First your name; then that line."
            )
        }
        guard !reserved.contains(name.lowercased()), name.allSatisfy({ !signs.contains($0) }),
            name.contains(where: { !$0.isNumber })
        else {
            throw UsageError(
                "“\(name)” cannot be a \(what): words and signs of typed lines would not know it.",
                hint: "Leave out , : ; \" # ^ ( ) and do not use a number or a word such as all."
            )
        }
        return name
    }

    /// A guest's name: other programs have called people whatever they liked, and signs can be put
    /// in quotation marks, but no word of typed lines may be somebody.
    static func guest(_ typed: String) throws(UsageError) -> String {
        let name = try checked(typed, what: "name")
        guard !reserved.contains(name.lowercased()), name.contains(where: { !$0.isNumber }) else {
            throw UsageError(
                "“\(name)” cannot be a name: typed lines would not know it from their own words.",
                hint: "Add something to it: /guest \(name) Smith")
        }
        return name
    }

    /// Words that typed lines use for something else.
    private static let reserved: Set<String> = [
        "all", "everyone", "everybody", "me", "rest", "equally", "but", "except", "by", "for",
        "and",
        "split", "on", "in", "at", "note", "rate", "shares", "percent",
    ]

    /// Signs that part lists, references and tags.
    private static let signs: Set<Character> = [",", ":", ";", "\"", "#", "^", "(", ")"]

    static let nobody = FenError(
        "NO_IDENTITY",
        "This home has no identity yet.",
        hint: "/me NAME makes one; nothing else is asked."
    )
}
