internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Settling up.
enum SettleCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "settle",
            group: .money,
            summary: "shows who should pay whom, or records that you paid somebody",
            usage: [
                "", "MEMBER AMOUNT [NOTE]", "MEMBER all [NOTE]", "FROM to MEMBER AMOUNT [NOTE]",
            ],
            page: [
                "Without words it shows the plan: the fewest payments that leave nobody owing.",
                "With a name and an amount it records a payment made outside fen, such as cash or a",
                "bank transfer. “all” means what the plan says you pay them. An amount above what is",
                "owed is recorded too, and the answer says so. It is refused while the history on",
                "this device is not provably whole (exit 5), or a fork is not acknowledged (exit 4).",
            ],
            examples: ["/settle", "/settle Bob 32.50 Revolut", "/settle May to Alice 40"],
            access: .writesWithWords,
            arguments: [.member, .free],
            body: settle
        ),
        CommandSpec(
            name: "void",
            group: .money,
            summary: "takes a recorded settlement back",
            usage: ["REF"],
            page: [
                "It shows what it is about to void and asks. Balances are as if the payment had",
                "not been recorded; record it again with /settle.",
            ],
            examples: ["/void bob:7"],
            access: .writes,
            arguments: [.reference],
            mostWords: 1,
            body: void
        ),
    ]

    @Sendable
    private static func settle(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        guard !arguments.words.isEmpty else { return try await plan(session, group) }
        let roster = Roster(group)
        var words = arguments.words
        var from = group.me
        if words.count > 2, !words[1].quoted, words[1].text.lowercased() == "to" {
            from = try roster.find(words[0].text).party
            words.removeFirst(2)
        }
        let draft = try await draft(session, words, from: from, group: group, roster: roster)
        let balances = try await session.engine.balances(in: group.id)
        let excess = SettlementExcess(draft, balances, group)
        let written = try await session.engine.recordSettlement(draft, in: group.id)
        var result = try await session.withdrawn(
            written, of: written.id, verb: "Recorded", tierB: Sentences.peersMayDiffer, in: group.id
        )
        if let words = excess?.words { result.text.insert(.line(words), at: 0) }
        if balances.unsynced > 0 {
            let includes = Sentences.includesUnsynced(balances.unsynced)
            result.text.insert(.line("Careful: the balance this settles \(includes)."), at: 0)
        }
        return result
    }

    private static func draft(
        _ session: isolated ReplSession,
        _ words: [Token],
        from: PartyID,
        group: GroupView,
        roster: Roster
    ) async throws -> SettlementDraft {
        guard let name = words.first else {
            throw UsageError("Nobody is named.", hint: "Such as: /settle Bob 32.50 Revolut")
        }
        let to = try roster.find(name.text).party
        guard to != from else {
            throw UsageError(
                "\(roster.name(to)) cannot pay \(roster.name(to)).",
                hint: "Name the person who got the money: /settle Bob 32.50"
            )
        }
        var rest = words.dropFirst()
        guard let first = rest.first else {
            throw UsageError(
                "No amount is given.",
                hint: "/settle \(name.text) all records what the plan says; /settle shows the plan."
            )
        }
        let builder = try MoneyBuilder(group, today: session.today)
        let amount: Amount
        var rate: Rate?
        if !first.quoted, first.text.lowercased() == "all" {
            rest.removeFirst()
            amount = try await planned(session, from: from, to: to, group: group, roster: roster)
        } else {
            let line = try MoneyLineParser.parse(Array(rest), form: .edit)
            guard let money = line.money else {
                throw UsageError(
                    "“\(first.text)” is no amount.",
                    hint: "Such as: /settle Bob 32.50 Revolut"
                )
            }
            if first.text.hasPrefix("-") || first.text.hasPrefix("−") {
                throw UsageError(
                    "A payment is above zero.",
                    hint: "Where \(roster.name(to)) paid you: /settle \(roster.name(to)) to me 3; "
                        + "a wrong one is taken back with /void REF."
                )
            }
            amount = try builder.amount(money, assumed: group.currency)
            rate = try builder.rate(line.rate, for: amount.currency)
            return try make(builder, amount, rate: rate, from, to, note: note(rest, after: line))
        }
        let text = rest.map(\.text).joined(separator: " ")
        return try make(builder, amount, rate: nil, from, to, note: text)
    }

    /// The note is everything behind the amount, its currency and its rate, word for word.
    private static func note(_ words: ArraySlice<Token>, after line: MoneyLine) -> String {
        var rest = words.dropFirst()
        if line.money?.currency != nil { rest = rest.dropFirst() }
        if line.rate != nil, let at = rest.firstIndex(where: { ["rate", "at"].contains($0.text) }) {
            rest = rest[..<at]
        }
        return rest.map(\.text).joined(separator: " ")
    }

    private static func make(
        _ builder: MoneyBuilder,
        _ amount: Amount,
        rate: Rate?,
        _ from: PartyID,
        _ to: PartyID,
        note: String
    ) throws(UsageError) -> SettlementDraft {
        let unit = try builder.unit(
            amount,
            payers: [],
            split: Split.equally([from, to]),
            rate: rate,
            refund: false,
            typed: nil
        )
        let note = try builder.text(note, limit: 1000, what: "note")
        return SettlementDraft(
            from: from,
            to: to,
            amount: amount.minorUnits,
            currency: amount.currency,
            settlementAmount: unit.settlementAmount,
            rate: unit.rate,
            note: note.isEmpty ? nil : note
        )
    }

    private static func planned(
        _ session: isolated ReplSession,
        from: PartyID,
        to: PartyID,
        group: GroupView,
        roster: Roster
    ) async throws -> Amount {
        let plan = try await session.engine.plan(in: group.id)
        guard let transfer = plan.transfers.first(where: { $0.from == from && $0.to == to }) else {
            throw UsageError(
                "The plan has no payment from \(roster.name(from)) to \(roster.name(to)).",
                hint: "/settle shows the plan; or say the amount: /settle \(roster.name(to)) 32.50"
            )
        }
        return Amount(minorUnits: transfer.amount, currency: group.currency)
    }

    private static func plan(
        _ session: isolated ReplSession,
        _ group: GroupView
    ) async throws -> CommandResult {
        let plan = try await session.engine.plan(in: group.id)
        let balances = try await session.engine.balances(in: group.id)
        var result = PlanFace(group: group).result(plan, unsynced: balances.unsynced)
        result.text += session.totalMarks(group)
        return result
    }

    @Sendable
    private static func void(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(arguments, 0, "the settlement to void", for: "void")
        let entry = try await session.entry(reference, in: group)
        let face = EntryFace(group)
        guard case .settlement = entry.content else {
            throw UsageError(
                "\(face.roster.text(entry.reference)) is no settlement.",
                hint: "/delete takes an expense back; /expenses settlements lists settlements."
            )
        }
        let sure = try await session.confirm(
            [.line("\(face.sentence(entry))")], "Void this settlement?")
        guard sure else { return session.dropped("Left as it is: \(face.sentence(entry)).") }
        let written = try await session.engine.voidSettlement(entry.id, in: group.id)
        return try await session.withdrawn(
            written, of: entry.id, verb: "Voided", tierB: Sentences.peersMayDiffer, in: group.id)
    }
}
