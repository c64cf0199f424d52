internal import FenEngine
internal import FenMoney

/// What everybody owes, and why.
enum BalanceCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "balances",
            group: .money,
            summary: "shows what everybody is owed (+) or owes (-)",
            usage: [""],
            page: [
                "+ is owed, - owes; the sum is always zero. Marks beneath say what the totals",
                "lack, and how many of your changes nobody else has yet.",
            ],
            examples: ["/balances", "fen --json balances"],
            access: .reads,
            body: balances
        ),
        CommandSpec(
            name: "why",
            group: .money,
            summary: "shows the lines behind a balance, or behind what two people owe each other",
            usage: ["MEMBER [MEMBER] [all or last N]"],
            page: [
                "The second column is the balance after each line; it ends at what /balances says.",
                "The newest 40 lines are shown unless all or last N is said.",
                "With two names it is what the second owes the first (+) or the first the second (-):",
                "of each line only the part between these two. A share of an expense is owed to those",
                "who paid it, in proportion to what they paid; over everybody else these parts add up",
                "to the balance. The plan of /settle may route payments otherwise.",
            ],
            examples: ["/why Bob", "/why Bob Alice", "/why Bob all"],
            access: .reads,
            arguments: [.member, .member, .words(["all", "last"])],
            body: why
        ),
    ]

    @Sendable
    private static func balances(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let view = try await session.engine.balances(in: group.id)
        var result = BalancesFace(
            group: group,
            width: session.environment.width,
            isPlain: session.environment.isPlain
        ).result(view)
        result.text += session.totalMarks(group)
        return result
    }

    @Sendable
    private static func why(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "a member", for: "why")
        var words = arguments.words[...]
        let most = try ListLimit.take(from: &words, usually: 40)
        let (party, other) = try people(Array(words), Roster(group))
        let view = try await session.engine.why(party, other, most: most, in: group.id)
        for line in view.lines { session.shown.add(line.entry.id) }
        var result = WhyFace(group: group, party: party, other: other).result(view)
        result.text += session.totalMarks(group)
        return result
    }

    /// The one or two people that words name. A name may have spaces: without quotation marks the
    /// words are one name where somebody is called so, else two where that goes in one way only.
    private static func people(
        _ words: [Token], _ roster: Roster
    ) throws(UsageError) -> (PartyID, PartyID?) {
        let texts = words.map(\.text)
        if words.count == 1 { return (try roster.find(texts[0]).party, nil) }
        if !words.contains(where: \.quoted),
            let one = try? roster.find(texts.joined(separator: " "))
        {
            return (one.party, nil)
        }
        let pairs = (1..<texts.count).compactMap { cut -> (PartyID, PartyID)? in
            guard let first = try? roster.find(texts[..<cut].joined(separator: " ")),
                let second = try? roster.find(texts[cut...].joined(separator: " "))
            else { return nil }
            return (first.party, second.party)
        }
        if pairs.count == 1, let pair = pairs.first {
            guard pair.0 != pair.1 else {
                throw UsageError(
                    "Nobody owes themselves anything.",
                    hint: "/why \(roster.name(pair.0)) shows the lines behind one balance."
                )
            }
            return pair
        }
        guard words.count == 2 else {
            throw UsageError(
                "It is not clear whom “\(texts.joined(separator: " "))” names.",
                hint: "One or two names; those with spaces in quotation marks: /why \"May Lee\" Bob"
            )
        }
        return (try roster.find(texts[0]).party, try roster.find(texts[1]).party)
    }
}
