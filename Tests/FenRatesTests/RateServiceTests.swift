import FenHTTP
import FenMoney
import TestSupport
import Testing

@testable import FenRates

@Suite("A service of rates", .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct RateServiceTests {
    let server: ScriptServer

    init() throws { server = try ScriptServer("rates.py") }

    private func currency(_ code: String) throws -> Currency {
        try #require(Currency(code: code))
    }

    private func fetch(
        _ mood: String, _ code: String = "USD", on day: String? = "2026-08-01",
        patience: Duration = .seconds(60), today: String = "2026-11-30"
    ) async throws -> DatedRate {
        let address = try RateAddress("http://127.0.0.1:\(server.port)/\(mood)")
        let date = try day.map { try #require(CalendarDate(iso: $0)) }
        return try await RateService(address, patience: patience)
            .rate(
                of: currency(code), in: currency("EUR"), on: date,
                today: #require(CalendarDate(iso: today)))
    }

    private func failure(
        _ mood: String, _ code: String = "USD", patience: Duration = .seconds(60)
    ) async -> RateError? {
        do {
            let answer = try await fetch(mood, code, patience: patience)
            Issue.record("\(mood) was taken as \(answer)")
            return nil
        } catch { return error as? RateError }
    }

    @Test(
        "recorded answers are read digit by digit",
        arguments: [
            ("USD", "2026-07-31", "2026-07-31", "0.915"),
            ("USD", "2026-08-02", "2026-07-31", "0.915"),
            ("CZK", "2026-08-01", "2026-07-31", "0.0396"), ("IDR", nil, "2026-11-27", "0.000052"),
            ("USD", nil, "2026-11-27", "0.92524"),
        ] as [(String, String?, String, String)]
    )
    func recorded(code: String, day: String?, date: String, rate: String) async throws {
        let answer = try await fetch("recorded", code, on: day)
        #expect(answer.date.iso == date)
        #expect(answer.rate.text == rate)
    }

    @Test("a number may have an exponent, and more digits than a rate")
    func numbers() async throws {
        #expect(try await fetch("exponent").rate.text == "0.915")
        #expect(try await fetch("long-number").rate.text == "0.915123456789")
    }

    @Test(
        "an answer that is not what was asked is refused, each in its own words",
        arguments: [
            ("html", RateError.Code.answer, "no JSON"), ("half", .answer, "no JSON"),
            ("list", .answer, "no JSON object"),
            ("other-base", .answer, "another currency than USD"),
            ("other-amount", .answer, "another amount than one USD"),
            ("other-rate", .unknown, "no rate of USD in EUR for 2026-08-01"),
            ("no-rates", .answer, "no rates"), ("no-date", .answer, "no day"),
            ("unreal-date", .answer, "no day"), ("later", .answer, "2026-08-03"),
            ("zero", .answer, "no number above zero"),
            ("negative", .answer, "no number above zero"),
            ("word", .answer, "no number above zero"), ("null", .unknown, "no rate of USD"),
            ("huge-number", .answer, "no number above zero"), ("huge", .answer, "more than 64 KiB"),
            ("cut", .unreachable, "broke off"), ("status-404", .unknown, "no rate of USD in EUR"),
            ("status-422", .unknown, "no rate of USD in EUR"),
            ("status-429", .refused, "left alone"),
            ("status-301", .refused, "another address (301)"),
            ("status-503", .refused, "status 503"),
        ] as [(String, RateError.Code, String)]
    )
    func wrong(mood: String, code: RateError.Code, words: String) async {
        let error = await failure(mood)
        #expect(error?.code == code)
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        #expect(error?.hint.isEmpty == false)
    }

    @Test(
        "an answer that never comes, or comes too slowly, is not waited for",
        arguments: ["stall", "drip"])
    func slow(mood: String) async {
        let error = await failure(mood, patience: .milliseconds(700))
        #expect(error?.code == .slow)
    }

    @Test("the newest rate may be of this device's tomorrow, and of no later day")
    func ahead() async throws {
        let answer = try await fetch("recorded", on: nil, today: "2026-11-26")
        #expect(answer.date.iso == "2026-11-27")
        do {
            _ = try await fetch("recorded", on: nil, today: "2026-11-25")
            Issue.record("a rate of the day after tomorrow was taken")
        } catch let error as RateError {
            #expect(error.code == .answer)
            #expect(
                error.message.contains("2026-11-27, and by this device's clock it is 2026-11-25"))
        }
    }

    @Test("a currency that nobody knows, a service that is not there")
    func missing() async throws {
        #expect(await failure("recorded", "XXX")?.code == .unknown)
        let address = try RateAddress("http://127.0.0.1:1")
        do {
            _ = try await RateService(address).rate(
                of: currency("USD"), in: currency("EUR"),
                today: #require(CalendarDate(iso: "2026-11-30")))
            Issue.record("nobody listens there")
        } catch let error as RateError {
            #expect(error.code == .unreachable)
            #expect(error.message.contains("does not take connections"))
        }
    }
}

@Suite("Addresses of a service of rates")
struct RateAddressTests {
    @Test(
        "https anywhere, http on this machine",
        arguments: [
            ("https://api.frankfurter.dev", "https://api.frankfurter.dev", "frankfurter"),
            (
                " HTTPS://Rates.Example.org:8443/fx/ ", "https://Rates.Example.org:8443/fx",
                "rates.example.org"
            ),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1"),
            ("http://localhost:8080/x", "http://localhost:8080/x", "localhost"),
            ("http://[::1]:8080", "http://[::1]:8080", "[::1]"),
            ("http://[::1]", "http://[::1]", "[::1]"),
            ("https://frankfurter.app", "https://frankfurter.app", "frankfurter"),
            (
                "https://notfrankfurter.dev", "https://notfrankfurter.dev", "notfrankfurter.dev"
            ),
        ]
    )
    func taken(typed: String, url: String, source: String) throws {
        let address = try RateAddress(typed)
        #expect(address.url == url)
        #expect(address.source == source)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "api.frankfurter.dev", "http://api.frankfurter.dev", "ftp://127.0.0.1", "https://",
            "https://user:pw@example.org", "https://example.org/?key=1", "https://example.org/#x",
            "http://127.0.0.1.example.org", "http://127.0.0.1@example.org",
            "http://localhost.example.org", "https://:8443", "https://:", "https:///fx",
            "https://[::1",
            "http://[::1]evil", "http://[::1].example.org", "http://[::1]:80evil", "http://[::1]:",
            "https://example.org:", "https://example.org:0", "https://example.org:65536",
            "https://example.org:+80",
            "https://exa mple.org", "https://example.org/\u{1B}[2J", "https://exämple.org",
            "https://" + String(repeating: "a", count: 200) + ".org",
        ]
    )
    func refused(typed: String) {
        #expect(throws: RateError.self) { try RateAddress(typed) }
    }
}
