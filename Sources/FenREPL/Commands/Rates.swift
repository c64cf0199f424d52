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
                "currencies named: 25.25 CZK, or 1 EUR = 25.25 CZK, or both amounts of a receipt:",
                "101 CZK = 4 EUR. The words stand in /rates where no source is given. Expenses that",
                "are logged already keep the rate they were written with: /reprice changes one.",
            ],
            examples: [
                "/rate USD 0.915", "/rate CZK 1 EUR = 25.25 CZK",
                "/rate CZK 25.25 CZK from ECB on 2026-08-01",
            ],
            access: .writes,
            arguments: [.currency, .free],
            body: set
        ),
        CommandSpec(
            name: "rates",
            group: .money,
            summary: "lists the rates in force, or fetches those of a day",
            usage: ["", "fetch [CURRENCY …] [on DATE]"],
            page: [
                "Each with its source, its date and who set it.",
                "fetch asks a public service, frankfurter, for the newest rates or those of a day; it",
                "is told the currencies and the day, nothing else. Without a currency it asks for",
                "those that expenses are in or that have a rate. The organiser is asked whether the",
                "group takes them; on any other device they are used for expenses of that day where",
                "the group has no rate. A day that is over is asked for once; where it has no rate of",
                "its own, again until two days later. /set rates-url names another service, and with",
                "/set rates-auto on an expense fetches the rate it lacks.",
            ],
            examples: ["/rates", "/rates fetch", "/rates fetch USD CZK on 2026-08-01"],
            access: .writesWithWords,
            arguments: [.words(["fetch"]), .currency],
            body: rates
        ),
    ]

    @Sendable
    private static func rates(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        guard let word = arguments.word(0) else { return try await list(session) }
        guard word.lowercased() == "fetch" else {
            throw UsageError(
                "/rates does not take “\(word)”.",
                hint: "/rates lists the rates in force, /rates fetch \(word.uppercased()) fetches "
                    + "one, /rate \(word.uppercased()) 0.915 sets one.")
        }
        return try await fetch(session, Array(arguments.words.dropFirst()))
    }

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
        let (_, typed) = rateWords(rest[..<(end ?? rest.endIndex)])
        rest = rest[(end ?? rest.endIndex)...]
        var builder = try MoneyBuilder(group, today: session.today)
        builder.newest = try await session.engine.newestFetchedRate(of: currency, in: group.id)
        let rate = try builder.rate(typed, for: currency, in: .command("/rate \(currency.code)"))
        var source = source(typed, rate)
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
        if let care = builder.careAboutRate(rate, of: currency) { result.say(care) }
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

    /// The words of a rate, with those it stands behind in an expense's line taken off: `at 25.25
    /// CZK` is taken here too. The first half is that word, `rate` where there is none.
    static func rateWords(_ words: ArraySlice<Token>) -> (keyword: String, rate: String) {
        var rest = words
        var keyword = "rate"
        if let first = rest.first, !first.quoted, ["at", "rate"].contains(first.text) {
            keyword = first.text
            rest.removeFirst()
        }
        return (keyword, rest.map(\.text).joined(separator: " "))
    }

    /// What a rate's source is where none is named: the words it was typed in, where they say more
    /// than the rate and fit.
    private static func source(_ typed: String, _ rate: Rate) -> String {
        let fits = ProtocolLimits.source.contains(typed.unicodeScalars.count)
        return fits && typed != rate.text ? typed : "typed"
    }

    private static func list(_ session: isolated ReplSession) async throws -> CommandResult {
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
            result.say("No rates yet. /rate USD 0.915 sets one, /rates fetch USD fetches one.")
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
