internal import FenEngine
internal import FenImport
internal import FenMoney
internal import FenProtocol

/// The rows of a file that are to be written, and who is in them.
struct ImportDraft: Sendable {
    /// The rows with their names.
    let rows: [(row: ImportedRow, key: String)]
    /// The group's currency.
    let currency: Currency
    /// The group's agreed rates.
    let rates: [Currency: Rate]
    /// Who the names are.
    let people: ImportPeople

    /// What somebody paid minus what they owe, in one currency.
    struct Total: Sendable {
        let party: PartyID
        let currency: Currency
        let minor: Int128
    }

    /// What the rows come to for everybody, a sum for each currency; every row is made as it will
    /// be written, so that one that cannot be is found before anything is.
    func totals() throws(ImportError) -> [Total] {
        let maker = ImportMaker(
            currency: currency, rates: rates, parties: people.parties(guests: people.placeholders))
        var sums: [Currency: [PartyID: Int128]] = [:]
        for (row, _) in rows {
            switch try maker.make(row) {
            case .expense(let unit, _):
                let sign: Int128 = unit.refund ? -1 : 1
                for payment in unit.paidBy {
                    sums[unit.currency, default: [:]][payment.party, default: 0] +=
                        sign * Int128(payment.amount)
                }
                // What does not come out has been refused by the maker.
                for (party, share) in (try? unit.shares(inGroupCurrency: false)) ?? [] {
                    sums[unit.currency, default: [:]][party, default: 0] -= sign * Int128(share)
                }
            case .payment(let from, let to, let amount, _, _):
                let minor = Int128(amount.minorUnits)
                sums[amount.currency, default: [:]][from, default: 0] += minor
                sums[amount.currency, default: [:]][to, default: 0] -= minor
            case nil: break
            }
        }
        return sums.flatMap { currency, parties in
            parties.map { Total(party: $0.key, currency: currency, minor: $0.value) }
        }
    }

    /// What is written, now that the guests are there; rows that have come in meanwhile are left
    /// out.
    func items(_ ground: ImportGround) throws -> [ImportItem] {
        let maker = ImportMaker(
            currency: currency, rates: rates, parties: people.parties(guests: ground.guests))
        var items: [ImportItem] = []
        for (row, key) in rows where !ground.sources.contains(key) {
            let made: ImportMaker.Made?
            do throws(ImportError) {
                made = try maker.make(row)
            } catch {
                throw FenError("BAD_FILE", error.sentence, hint: error.hint, status: .usage)
            }
            switch made {
            case .expense(let unit, let note):
                let draft = ExpenseDraft(
                    money: unit, description: row.description, date: row.date,
                    category: row.category, note: note.map { Self.cut($0, 1000) })
                items.append(.expense(draft, source: key))
            case .payment(let from, let to, let amount, let settlement, let rate):
                let words = [row.description, row.note ?? ""].filter { !$0.isEmpty }
                    .joined(separator: "\n")
                let draft = SettlementDraft(
                    from: from, to: to, amount: amount.minorUnits, currency: amount.currency,
                    // Room for the day and the row's name behind it.
                    settlementAmount: settlement, rate: rate, note: Self.cut(words, 850))
                items.append(.payment(draft, source: key, date: row.date))
            case nil: break
            }
        }
        return items
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        guard text.unicodeScalars.count > limit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
    }
}
