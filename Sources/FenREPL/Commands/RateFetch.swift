internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension RateCommands {
    /// `/rates fetch [CURRENCY …] [on DATE]`.
    static func fetch(
        _ session: isolated ReplSession,
        _ words: [Token]
    ) async throws -> CommandResult {
        let group = try await session.group()
        let builder = try MoneyBuilder(group, today: session.today)
        let (named, day) = try question(words, builder)
        var currencies = named
        if currencies.isEmpty {
            currencies = try await session.engine.foreignCurrencies(in: group.id)
        }
        guard !currencies.isEmpty else {
            throw UsageError(
                "No expense here is in another currency, and none has a rate.",
                hint: "Name the currency: /rates fetch USD")
        }
        var fetched: [FetchedRateView] = []
        var failures: [FenError] = []
        let meter = session.environment.progress
        defer { meter(nil) }
        for (place, currency) in currencies.enumerated() {
            meter(
                ProgressReport(
                    label: "fetching rates", done: place, total: currencies.count, unit: "rate"))
            do {
                fetched.append(
                    try await session.engine.fetchRate(
                        of: currency, on: day, today: builder.today, in: group.id))
            } catch {
                failures.append(error)
                // Who is not there for one question is not there for the next.
                if ["RATES_UNREACHABLE", "RATES_SLOW", "CANCELLED"].contains(error.code) { break }
            }
        }
        meter(nil)
        try refuseIfStopped(failures)
        if let failure = failures.first, fetched.isEmpty { throw failure }
        return try await answer(session, group, builder, fetched, failures)
    }

    /// After Ctrl-C nothing is proposed or set, whatever has come by then.
    private static func refuseIfStopped(_ failures: [FenError]) throws(FenError) {
        guard Task.isCancelled || failures.contains(where: { $0.code == "CANCELLED" }) else {
            return
        }
        throw FenError(
            "CANCELLED", "Stopped. The group's rates stay as they are.",
            hint: "What has come is kept on this device. /rates fetch asks for the rest.")
    }

    private static func question(
        _ words: [Token], _ builder: MoneyBuilder
    ) throws(UsageError) -> ([Currency], CalendarDate?) {
        let end = words.firstIndex { $0.text == "on" && !$0.quoted } ?? words.endIndex
        var currencies: [Currency] = []
        for word in words[..<end] {
            for code in word.text.split(separator: ",") {
                let currency = try UsageError.wrapping { () throws(MoneyError) in
                    try Currency.parse(typed: code)
                }
                guard currency != builder.currency else {
                    throw UsageError(
                        "\(currency.code) is the group's own currency and has no rate.",
                        hint: "Such as: /rates fetch USD on 2026-08-01")
                }
                if !currencies.contains(currency) { currencies.append(currency) }
            }
        }
        guard end < words.endIndex else { return (currencies, nil) }
        let typed = words[(end + 1)...].map(\.text).joined(separator: " ")
        guard !typed.isEmpty else {
            throw UsageError(
                "Nothing follows “on”.", hint: "Such as: /rates fetch USD on 2026-08-01")
        }
        return (currencies, try builder.date(typed))
    }

    /// Shows what came, old and new, and lets the organiser set it.
    private static func answer(
        _ session: isolated ReplSession,
        _ group: GroupView,
        _ builder: MoneyBuilder,
        _ fetched: [FetchedRateView],
        _ failures: [FenError]
    ) async throws -> CommandResult {
        let table = table(fetched, builder)
        let isOrganiser = group.organiser == group.me
        let changes = isOrganiser ? fetched.filter { isNews($0, builder) } : []
        var result = CommandResult()
        var isSet = false
        if !changes.isEmpty {
            let only = changes.count == fetched.count ? "" : " (\(codes(changes)))"
            isSet = try await session.confirm(
                [.table(table)],
                "Set \(own: changes.count == 1 ? "this rate" : "these rates")"
                    + "\(own: only) for new expenses of the group?")
            if !isSet {
                result = session.dropped(
                    "The group's rates stay as they are. What was fetched is kept on this device.")
            }
        }
        if isSet {
            try refuseIfStopped([])
            for rate in changes {
                _ = try await session.engine.setRate(
                    rate.currency, rate.rate, source: rate.source, date: rate.date, in: group.id)
            }
        }
        if result.text.isEmpty {
            result.show(table)
            result.say(outcome(isSet ? changes : [], isOrganiser, group))
        }
        for failure in failures {
            result.say(
                "\(foreign: UsageError.sentence(failure.message)) \(foreign: failure.hint ?? "")")
            result.status = failure.status
        }
        if isSet { result.text += session.savingLines(try await session.engine.view(group.id)) }
        result.set("group_currency", .string(group.currency.code))
        result.set("rates", .list(fetched) { json($0, isSet: isSet && changes.contains($0)) })
        result.set("failed", .list(failures) { .string($0.code) })
        return result
    }

    private static func outcome(
        _ set: [FetchedRateView], _ isOrganiser: Bool, _ group: GroupView
    ) -> Phrase {
        if !set.isEmpty {
            return "New expenses in \(own: codes(set)) use \(own: set.count == 1 ? "it" : "them") "
                + "from now on; what is logged keeps its rate (/reprice REF)."
        }
        if isOrganiser { return "The group's rates are these already, or newer." }
        let organiser = Roster(group).shown(group.organiser)
        return """
            Kept on this device, for expenses of that day where the group has no rate. \
            The group's rates are set by \(organiser).
            """
    }

    /// Whether the group has no such rate yet, and none of a later day.
    private static func isNews(_ rate: FetchedRateView, _ builder: MoneyBuilder) -> Bool {
        guard let agreed = builder.agreed(rate.currency) else { return true }
        return agreed.date < rate.date.iso
            || agreed.date == rate.date.iso && agreed.rate != rate.rate
    }

    private static func codes(_ rates: [FetchedRateView]) -> String {
        rates.map(\.currency.code).joined(separator: ", ")
    }

    private static func table(_ fetched: [FetchedRateView], _ builder: MoneyBuilder) -> TextTable {
        var table = TextTable([.left(), .right(), .left(), .left(), .left(), .left()])
        for rate in fetched {
            let before: Phrase =
                builder.agreed(rate.currency).map {
                    "before: \(own: $0.rate.text) of \(foreign: $0.date)"
                } ?? "before: none"
            table.add(
                "1 \(own: rate.currency.code) =", "\(own: rate.rate.text)",
                "\(own: builder.currency.code)", "\(own: rate.date.iso)", "\(foreign: rate.source)",
                before)
        }
        return table
    }

    private static func json(_ rate: FetchedRateView, isSet: Bool) -> OutputJSON {
        .fields([
            "currency": .string(rate.currency.code),
            "rate": .string(rate.rate.text),
            "asked": .string(rate.asked.iso),
            "date": .string(rate.date.iso),
            "source": .string(rate.source),
            "set": .bool(isSet),
        ])
    }
}
