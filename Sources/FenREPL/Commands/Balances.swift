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
            usage: ["MEMBER [MEMBER]"],
            page: [
                "The last column is the balance after each line; it ends at what /balances says."
            ],
            examples: ["/why Bob", "/why Bob Alice"],
            access: .reads,
            arguments: [.member],
            mostWords: 2,
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
        let face = EntryFace(group)
        let name = try session.required(arguments, 0, "a member", for: "why")
        let party = try face.roster.find(name).party
        let other = try arguments.word(1).map { name throws(UsageError) in
            try face.roster.find(name).party
        }
        let lines = try await session.engine.why(party, other, in: group.id)
        var result = CommandResult()
        var table = TextTable([.right("change"), .right("balance"), .left("entry")])
        for line in lines {
            session.shown.add(line.entry.id)
            table.add(
                "\(own: AmountFormat.signed(line.delta, group.currency))",
                "\(own: AmountFormat.signed(line.running, group.currency))",
                face.sentence(line.entry)
            )
        }
        if lines.isEmpty {
            result.say("Nothing moves the balance of \(face.roster.shown(party)).")
        }
        result.show(table)
        result.text += session.totalMarks(group)
        result.set("of", face.roster.json(party))
        result.set("with", other.map { face.roster.json($0) } ?? .null)
        result.set("currency", .string(group.currency.code))
        result.set(
            "lines",
            .list(lines) { line in
                .fields([
                    "entry": face.json(line.entry),
                    "change": .number(line.delta),
                    "balance": .integer(line.running),
                ])
            }
        )
        return result
    }
}
