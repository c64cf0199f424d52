/// Dates as people type them: `today`, `yesterday`, `mon`, `3.11.`, `3.11.2026`, `3 nov`,
/// `2026-11-03`.
///
/// Expenses lie behind us: a weekday is the latest one before today, a day without a year the
/// latest one that is not in the future.
package enum DateParser {
    /// Reads a typed date as seen on a day.
    package static func parse(
        typed text: String,
        today: CalendarDate
    ) throws(MoneyError) -> CalendarDate {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let typed = words.joined(separator: " ")
        if typed == "today" { return today }
        if typed == "yesterday" { return try back(1, from: today) }
        if let weekday = weekday(typed.hasPrefix("last ") ? String(typed.dropFirst(5)) : typed) {
            let days = (today.weekday.rawValue - weekday.rawValue + 7) % 7
            return try back(days == 0 ? 7 : days, from: today)
        }
        let isISO = typed.contains("-") && !typed.contains(".")
        if isISO, let numbers = numbers(typed, between: "-"), numbers.count == 3, numbers[0] > 99 {
            return try real(numbers[0], numbers[1], numbers[2])
        }
        let dotted = typed.hasSuffix(".") ? String(typed.dropLast()) : typed
        let tight = dotted.split(separator: " ").joined()
        if tight.contains("."), let numbers = numbers(tight, between: ".") {
            if numbers.count == 2 { return try latest(numbers[1], numbers[0], today) }
            if numbers.count == 3 {
                let year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
                return try real(year, numbers[1], numbers[0])
            }
        }
        if let numbers = numbers(tight, between: "/"), numbers.count >= 2 {
            throw slashes(text, numbers[0], numbers[1])
        }
        if let date = try named(words, today) { return date }
        throw MoneyError(
            .notADate, "\(AmountParser.quote(text)) is no date",
            hint: "dates look like today, yesterday, mon, 3.11. or 2026-11-03"
        )
    }

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    /// The day of the week a word of at least three letters begins.
    private static func weekday(_ word: String) -> Weekday? {
        guard word.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else {
            return nil
        }
        return Weekday.allCases[index]
    }

    /// "3 nov", "nov 3", "3. november 2026": nil when it is none of these.
    private static func named(
        _ words: [String],
        _ today: CalendarDate
    ) throws(MoneyError) -> CalendarDate? {
        guard (2...3).contains(words.count) else { return nil }
        var month: Int?
        var numbers: [Int] = []
        for word in words {
            let plain = word.hasSuffix(".") || word.hasSuffix(",") ? String(word.dropLast()) : word
            if let number = number(plain) {
                numbers.append(number)
            } else if plain.count >= 3, month == nil,
                let index = months.firstIndex(where: { $0.hasPrefix(plain) })
            {
                month = index + 1
            } else {
                return nil
            }
        }
        guard let month, let day = numbers.first else { return nil }
        return try numbers.count == 2
            ? real(numbers[1], month, day)
            : latest(month, day, today)
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func numbers(_ text: String, between mark: Character) -> [Int]? {
        var numbers: [Int] = []
        for piece in text.split(separator: mark, omittingEmptySubsequences: false) {
            guard let number = number(piece) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func back(_ days: Int, from today: CalendarDate) throws(MoneyError)
        -> CalendarDate
    {
        guard let date = today.adding(days: -days) else {
            throw MoneyError(.unrealDate, "dates begin at \(CalendarDate.years.lowerBound)-01-01")
        }
        return date
    }

    /// The day in this year, or in the last one where this year's is still to come.
    private static func latest(
        _ month: Int,
        _ day: Int,
        _ today: CalendarDate
    ) throws(MoneyError) -> CalendarDate {
        let isAhead = (month, day) > (today.month, today.day)
        return try real(isAhead ? today.year - 1 : today.year, month, day)
    }

    /// The date, or a refusal that says why the calendar does not have it.
    private static func real(
        _ year: Int,
        _ month: Int,
        _ day: Int
    ) throws(MoneyError) -> CalendarDate {
        if let date = CalendarDate(year: year, month: month, day: day) { return date }
        guard CalendarDate.years.contains(year) else {
            throw MoneyError(
                .unrealDate, "the year \(year) is outside of 1900 to 9999",
                hint: "a date with a year looks like 3.11.2026"
            )
        }
        guard (1...12).contains(month) else {
            throw MoneyError(
                .unrealDate, "there is no month \(month)",
                hint: "the day comes first, as in 3.11., or write 2026-11-03"
            )
        }
        let name = months[month - 1].capitalizedFirst
        let most = CalendarDate.days(inMonth: month, of: year)
        throw MoneyError(
            .unrealDate, "there is no \(day) \(name) \(year)",
            hint: "\(name) \(year) has \(most) days"
        )
    }

    private static func slashes(_ text: String, _ first: Int, _ second: Int) -> MoneyError {
        let readings = [(first, second), (second, first)].compactMap { day, month in
            (1...12).contains(month) && (1...31).contains(day)
                ? "\(day) \(months[month - 1].capitalizedFirst)" : nil
        }
        return MoneyError(
            .notADate,
            "\(AmountParser.quote(text)) is unclear"
                + (readings.isEmpty ? "" : ": " + readings.joined(separator: " or ") + "?"),
            hint: "write the day first with points, like 3.11., or 2026-11-03"
        )
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
