import Testing

@testable import FenStore

@Suite("Fetched rates in a home")
struct FetchedRateStoreTests {
    @Test("an earlier day's answer that may change stands behind one of the day itself")
    func provisionalLast() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            func put(_ asked: String, _ answered: String, isFinal: Bool) throws -> FetchedRateRecord
            {
                let rate = FetchedRateRecord(
                    base: "USD", quote: "EUR", asked: asked, answered: answered, rate: "0.9",
                    source: "frankfurter", fetchedAt: 7, isFinal: isFinal)
                try database.transaction { try database.fetchedRates.put(rate) }
                return rate
            }
            let early = try put("2026-11-30", "2026-11-27", isFinal: false)
            #expect(try database.fetchedRates.find("USD", in: "EUR", on: "2026-11-30") == early)
            let exact = try put("2026-12-01", "2026-11-30", isFinal: false)
            #expect(try database.fetchedRates.find("USD", in: "EUR", on: "2026-11-30") == exact)
            #expect(try database.fetchedRates.find("USD", in: "EUR", on: "2026-11-27") == early)
            let final = try put("2026-11-30", "2026-11-27", isFinal: true)
            #expect(try database.fetchedRates.find("USD", in: "EUR", on: "2026-11-30") == final)
            try database.close()
        }
    }
}
