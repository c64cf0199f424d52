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
                "", "why", "MEMBER AMOUNT [NOTE]", "MEMBER all [NOTE]",
                "FROM to MEMBER AMOUNT [NOTE]",
            ],
            page: [
                "Without words it shows the plan: the fewest payments that leave nobody owing. With",
                "why it shows who settles among themselves, and what they owe and are owed.",
                "With a name and an amount it records a payment made outside fen, such as cash or a",
                "bank transfer. “all” means what the plan says you pay them. An amount above what is",
                "owed is recorded too, and the answer says so. It is refused while the history on",
                "this device is not provably whole (exit 5), or a fork is not acknowledged (exit 4).",
            ],
            examples: [
                "/settle", "/settle why", "/settle Bob 32.50 Revolut", "/settle May to Alice 40",
            ],
            access: .writesWithWords,
            arguments: [.member, .free],
            readingWords: ["why"],
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
        var words = arguments.words
        guard let first = words.first else { return try await plan(session, group) }
        if words.count == 1, isWhy(first) { return try await reasons(session, group) }
        let roster = Roster(group)
        var from = group.me
        if words.count > 2, !words[1].quoted, words[1].text.lowercased() == "to" {
            from = try roster.find(words[0].text).party
            words.removeFirst(2)
        }
        let balances = try await session.engine.balances(in: group.id)
        let payment = try await payment(
            session, words, from: from, group: group, roster: roster, balances: balances)
        let draft = payment.draft
        let excess = SettlementExcess(draft, balances, group)
        let written = try await session.engine.recordSettlement(draft, in: group.id)
        var result = try await session.withdrawn(
            written, of: written.id, verb: "Recorded", tierB: Sentences.peersMayDiffer, in: group.id
        )
        for remark in payment.remarks { result.say(remark) }
        if let words = excess?.words { result.text.insert(.line(words), at: 0) }
        if (draft.from, draft.to) != (from, payment.to) {
            let (payer, payee) = (roster.shown(draft.from), roster.shown(draft.to))
            result.say(
                """
                It names \(payer) and \(payee), who owe and are owed the most of those who settle \
                as one: /pair says who does.
                """)
        }
        if balances.unsynced > 0 {
            let includes = Sentences.includesUnsynced(balances.unsynced)
            result.text.insert(.line("Careful: the balance this settles \(includes)."), at: 0)
        }
        return result
    }

    /// A payment as it is recorded, who was typed as getting it, and what is to be said of its rate.
    private struct TypedPayment {
        let draft: SettlementDraft
        let to: PartyID
        let remarks: [Phrase]
    }

    private static func payment(
        _ session: isolated ReplSession,
        _ words: [Token],
        from: PartyID,
        group: GroupView,
        roster: Roster,
        balances: BalancesView
    ) async throws -> TypedPayment {
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
        if !first.quoted, first.text.lowercased() == "all" {
            rest.removeFirst()
            let transfer = try await planned(
                session, from: from, to: to, group: group, roster: roster, balances: balances)
            let text = rest.map(\.text).joined(separator: " ")
            let amount = Amount(minorUnits: transfer.amount, currency: group.currency)
            let (draft, remarks) = try make(
                builder, amount, rate: nil, transfer.from, transfer.to, note: text)
            return TypedPayment(draft: draft, to: to, remarks: remarks)
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
            let amount = try builder.amount(money, assumed: group.currency)
            var terms = MoneyLine()
            (terms.money, terms.rate) = (line.money, line.rate)
            let builder = try await session.moneyBuilder(for: terms, in: group)
            let note = note(rest, after: line)
            let (draft, remarks) = try make(builder, amount, rate: line.rate, from, to, note: note)
            return TypedPayment(draft: draft, to: to, remarks: remarks)
        }
    }

    /// The note is everything behind the amount, its currency and its rate, word for word.
    private static func note(_ words: ArraySlice<Token>, after line: MoneyLine) -> String {
        var rest = words.dropFirst()
        if line.money?.currency != nil { rest = rest.dropFirst() }
        if let rate = rateClause(rest, of: line) { rest.removeSubrange(rate) }
        return rest.map(\.text).joined(separator: " ")
    }

    /// Where the line's reader found the rate: words such as `at home` may stand on either side.
    private static func rateClause(_ words: ArraySlice<Token>, of line: MoneyLine) -> Range<Int>? {
        guard let rate = line.rate else { return nil }
        for start in words.indices.reversed()
        where !words[start].quoted && words[start].text == line.rateWord {
            for end in (start + 1)...words.endIndex
            where words[(start + 1)..<end].map(\.text).joined(separator: " ") == rate {
                return start..<end
            }
        }
        return nil
    }

    private static func make(
        _ builder: MoneyBuilder,
        _ amount: Amount,
        rate typed: String?,
        _ from: PartyID,
        _ to: PartyID,
        note: String
    ) throws(UsageError) -> (SettlementDraft, [Phrase]) {
        let unit = try builder.unit(
            amount,
            payers: [],
            split: Split.equally([from, to]),
            rate: try builder.typedRate(typed, for: amount),
            on: builder.today,
            refund: false,
            typed: nil
        )
        let note = try builder.text(note, limit: 1000, what: "note")
        let draft = SettlementDraft(
            from: from,
            to: to,
            amount: amount.minorUnits,
            currency: amount.currency,
            settlementAmount: unit.settlementAmount,
            rate: unit.rate,
            note: note.isEmpty ? nil : note
        )
        return (draft, builder.rateRemarks(unit, typed: typed))
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
