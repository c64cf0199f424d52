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
            usage: ["", "original"],
            page: [
                "+ is owed, - owes; the sum is always zero. Marks beneath say what the totals",
                "lack, and how many of your changes nobody else has yet. With original it is what",
                "each paid minus their shares in each currency, as it was paid; every column comes",
                "to zero. Who settles as one (/pair) stands in one row, each beneath.",
            ],
            examples: ["/balances", "/balances original", "fen --json balances"],
            access: .reads,
            arguments: [.words(["original"])],
            mostWords: 1,
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
                "to the balance. The plan of /settle may route payments otherwise. Of somebody who",
                "settles as one with others (/pair) the lines of each are shown.",
            ],
            examples: ["/why Bob", "/why Bob Alice", "/why Alice & Bob", "/why Bob all"],
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
        if let word = arguments.words.first {
            guard word.text.lowercased() == "original" else {
                throw UsageError(
                    "/balances does not take “\(word.text)”.",
                    hint: "The forms are /balances and /balances original.")
            }
            let view = try await session.engine.originalBalances(in: group.id)
            var result = OriginalFace(group: group, width: session.environment.width).result(view)
            result.text += session.totalMarks(group)
            return result
        }
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
        let pairs = try await session.engine.pairs(in: group.id)
        let (party, other) = try people(Array(words), Roster(group), pairs)
        let face = WhyFace(group: group, party: party, other: other)
        let view = try await session.engine.why(party, other, most: most, in: group.id)
        for line in view.lines { session.shown.add(line.entry.id) }
        var result = face.result(view)
        var others: [(party: PartyID, view: WhyView)] = []
        if other == nil {
            for one in PairFace(group, pairs).people(with: party) where one != party {
                others.append((one, try await session.engine.why(one, most: most, in: group.id)))
            }
        }
        face.add(others, behind: view, pairs, to: &result)
        result.text += session.totalMarks(group)
        return result
    }

    /// The one or two people that words name. A name may have spaces: without quotation marks the
    /// words are one name where somebody is called so, else two where that goes in one way only.
    /// `Alice & Bob` names the pair that /balances shows so.
    private static func people(
        _ words: [Token], _ roster: Roster, _ pairs: Households
    ) throws(UsageError) -> (PartyID, PartyID?) {
        let texts = words.map(\.text)
        if words.contains(where: { !$0.quoted && $0.text == "&" }) {
            let names = words.filter { $0.quoted || $0.text != "&" }.map(\.text)
            let named = try names.map { name throws(UsageError) in try roster.find(name).party }
            guard let first = named.first, Set(named) == Set(pairs.people(with: first)) else {
                throw UsageError(
                    "“\(texts.joined(separator: " "))” is no pair.",
                    hint: "/pair lists who settles as one; names with spaces in quotation marks.")
            }
            return (first, nil)
        }
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
