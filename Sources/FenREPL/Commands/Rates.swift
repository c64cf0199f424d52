internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Exchange rates that the group agreed on.
enum RateCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "rate",
            group: .money,
            summary: "sets the rate that new expenses in a currency use (organiser)",
            usage: ["CURRENCY RATE [from SOURCE] [on DATE]"],
            page: [
                "RATE is the group's currency for one unit, such as 0.915. Either way round with the",
                "currencies named: 25.25 CZK, or 1 EUR = 25.25 CZK. Expenses that are logged already",
                "keep the rate they were written with.",
            ],
            examples: ["/rate USD 0.915", "/rate CZK 1 EUR = 25.25 CZK from ECB on 2026-08-01"],
            access: .writes,
            arguments: [.currency, .free],
            body: set
        ),
        CommandSpec(
            name: "rates",
            group: .money,
            summary: "lists the rates in force",
            usage: [""],
            page: ["Each with its source, its date and who set it."],
            examples: ["/rates"],
            access: .reads,
            body: list
        ),
    ]

    @Sendable
    private static func set(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let code = try session.required(arguments, 0, "a currency", for: "rate")
        _ = try session.required(arguments, 1, "a rate", for: "rate")
        let currency = try UsageError.wrapping { () throws(MoneyError) in
            try Currency.parse(typed: code)
        }
        guard currency != group.currency else {
            throw UsageError(
                "\(currency.code) is the group's own currency.",
                hint: "Such as: /rate USD 0.915"
            )
        }
        var rest = arguments.words.dropFirst()
        let end = rest.firstIndex { ["from", "on"].contains($0.text) && !$0.quoted }
        let typed = rest[..<(end ?? rest.endIndex)].map(\.text).joined(separator: " ")
        rest = rest[(end ?? rest.endIndex)...]
        let builder = try MoneyBuilder(group, today: session.today)
        guard let rate = try builder.rate(typed, for: currency) else {
            throw UsageError("“\(typed)” is no rate.", hint: "Such as: /rate USD 0.915")
        }
        var source = "typed"
        var date = try session.today
        while let word = rest.popFirst() {
            guard let value = rest.popFirst()?.text else {
                throw UsageError(
                    "Nothing follows “\(word.text)”.", hint: "/help rate shows the forms.")
            }
            switch word.text {
            case "from": source = try builder.text(value, limit: 40, what: "source")
            case "on": date = try builder.date(value)
            default:
                throw UsageError(
                    "“\(word.text)” is not understood here.",
                    hint: "Such as: /rate CZK 25.25 CZK from ECB on 2026-08-01"
                )
            }
        }
        let written = try await session.engine.setRate(
            currency, rate, source: source, date: date, in: group.id)
        let after = try await session.engine.view(group.id)
        var result = CommandResult(
            """
            1 \(own: currency.code) = \(own: rate.text) \(own: group.currency.code) for new \
            expenses from now on (\(foreign: source), \(own: date.iso)).
            """)
        result.text += session.savingLines(after)
        let roster = Roster(after)
        result.set("currency", .string(currency.code))
        result.set("rate", .string(rate.text))
        result.set("source", .string(source))
        result.set("date", .string(date.iso))
        result.set("ref", .string(roster.text(written.reference)))
        result.mainValue = roster.text(written.reference)
        return result
    }

    @Sendable
    private static func list(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let roster = Roster(group)
        var result = CommandResult()
        var table = TextTable([.left(), .right(), .left(), .left(), .left(), .left()])
        for rate in group.rates {
            table.add(
                "1 \(own: rate.currency.code) =",
                "\(own: rate.rate.text)",
                "\(own: group.currency.code)",
                Phrase(foreign: rate.date),
                roster.shown(rate.setBy),
                Phrase(foreign: rate.source)
            )
        }
        if group.rates.isEmpty {
            result.say("No rates yet. /rate USD 0.915 sets one.")
        }
        result.show(table)
        result.set("group_currency", .string(group.currency.code))
        result.set(
            "rates",
            .list(group.rates) {
                .fields([
                    "currency": .string($0.currency.code),
                    "rate": .string($0.rate.text),
                    "source": .string($0.source),
                    "date": .string($0.date),
                    "set_by": roster.json($0.setBy),
                ])
            }
        )
        return result
    }
}
