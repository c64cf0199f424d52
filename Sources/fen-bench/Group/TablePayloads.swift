import FenMoney
import FenProtocol

/// What a synthetic group is made of.
enum Mix {
    /// Expenses, their changes, settlements and messages, as a table of friends writes them.
    case table
    /// Expenses and nothing else.
    case expenses
    /// As a table's, by a hundred people in twenty currencies.
    case crowd

    /// How many authors write it.
    var authors: Int { self == .crowd ? 100 : SyntheticGroup.authors }
}

/// Makes payloads like those of a real trip: mostly equal splits among most of the table, some
/// with several payers, other currencies, notes; some corrections, payments and chat.
struct TablePayloads {
    /// The people, ascending.
    let parties: [PartyID]
    let mix: Mix
    private var random = SeededGenerator(seed: 7)
    private let euro: Currency
    private let foreign: [(currency: Currency, rate: Rate)]
    private let days: [CalendarDate]
    private var expenses: [[EventID]]

    /// Sits people down.
    init(parties: [PartyID], mix: Mix) throws {
        self.parties = parties
        self.mix = mix
        guard let euro = Currency(code: "EUR") else {
            throw Process.Failure(description: "no currency")
        }
        self.euro = euro
        let rates = mix == .crowd ? Self.rates : Array(Self.rates.prefix(1))
        foreign = try rates.map { code, rate in
            guard let currency = Currency(code: code) else {
                throw Process.Failure(description: "no currency")
            }
            return (currency, try Rate(protocolText: rate))
        }
        days = (1...28).compactMap { CalendarDate(year: 2026, month: 1 + $0 % 12, day: $0) }
        expenses = Array(repeating: [], count: parties.count)
    }

    /// The next thing somebody writes.
    mutating func next(by author: Int) -> Payload {
        guard mix != .expenses, let last = expenses[author].last else {
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
        let eaters = eaters(author)
        var payers = [Payment(party: parties[author], amount: amount)]
        if random.chance(8) {
            let other = (author + 1) % parties.count
            payers = [
                Payment(party: parties[author], amount: amount / 2),
                Payment(party: parties[other], amount: amount - amount / 2),
            ].sorted { $0.party < $1.party }
        }
        let other = random.chance(mix == .crowd ? 60 : 10) ? random.pick(foreign) : nil
        let settled =
            other.flatMap {
                try? Conversion.convert(
                    minor: amount, from: $0.currency, to: euro, rate: $0.rate)
            }
        let parts = eaters.map { SplitPart(party: $0, value: 1) }
        return ExpenseLogged(
            money: MoneyUnit(
                amount: amount, currency: settled == nil ? euro : other?.currency ?? euro,
                paidBy: payers, split: Split(mode: .equal, parts: parts),
                settlementAmount: settled ?? amount, rate: settled == nil ? nil : other?.rate),
            description: random.pick(Self.descriptions), date: random.pick(days),
            category: random.chance(40) ? random.pick(Self.categories) : nil,
            note: random.chance(15) ? random.pick(Self.messages) : nil)
    }

    /// Most of a table eats with; of a hundred people a few.
    private mutating func eaters(_ author: Int) -> [PartyID] {
        guard mix == .crowd else {
            let eaters = parties.filter { _ in random.chance(70) }
            return eaters.isEmpty ? [parties[author]] : eaters
        }
        var chosen: Set<PartyID> = [parties[author]]
        for _ in 0..<1 + random.below(9) { chosen.insert(random.pick(parties)) }
        return chosen.sorted()
    }

    private static let rates = [
        ("GBP", "1.1732"), ("USD", "0.915"), ("CHF", "1.0641"), ("CZK", "0.039603960396"),
        ("JPY", "0.00612"), ("SEK", "0.0871"), ("NOK", "0.0855"), ("DKK", "0.134"),
        ("PLN", "0.2341"), ("HUF", "0.00253"), ("RON", "0.201"), ("BGN", "0.5113"),
        ("AUD", "0.5991"), ("CAD", "0.6701"), ("NZD", "0.5502"), ("KRW", "0.00064"),
        ("ISK", "0.0067"), ("TRY", "0.0258"), ("KWD", "2.98"),
    ]
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
