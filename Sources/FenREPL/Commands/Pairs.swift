internal import FenEngine
internal import FenMoney

/// People who settle as one.
enum PairCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "pair",
            group: .money,
            summary: "lets people settle as one, such as a couple: only on this device",
            usage: ["", "MEMBER MEMBER …", "off MEMBER"],
            page: [
                "/balances shows the pair as one row with each beneath, /settle plans with what they",
                "owe or are owed together, /why shows the lines of each. More than two is fine.",
                "Nothing is sent: it is how this device shows the group, and expenses stay as they",
                "are. A payment still names one person: of a pair the one with the larger debt, or",
                "credit. What is then left between the two is nobody else's matter; /settle NAME all",
                "records it when they want to be even.",
            ],
            examples: ["/pair Alice Bob", "/pair off Alice", "/pair"],
            access: .writesWithWords,
            arguments: [.member],
            body: pair
        )
    ]

    @Sendable
    private static func pair(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let words = arguments.words
        guard let first = words.first else {
            let pairs = try await session.engine.pairs(in: group.id)
            let none: Phrase = "Everybody settles alone. /pair Alice Bob lets two settle as one."
            return answer(pairs.isEmpty ? none : nil, pairs, group)
        }
        let roster = Roster(group)
        if !first.quoted, first.text.lowercased() == "off" {
            return try await off(session, arguments, group, roster)
        }
        let people = try named(words, roster)
        let before = try await session.engine.pairs(in: group.id)
        let others = roster.ordered(
            Array(Set(people.flatMap(before.people)).subtracting(people)), by: { $0 })
        if let other = others.first {
            let all = (people + others).map { quoted(roster.name($0)) }.joined(separator: " ")
            throw UsageError(
                "\(roster.name(other)) settles as one with somebody of these already.",
                hint: "All of them: /pair \(all). Undone: /pair off \(quoted(roster.name(other)))"
            )
        }
        let pairs = try await session.engine.pair(people, in: group.id)
        let names = PairFace(group, pairs).shown(people[0])
        return answer("\(names) settle as one from now on, on this device only.", pairs, group)
    }

    private static func off(
        _ session: isolated ReplSession,
        _ arguments: Arguments,
        _ group: GroupView,
        _ roster: Roster
    ) async throws -> CommandResult {
        guard let typed = arguments.text(from: 1) else {
            throw UsageError("Nobody is named.", hint: "Such as: /pair off Alice")
        }
        let party = try roster.find(typed).party
        let people = try await session.engine.unpair(party, in: group.id)
        let pairs = try await session.engine.pairs(in: group.id)
        guard !people.isEmpty else {
            return answer("\(roster.shown(party)) settles alone already.", pairs, group)
        }
        let names = roster.ordered(people, by: { $0 }).map { roster.shown($0) }.listed
        return answer("\(names) settle each alone again.", pairs, group)
    }

    /// The people that words name, at least two; `&`, `and` and `with` may stand between them.
    private static func named(_ words: [Token], _ roster: Roster) throws(UsageError) -> [PartyID] {
        let between: Set = ["&", "and", "with", "+"]
        var people: [PartyID] = []
        for word in words where word.quoted || !between.contains(word.text.lowercased()) {
            let party = try roster.find(word.text).party
            if !people.contains(party) { people.append(party) }
        }
        guard people.count > 1 else {
            throw UsageError(
                "A pair is of two people or more.",
                hint: "Such as: /pair Alice Bob; names with spaces in quotation marks."
            )
        }
        return people
    }

    private static func quoted(_ name: String) -> String {
        name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
    }

    private static func answer(
        _ sentence: Phrase?, _ pairs: Households, _ group: GroupView
    ) -> CommandResult {
        let face = PairFace(group, pairs)
        var result = CommandResult()
        if let sentence { result.say(sentence) }
        if sentence == nil {
            for people in pairs.all { result.say("\(face.shown(people[0])) settle as one.") }
        }
        result.set("group", .string(group.name))
        result.set("pairs", face.json)
        return result
    }
}
