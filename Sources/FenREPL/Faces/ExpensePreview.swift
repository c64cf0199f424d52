internal import FenEngine
internal import FenMoney

/// An expense that is about to be saved, and who will owe what of it.
struct ExpensePreview {
    private let view: ExpenseView
    private let date: CalendarDate

    init(_ money: MoneyUnit, description: String, date: CalendarDate) throws(UsageError) {
        self.date = date
        view = try UsageError.wrapping { () throws(MoneyError) in
            try ExpenseView(unsaved: money, description: description, date: date)
        }
    }

    /// Whether a slip in it would be easy to miss: several payers, parts that are not equal, another
    /// currency, a day to come or over a year ago, or nothing in it of who types it.
    func isUnusual(for me: PartyID, today: CalendarDate) -> Bool {
        let money = view.money
        let isMine = (money.paidBy.map(\.party) + money.split.parts.map(\.party)).contains(me)
        return money.paidBy.count > 1 || money.split.mode != .equal || money.rate != nil
            || EntryFace.isSeldomMeant(date, today: today) || !isMine
    }

    /// What a person reads before saying yes.
    func blocks(_ face: EntryFace, today: CalendarDate) -> [TextBlock] {
        var blocks: [TextBlock] = [
            .line("\(face.sentence(view))\(face.dayUnlessToday(view, today: today)):"),
            .table(face.shares(view)),
        ]
        if EntryFace.isSeldomMeant(date, today: today) {
            blocks.append(
                .line(
                    date > today
                        ? "Careful: that day is still to come."
                        : "Careful: that day is over a year ago."))
        }
        return blocks
    }
}
