import FenMoney
import Testing

@Suite("Dates")
struct DateTests {
    private func date(_ iso: String) -> CalendarDate {
        guard let date = CalendarDate(iso: iso) else {
            Issue.record("\(iso) is no date")
            return date("2000-01-01")
        }
        return date
    }

    @Test(
        "only real days in the one form are ISO dates",
        arguments: [
            "", "2026-8-1", "2026-08-32", "2026-02-29", "1900-02-29", "1899-12-31", "2026-13-01",
            "2026-00-10", "2026-01-00", "20260801", "2026/08/01", " 2026-08-01", "2026-08-01T00:00",
            "10000-01-01", "２０26-08-01", "2026-08--1",
        ]
    )
    func notISO(text: String) {
        #expect(CalendarDate(iso: text) == nil)
    }

    @Test("dates keep their text, their order and their weekday (B37)")
    func iso() {
        for text in ["2026-08-01", "1900-01-01", "9999-12-31", "2024-02-29", "2000-02-29"] {
            #expect(date(text).iso == text)
        }
        #expect(date("2026-08-01") < date("2026-08-02"))
        #expect(date("2025-12-31") < date("2026-01-01"))
        #expect(date("2026-08-01").weekday == .saturday)
        #expect(date("1900-01-01").weekday == .monday)
        #expect(date("9999-12-31").weekday == .friday)
        #expect(date("1970-01-01").dayNumber == 0)
    }

    @Test("every day of the calendar counts one further and back")
    func everyDay() {
        var current = date("1900-01-01")
        var number = current.dayNumber
        while current.year < 2105, let next = current.adding(days: 1) {
            #expect(next > current && next.dayNumber == number + 1)
            #expect(next.weekday.rawValue == current.weekday.rawValue % 7 + 1)
            current = next
            number += 1
        }
        #expect(number == date("2105-01-01").dayNumber)
        #expect(date("9999-12-31").adding(days: 1) == nil)
        #expect(date("1900-01-01").adding(days: -1) == nil)
        #expect(date("1900-01-01").adding(days: .min) == nil)
        #expect(date("9999-12-31").adding(days: .max) == nil)
        #expect(date("1900-01-01").adding(days: 2_958_463) == date("9999-12-31"))
    }

    @Test(
        "dates as they are typed on Tuesday, 3 November 2026",
        arguments: [
            ("today", "2026-11-03"), ("Yesterday", "2026-11-02"), ("mon", "2026-11-02"),
            ("monday", "2026-11-02"), ("tue", "2026-10-27"), ("Tuesday", "2026-10-27"),
            ("last wed", "2026-10-28"), ("thurs", "2026-10-29"), ("sunday", "2026-11-01"),
            ("3.11.", "2026-11-03"), ("3.11", "2026-11-03"), ("03.11.", "2026-11-03"),
            ("4.11.", "2025-11-04"), ("1.1.", "2026-01-01"), ("31.12.", "2025-12-31"),
            ("3.11.2025", "2025-11-03"), ("3. 11. 2025", "2025-11-03"), ("3.11.25", "2025-11-03"),
            ("2026-08-01", "2026-08-01"), ("2026-8-1", "2026-08-01"), ("2027-01-01", "2027-01-01"),
            ("3 nov", "2026-11-03"), ("nov 3", "2026-11-03"), ("3. November 2020", "2020-11-03"),
            ("5 may", "2026-05-05"), ("29.2.2024", "2024-02-29"), ("Aug 1, 2025", "2025-08-01"),
        ]
    )
    func typed(text: String, expected: String) throws {
        let read = try DateParser.parse(typed: text, today: date("2026-11-03"))
        #expect(read == date(expected))
    }

    @Test(
        "unreal days and unclear forms are refused in words",
        arguments: [
            ("31.4.2026", "there is no 31 April 2026 (April 2026 has 30 days)"),
            ("29.2.", "there is no 29 February 2026 (February 2026 has 28 days)"),
            ("2026-02-30", "there is no 30 February 2026 (February 2026 has 28 days)"),
            ("0.5.", "there is no 0 May 2026 (May 2026 has 31 days)"),
            (
                "5.13.",
                "there is no month 13 (the day comes first, as in 3.11., or write 2026-11-03)"
            ),
            (
                "1.1.1850",
                "the year 1850 is outside of 1900 to 9999 (a date with a year looks like 3.11.2026)"
            ),
            (
                "3/11",
                "\"3/11\" is unclear: 3 November or 11 March? (write the day first with points, like 3.11., or 2026-11-03)"
            ),
        ]
    )
    func unreal(text: String, words: String) {
        let error = refusal { try DateParser.parse(typed: text, today: date("2026-11-03")) }
        #expect(error?.description == words)
    }

    @Test(
        "no date at all",
        arguments: [
            "", "soon", "mo", "t", "3", "3.", "..", "3.11.2026.1", "2026-11", "mon tue", "2026",
            "-1", "3 no",
        ]
    )
    func notADate(text: String) {
        let error = refusal { try DateParser.parse(typed: text, today: date("2026-11-03")) }
        #expect(error?.code == .notADate)
    }

    @Test("a day without a year is the latest that is not ahead, leap days too")
    func latest() throws {
        #expect(try DateParser.parse(typed: "29.2.", today: date("2025-01-05")).iso == "2024-02-29")
        #expect(
            try DateParser.parse(typed: "31.12.", today: date("2026-01-01")).iso == "2025-12-31")
        let error = refusal { try DateParser.parse(typed: "yesterday", today: date("1900-01-01")) }
        #expect(error?.code == .unrealDate)
    }
}
