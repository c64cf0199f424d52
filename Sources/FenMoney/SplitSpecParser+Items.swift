import FenEncoding

extension SplitSpecParser {
    /// "items Alice 12.50, Bob+May 9.40, all 14 tax 5 tip 10%": exact parts.
    ///
    /// Each item is divided like an equal split among its people. Tax and tip together are spread
    /// in proportion to everybody's items, by largest remainder; a percentage is of the items, half
    /// up. All of it must come to the expense.
    func items(_ bill: ItemisedBill) throws(MoneyError) -> Split {
        var items: [(people: [PartyID], amount: Int64)] = []
        // At most 1,000 items and two extras of 10^15 each.
        var entered: Int64 = 0
        for item in bill.items {
            let amount = try money(item.amount)
            guard amount > 0 else {
                throw MoneyError(
                    .badSplit, "an item of \(AmountFormat.plain(amount, currency)) is none",
                    hint: "leave it out; what came back is a refund: /refund")
            }
            entered += amount
            items.append((try people(item.who), amount))
        }
        var extras: [(ItemisedBill.Extra, Int64)] = []
        for kind in ItemisedBill.Extra.allCases {
            guard let text = bill.extras[kind] else { continue }
            extras.append((kind, try extra(text, kind, of: entered)))
        }
        let total = extras.reduce(entered) { $0 + $1.1 }
        guard total == amount else { throw miss(entered, extras, total) }

        var parts: [PartyID: Int64] = [:]
        for (people, amount) in items {
            let equal = Split.equally(people)
            for (party, share) in try Allocation.shares(of: amount, split: equal, payers: payers) {
                parts[party, default: 0] += share
            }
        }
        if total > entered {
            let weights = parts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            let added = try Allocation.largestRemainder(
                total - entered, weights: weights.map { ($0.key, $0.value) })
            for (party, part) in added { parts[party, default: 0] += part }
        }
        return split(.amount, parts)
    }

    private func people(_ who: ItemisedBill.Who) throws(MoneyError) -> [PartyID] {
        guard case .these(let names) = who else { return participants }
        var people: [PartyID] = []
        for name in names {
            let party = try party(named: name)
            guard !people.contains(party) else {
                throw MoneyError(.badSplit, "\(name) is named twice in one item")
            }
            people.append(party)
        }
        return people
    }

    /// Tax or tip in minor units: an amount, or a percentage of the items.
    private func extra(
        _ text: String, _ kind: ItemisedBill.Extra, of items: Int64
    ) throws(MoneyError) -> Int64 {
        guard text.hasSuffix("%") else {
            let amount = try money(text)
            guard amount >= 0 else {
                throw MoneyError(
                    .badSplit,
                    "a \(kind.rawValue) of \(AmountFormat.plain(amount, currency)) "
                        + "is below zero",
                    hint: "a discount is taken off the items it is for")
            }
            return amount
        }
        let number = try decimal(String(text.dropLast()).trimmingWhitespace)
        guard number.scale <= 2, number.digits <= 100_000_000 else {
            throw MoneyError(
                .badSplit, "\(AmountParser.quote(text)) is no \(kind.rawValue)",
                hint: "percent have at most two decimals, like 12.5%")
        }
        let hundredths = Int128(number.digits) * PowersOfTen.int128[2 - number.scale]
        // items ≤ 10^18 and a percentage below 10^10 hundredths: below 2^97.
        let whole = Int128(MoneyLimits.wholePercent)
        let result = (2 * Int128(items) * hundredths + whole) / (2 * whole)
        guard result <= MoneyLimits.largestAmount else {
            throw MoneyError(.amountOutOfRange, "\(AmountParser.quote(text)) is too large")
        }
        return Int64(result)
    }

    /// The refusal of a bill that does not come to the expense: what there is, and by how much.
    private func miss(
        _ items: Int64, _ extras: [(ItemisedBill.Extra, Int64)], _ total: Int64
    ) -> MoneyError {
        var sum = "items \(AmountFormat.plain(items, currency))"
        for (kind, amount) in extras {
            sum += " + \(kind.rawValue) \(AmountFormat.plain(amount, currency))"
        }
        if !extras.isEmpty { sum += " = \(AmountFormat.plain(total, currency))" }
        let gap = AmountFormat.plain(abs(total - amount), currency)
        return MoneyError(
            .splitMisses,
            "the bill misses \(AmountFormat.withCode(amount, currency)): \(sum), "
                + "\(gap) \(total > amount ? "over" : "short")",
            hint: "change an item, the tax, the tip or the amount"
        )
    }
}
