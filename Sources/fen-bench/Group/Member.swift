import FenEngine
import FenMoney
import FenProtocol

/// A fresh member of a synthetic group.
enum Member {
    /// Makes a home, joins by an invite and reads everything the store has.
    static func join(
        home: String, store: String, link: String
    ) async throws(FenError) -> Engine {
        let engine = try await open(home)
        _ = try await engine.join(try await engine.previewInvite(link), folder: store)
        return engine
    }

    /// Opens a home that sends nothing by itself, and gives it a person.
    static func open(_ home: String) async throws(FenError) -> Engine {
        let engine = try await Engine.open(EngineOptions(home: home, publishing: .never))
        if try await engine.identity() == nil {
            try await engine.createIdentity(name: "Newcomer")
        }
        return engine
    }

    /// An expense of whoever logs it.
    static func expense(by party: PartyID) throws -> ExpenseDraft {
        guard let euro = Currency(code: "EUR"),
            let day = CalendarDate(year: 2026, month: 11, day: 30)
        else { throw Process.Failure(description: "no currency") }
        return ExpenseDraft(
            money: MoneyUnit(
                amount: 2_160, currency: euro, paidBy: [Payment(party: party, amount: 2_160)],
                split: Split.equally([party]), settlementAmount: 2_160),
            description: "Guinness", date: day)
    }
}
