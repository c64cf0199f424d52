import FenLedger
package import FenMoney
package import FenProtocol
import FenRates
import FenStore

extension Engine {
    /// Fetches the rate of a day, or the newest one, from the service that is set, and keeps it on
    /// this device; nothing of it reaches the group's log. A final answer is not asked for again:
    /// one about a day that was over, and of that very day or two days late. Before that the day's
    /// own rate may not be out yet.
    ///
    /// `today` is the local calendar's.
    package func fetchRate(
        of currency: Currency, on day: CalendarDate? = nil, today: CalendarDate, in id: GroupID
    ) async throws(FenError) -> FetchedRateView {
        let (address, own) = try answering {
            try requireWriting()
            let own = try groupCurrency(id)
            guard currency != own else {
                throw FenError(
                    "OWN_CURRENCY", "The group's own currency needs no rate.", status: .usage)
            }
            return (try ratesAddress(), own)
        }
        let asked = day ?? today
        guard asked <= today else {
            throw FenError(
                "RATES_TO_COME", "\(asked.iso) is still to come and has no rate yet.",
                hint: "Without a day the newest rate is fetched: /rates fetch \(currency.code)",
                status: .usage)
        }
        let known = try answering {
            try database.fetchedRates.find(currency.code, in: own.code, on: asked.iso)
        }
        if let known, known.asked == asked.iso, known.isFinal, let view = FetchedRateView(known) {
            return view
        }
        let answer: DatedRate
        do {
            answer = try await RateService(address, patience: ratesPatience)
                .rate(of: currency, in: own, on: asked < today ? asked : nil, today: today)
        } catch {
            throw Task.isCancelled
                ? FenError(translating: CancellationError()) : FenError(translating: error)
        }
        return try answering {
            let isLate = asked.adding(days: 2).map { $0 <= today } ?? false
            let isFinal = asked < today && (answer.date == asked || isLate)
            let record = FetchedRateRecord(
                base: currency.code, quote: own.code, asked: asked.iso, answered: answer.date.iso,
                rate: answer.rate.text, source: address.source, fetchedAt: now(),
                isFinal: isFinal)
            try database.transaction { try database.fetchedRates.put(record) }
            return FetchedRateView(
                currency: currency, rate: answer.rate, asked: asked, date: answer.date,
                source: address.source, isFinal: isFinal)
        }
    }

    /// What was fetched about a day; nil for nothing.
    package func fetchedRate(
        of currency: Currency, on day: CalendarDate, in id: GroupID
    ) throws(FenError) -> FetchedRateView? {
        try answering {
            try database.fetchedRates
                .find(currency.code, in: groupCurrency(id).code, on: day.iso)
                .flatMap(FetchedRateView.init)
        }
    }

    /// What was fetched about the latest day; nil for nothing.
    package func newestFetchedRate(
        of currency: Currency, in id: GroupID
    ) throws(FenError) -> FetchedRateView? {
        try answering {
            try database.fetchedRates.newest(currency.code, in: groupCurrency(id).code)
                .flatMap(FetchedRateView.init)
        }
    }

    /// The currencies a rate is of use for: those that expenses of the group are in and those that
    /// have an agreed rate, by code.
    package func foreignCurrencies(in id: GroupID) throws(FenError) -> [Currency] {
        let view = try view(id)
        let spent = try spending(EntryQuery(), in: id).currencies.map(\.currency)
        return Set(spent + view.rates.map(\.currency)).subtracting([view.currency])
            .sorted { $0.code < $1.code }
    }

    /// The address as it is kept; refuses what is none.
    package static func checkedRatesAddress(_ typed: String) throws(FenError) -> String {
        do {
            return try RateAddress(typed).url
        } catch {
            throw FenError(translating: error)
        }
    }

    /// The public service of rates, which is asked until another one is set.
    package static let standardRatesAddress = RateAddress.standard

    private func ratesAddress() throws -> RateAddress {
        try RateAddress(
            try database.settings.value(SettingName.ratesAddress) ?? RateAddress.standard)
    }

    private func groupCurrency(_ id: GroupID) throws -> Currency {
        guard let currency = try group(id).context.currency else {
            throw FenError(
                "NO_CURRENCY", "The group's currency is not known here yet.",
                hint: "/sync fetches the group's beginning.", status: .network)
        }
        return currency
    }
}

extension FetchedRateView {
    /// What a home has kept; nil for what no fen wrote.
    fileprivate init?(_ record: FetchedRateRecord) {
        guard let currency = Currency(code: record.base),
            let rate = try? Rate(protocolText: record.rate),
            let asked = CalendarDate(iso: record.asked),
            let date = CalendarDate(iso: record.answered)
        else { return nil }
        self.init(
            currency: currency, rate: rate, asked: asked, date: date, source: record.source,
            isFinal: record.isFinal)
    }
}
