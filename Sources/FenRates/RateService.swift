import FenEncoding
package import FenHTTP
package import FenMoney

/// What one unit of a currency was worth in another one, on a day.
package struct DatedRate: Hashable, Sendable {
    /// The day the rate is of: the one asked for, or the last one before it that has rates.
    package let date: CalendarDate
    /// Units of the other currency for one unit.
    package let rate: Rate
}

/// Asks a service that speaks as frankfurter does (its v1):
/// `GET {address}/v1/{date or latest}?base=USD&symbols=EUR` is answered by
/// `{"amount":1.0,"base":"USD","date":"2026-07-31","rates":{"EUR":0.915}}`.
///
/// Nothing but the two codes and the day is said to it. Numbers are read digit by digit, never as
/// floating point, and nothing of an answer is believed that does not say what was asked.
package struct RateService: Sendable {
    private let address: RateAddress
    private let client: HTTPClient
    private let patience: Duration

    /// The most bytes of an answer.
    package static let mostBytes = 65_536

    /// A service; `patience` bounds a whole question, however slowly its answer trickles.
    package init(
        _ address: RateAddress, client: HTTPClient = .shared, patience: Duration = .seconds(20)
    ) {
        self.address = address
        self.client = client
        self.patience = patience
    }

    /// The rate of a day; of the newest one where none is named. `today` is this device's; a
    /// service in the east may be a day ahead of it.
    package func rate(
        of currency: Currency, in other: Currency, on day: CalendarDate? = nil, today: CalendarDate
    ) async throws(RateError) -> DatedRate {
        let path = "/v1/\(day?.iso ?? "latest")?base=\(currency.code)&symbols=\(other.code)"
        let answer = try await answer(
            HTTPRequest(
                "GET", address.url + path, headers: [HTTPHeader("Accept", "application/json")],
                limit: Self.mostBytes))
        guard answer.head.status == 200 else {
            throw refusal(answer.head.status, currency, other, day)
        }
        let read = try reading(answer.body, currency, other, day)
        if let day, read.date > day {
            throw wrong("it answered with the rate of \(read.date.iso), which is after \(day.iso)")
        }
        if let tomorrow = today.adding(days: 1), read.date > tomorrow {
            throw wrong(
                "it answered with the rate of \(read.date.iso), and by this device's clock it is "
                    + "\(today.iso)")
        }
        return read
    }

    private func answer(_ request: HTTPRequest) async throws(RateError) -> HTTPAnswer {
        let (client, patience) = (client, patience)
        let first = await withTaskGroup(of: Result<HTTPAnswer, HTTPError>?.self) { group in
            group.addTask {
                do throws(HTTPError) {
                    return .success(try await client.send(request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        switch first {
        case .success(let answer)?: return answer
        case .failure(let error)?: throw failure(error)
        case nil:
            throw RateError(
                .slow, "\(address.host) did not answer in time", hint: Self.laterHint)
        }
    }

    private func reading(
        _ body: [UInt8], _ currency: Currency, _ other: Currency, _ day: CalendarDate?
    ) throws(RateError) -> DatedRate {
        guard let text = String(validating: body, as: UTF8.self),
            let json = try? LooseJSON(parsing: text), case .object = json
        else { throw wrong("its answer is no JSON object") }
        guard json["base"]?.text == currency.code else {
            throw wrong("it answered about another currency than \(currency.code)")
        }
        if let amount = json["amount"] {
            guard case .number(let one) = amount, (try? Rate(written: one))?.text == "1" else {
                throw wrong("it answered for another amount than one \(currency.code)")
            }
        }
        guard let date = json["date"]?.text.flatMap({ CalendarDate(iso: $0) }) else {
            throw wrong("its answer names no day")
        }
        guard case .object? = json["rates"] else { throw wrong("its answer has no rates") }
        guard let value = json["rates"]?[other.code] else {
            throw unknown(currency, other, day)
        }
        guard case .number(let number) = value, let rate = try? Rate(written: number) else {
            throw wrong("the rate it answered is no number above zero")
        }
        return DatedRate(date: date, rate: rate)
    }
}

extension RateService {
    private static let laterHint =
        "Nothing has changed here. Try again later, or type the rate: /rate USD 0.915."

    private func failure(_ error: HTTPError) -> RateError {
        let what =
            switch error.code {
            case .resolve: "\(address.host) was not found: the network may be down"
            case .connect: "\(address.host) does not take connections"
            case .untrusted, .otherKey, .authorities:
                "\(address.host) could not prove that it is that server"
            case .stalled: "\(address.host) did not answer in time"
            case .tooLong: "\(address.host) answered more than \(Self.mostBytes / 1024) KiB"
            case .malformed: "what \(address.host) answered is not HTTP"
            default: "the connection to \(address.host) broke off"
            }
        return RateError(
            error.code == .stalled ? .slow : error.code == .tooLong ? .answer : .unreachable,
            what, hint: Self.laterHint)
    }

    private func refusal(
        _ status: Int, _ currency: Currency, _ other: Currency, _ day: CalendarDate?
    ) -> RateError {
        switch status {
        case 400, 404, 422: unknown(currency, other, day)
        case 429:
            RateError(
                .refused, "\(address.host) asks to be left alone for a while (429)",
                hint: Self.laterHint)
        case 300..<400:
            RateError(
                .refused, "\(address.host) points to another address (\(status))",
                hint: "Where it has moved for good: /set rates-url URL.")
        default:
            RateError(
                .refused, "\(address.host) answered with status \(status)", hint: Self.laterHint)
        }
    }

    private func unknown(
        _ currency: Currency, _ other: Currency, _ day: CalendarDate?
    ) -> RateError {
        RateError(
            .unknown,
            "\(address.host) has no rate of \(currency.code) in \(other.code)"
                + (day.map { " for \($0.iso)" } ?? ""),
            hint: "Type it instead: /rate \(currency.code) RATE, or rate RATE in the expense's "
                + "line.")
    }

    private func wrong(_ what: String) -> RateError {
        RateError(
            .answer, "\(address.host) was not understood: \(what)",
            hint: "Nothing has changed here. /set rates-url names another service; /rate takes a "
                + "typed rate.")
    }
}
