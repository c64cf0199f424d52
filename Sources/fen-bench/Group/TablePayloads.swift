import FenMoney
import FenProtocol

/// What a synthetic group is made of.
enum Mix {
    /// Expenses, their changes, settlements and messages, as a table of friends writes them.
    case table
    /// Expenses and nothing else.
    case expenses
}

/// Makes payloads like those of a real trip: mostly equal splits among most of the table, some
/// with several payers, other currencies, notes; some corrections, payments and chat.
struct TablePayloads {
    /// The people, ascending.
    let parties: [PartyID]
    let mix: Mix
    private var random = SeededGenerator(seed: 7)
    private let euro: Currency
    private let pound: Currency
    private let rate: Rate
    private let days: [CalendarDate]
    private var expenses: [[EventID]]

    /// Sits people down.
    init(parties: [PartyID], mix: Mix) throws {
        self.parties = parties
        self.mix = mix
        guard let euro = Currency(code: "EUR"), let pound = Currency(code: "GBP") else {
            throw Process.Failure(description: "no currency")
        }
        self.euro = euro
        self.pound = pound
        rate = try Rate(protocolText: "1.1732")
        days = (1...28).compactMap { CalendarDate(year: 2026, month: 1 + $0 % 12, day: $0) }
        expenses = Array(repeating: [], count: parties.count)
    }

    /// The next thing somebody writes.
    mutating func next(by author: Int) -> Payload {
        guard mix == .table, let last = expenses[author].last else {
            return .expenseLogged(expense(by: author))
        }
        switch random.below(100) {
        case 0..<80: return .expenseLogged(expense(by: author))
        case 80..<88: return .messagePosted(MessagePosted(text: random.pick(Self.messages)))
        case 88..<93:
            return .expenseUpdated(
                ExpenseUpdated(expense: last, description: random.pick(Self.descriptions)))
        case 93..<95: return .expenseDeleted(ExpenseDeleted(expense: last))
        default:
            let amount = Int64(100 * (1 + random.below(300)))
            let other = (author + 1 + random.below(parties.count - 1)) % parties.count
            return .settlementRecorded(
                SettlementRecorded(
                    from: parties[author], to: parties[other], amount: amount, currency: euro,
                    settlementAmount: amount))
        }
    }

    /// Notes under which id an expense can be changed.
    mutating func note(_ payload: Payload, _ event: EventID, by author: Int) {
        if case .expenseLogged = payload { expenses[author].append(event) }
    }

    private mutating func expense(by author: Int) -> ExpenseLogged {
        let amount = Int64(150 + random.below(12_000))
        var eaters = parties.filter { _ in random.chance(70) }
        if eaters.isEmpty { eaters = [parties[author]] }
        var payers = [Payment(party: parties[author], amount: amount)]
        if random.chance(8) {
            let other = (author + 1) % parties.count
            payers = [
                Payment(party: parties[author], amount: amount / 2),
                Payment(party: parties[other], amount: amount - amount / 2),
            ].sorted { $0.party < $1.party }
        }
        let isForeign = random.chance(10)
        let settled =
            isForeign
            ? (try? Conversion.convert(minor: amount, from: pound, to: euro, rate: rate)) ?? amount
            : amount
        let parts = eaters.map { SplitPart(party: $0, value: 1) }
        return ExpenseLogged(
            money: MoneyUnit(
                amount: amount, currency: isForeign ? pound : euro, paidBy: payers,
                split: Split(mode: .equal, parts: parts), settlementAmount: settled,
                rate: isForeign ? rate : nil),
            description: random.pick(Self.descriptions), date: random.pick(days),
            category: random.chance(40) ? random.pick(Self.categories) : nil,
            note: random.chance(15) ? random.pick(Self.messages) : nil)
    }

    private static let descriptions = [
        "Guinness", "Taxi to the airport", "Dinner at the harbour", "Groceries", "Museum tickets",
        "Ferry across the bay", "Breakfast", "Petrol", "Bike rental for everybody", "Crisps",
        "Überraschung für Jo", "Entrance, cliffs of Moher",
    ]
    private static let categories = ["food", "travel", "fun", "rent"]
    private static let messages = [
        "who has the tickets?", "I paid in cash, the card did not work",
        "see you at eight at the corner where the bus stops",
        "we still have to split the deposit for the flat between the six of us",
    ]
}
