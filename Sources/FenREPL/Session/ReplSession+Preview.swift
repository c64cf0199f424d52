internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension ReplSession {
    /// A builder for a line, knowing what was fetched of the currency it is in; `old` is the expense
    /// it changes. With `/set rates-auto on` the rate of its day is fetched where there is none.
    func moneyBuilder(
        for line: MoneyLine, in group: GroupView, changing old: ExpenseView? = nil
    ) async throws -> MoneyBuilder {
        var builder = try MoneyBuilder(group, today: today)
        let assumed = old?.money.currency ?? group.currency
        let currency =
            line.money == nil
            ? assumed : (try? builder.amount(line.money, assumed: assumed))?.currency
        guard let currency, currency != group.currency else { return builder }
        var day = old.flatMap { CalendarDate(iso: $0.date) } ?? builder.today
        if let typed = line.date, let read = try? builder.date(typed) { day = read }
        builder.newest = try await engine.newestFetchedRate(of: currency, in: group.id)
        let isAuto = try await engine.setting(HomeSettings.ratesAuto.name) == "on"
        let fetched = try await engine.fetchedRate(of: currency, on: day, in: group.id)
        let isProvisional = day < builder.today && fetched?.mayChange(for: day) == true
        if !isProvisional || !isAuto {
            (builder.fetched, builder.isProvisional) = (fetched, isProvisional)
        }
        let keepsRate = old?.money.currency == currency
        if isAuto, builder.fetched == nil, line.rate == nil, !keepsRate,
            builder.agreed(currency) == nil
        {
            let asked = min(day, builder.today)
            let fetched = try await engine.fetchRate(
                of: currency, on: asked, today: builder.today, in: group.id)
            builder.fetched = fetched
            builder.isProvisional = asked < builder.today && fetched.mayChange(for: asked)
        }
        return builder
    }

    /// Shows who owes what of something unusual before it is saved, and asks; Enter alone saves it.
    /// Only a person at a terminal is asked.
    ///
    /// What is returned is the answer where they said no; nil saves it.
    func declined(
        _ preview: ExpensePreview, remarks: [Phrase], in group: GroupView
    ) async throws -> CommandResult? {
        guard environment.source != .script, environment.isInteractive, !saysYes else { return nil }
        switch try await engine.setting(HomeSettings.preview.name) ?? HomeSettings.preview.standard
        {
        case "off": return nil
        case "unusual" where !preview.isUnusual(for: group.me, today: try today): return nil
        default: break
        }
        let renderer = OutcomeRenderer(environment: environment)
        let face = EntryFace(group)
        let lines = try preview.blocks(face, today: today) + remarks.map { .line("  " + $0) }
        // Shown behind the question, and what Enter alone stands for.
        let suggestion = "Y/n"
        var above = renderer.lines(lines)
        for _ in 0..<3 {
            let answer = await environment.asker.text(
                above, question: renderer.question("Save it?"), suggestion: suggestion)
            if answer == suggestion || Answer.isYes(answer) == true { return nil }
            guard let answer, !Answer.isNo(answer) else { break }
            // A line of its own in place of an answer is what the person wants to do now.
            if answer.hasPrefix("/") || answer.hasPrefix("+") {
                var result = dropped("Not saved. The arrow key up brings the line back.")
                result.nextLine = answer
                return result
            }
            above = renderer.lines([
                .line("“\(foreign: answer)” is neither yes nor no, and was sent to nobody.")
            ])
        }
        guard let line = lineToGiveBack else { return dropped("Not saved.") }
        var result = dropped("Not saved. The line is in the prompt again, to be changed.")
        result.prefill = line
        return result
    }
}
