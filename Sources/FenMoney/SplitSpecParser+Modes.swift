extension SplitSpecParser {
    /// "equally", "equally Alice, Bob", "equally, Alice +5".
    func equally(_ spec: SplitSpec, _ text: String) throws(MoneyError) -> Split {
        guard spec.rest == nil || spec.rest == .equally else { throw SplitSpec.unreadable(text) }
        if spec.items.isEmpty { return .equally(participants) }
        let named = try assigned(spec.items, text)
        if spec.items.allSatisfy({ $0.number == nil }) {
            return .equally(named.map(\.party))
        }
        var extras: [PartyID: Int64] = [:]
        var base = amount
        for (party, item) in named {
            guard item.isAdjustment, let number = item.number else {
                throw MoneyError(
                    .badSplit, "\(AmountParser.quote(text)) divides equally and yet not",
                    hint: "write Alice +5 for five more, or Alice 5, rest equally"
                )
            }
            let extra = try money(number)
            extras[party] = extra
            // At most as many as there are participants, 10^15 each.
            base -= extra
        }
        guard base >= 0 else {
            // What was added is what the base fell short of the amount by.
            let added = AmountFormat.withCode(amount - base, currency)
            let over = AmountFormat.plain(-base, currency)
            throw MoneyError(
                .splitMisses,
                "what is added comes to \(added), \(over) more than the expense of "
                    + AmountFormat.withCode(amount, currency),
                hint: "make the added amounts smaller, or the expense larger")
        }
        var parts: [PartyID: Int64] = [:]
        let equal = Split.equally(participants)
        for (party, share) in try Allocation.shares(of: base, split: equal, payers: payers) {
            let part = share + (extras[party] ?? 0)
            guard part >= 0 else {
                throw MoneyError(
                    .splitMisses, "one part would be \(AmountFormat.plain(part, currency))",
                    hint: "take less away"
                )
            }
            parts[party] = part
        }
        return split(.amount, parts)
    }

    /// "Alice 10, Bob 20", "Alice 10, rest equally", "Alice 12, Bob 18, rest in proportion".
    func amounts(_ spec: SplitSpec, _ text: String) throws(MoneyError) -> Split {
        let named = try assigned(spec.items, text)
        var parts: [PartyID: Int64] = [:]
        var entered: Int64 = 0
        for (party, item) in named {
            let part = try money(number(of: item))
            guard part >= 0 else {
                throw MoneyError(.amountOutOfRange, "a part cannot be below zero")
            }
            parts[party] = part
            // At most as many as there are participants, 10^15 each.
            entered += part
        }
        let miss = SplitMiss.amounts(entered: entered, expected: amount, currency)
        guard let rest = spec.rest else {
            guard entered == amount else { throw miss.error("the split") }
            return split(.amount, parts)
        }
        guard entered < amount else {
            if entered > amount { throw miss.error("the split") }
            throw MoneyError(
                .badSplit, "the amounts make the whole, nothing is left for the rest",
                hint: "leave the rest out, or make an amount smaller")
        }
        let left = amount - entered
        switch rest {
        case .equally:
            let equal = Split.equally(try others(than: named.map(\.party)))
            for (party, part) in try Allocation.shares(of: left, split: equal, payers: payers) {
                parts[party] = part
            }
        case .inProportion:
            let weights = parts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            let added = try Allocation.largestRemainder(
                left, weights: weights.map { ($0.key, $0.value) })
            for (party, part) in added { parts[party, default: 0] += part }
        case .each: throw SplitSpec.unreadable(text)
        }
        return split(.amount, parts)
    }

    /// "50%,25%,25%", "percent Alice 50, Bob 50", "Alice 50%, rest equally".
    func percent(_ spec: SplitSpec, _ text: String) throws(MoneyError) -> Split {
        let named = try assigned(spec.items, text)
        var parts: [PartyID: Int64] = [:]
        var entered: Int64 = 0
        for (party, item) in named {
            let number = try decimal(number(of: item))
            guard number.scale <= 2, number.digits <= 100_000_000 else {
                throw MoneyError(
                    .badSplit, "\(item.number ?? "") % is no part of a hundred",
                    hint: "percent have at most two decimals, like 33.33"
                )
            }
            let part = number.digits * PowersOfTen.int64[2 - number.scale]
            parts[party] = part
            entered += part
        }
        let miss = SplitMiss.percent(entered: entered)
        if let rest = spec.rest {
            guard rest == .equally else { throw SplitSpec.unreadable(text) }
            guard entered < MoneyLimits.wholePercent else {
                if entered > MoneyLimits.wholePercent { throw miss.error("the split") }
                throw MoneyError(
                    .badSplit, "100 % are named, nothing is left for the rest",
                    hint: "leave the rest out, or make a percentage smaller")
            }
            let others = try others(than: named.map(\.party))
            let added = try Allocation.largestRemainder(
                MoneyLimits.wholePercent - entered, weights: others.map { ($0, 1) })
            for (party, part) in added { parts[party] = part }
        } else if entered != MoneyLimits.wholePercent {
            throw miss.error("the split")
        }
        return split(.percent, parts)
    }

    /// "shares Alice 2, Bob 1", "shares Alice 2, rest 1", "2:1:1".
    ///
    /// Whole weights are kept as they were typed; 1.5 to 1 becomes 3 to 2.
    func shares(_ spec: SplitSpec, _ text: String) throws(MoneyError) -> Split {
        let named = try assigned(spec.items, text)
        var numbers: [PartyID: (digits: Int64, scale: Int)] = [:]
        for (party, item) in named { numbers[party] = try decimal(number(of: item)) }
        if let rest = spec.rest {
            var each: (digits: Int64, scale: Int) = (1, 0)
            switch rest {
            case .equally: break
            case .each(let number): each = try decimal(number)
            case .inProportion: throw SplitSpec.unreadable(text)
            }
            for party in try others(than: named.map(\.party)) { numbers[party] = each }
        }
        let scale = numbers.values.map(\.scale).max() ?? 0
        var parts: [PartyID: Int64] = [:]
        for (party, number) in numbers {
            // Below 10^12 with at most 12 decimals: the product may leave 64 bits.
            let power = PowersOfTen.int64[scale - number.scale]
            let (part, overflows) = number.digits.multipliedReportingOverflow(by: power)
            parts[party] = overflows ? Int64.max : part
        }
        if scale > 0 {
            let divisor = parts.values.reduce(0, Self.greatestCommonDivisor)
            if divisor > 1 { parts = parts.mapValues { $0 / divisor } }
        }
        guard parts.values.contains(where: { $0 > 0 }) else {
            throw MoneyError(
                .badSplit, "all shares are zero",
                hint: "give at least one person a share: shares Alice 2, Bob 1")
        }
        guard parts.values.allSatisfy({ $0 <= MoneyLimits.largestShare }) else {
            throw MoneyError(
                .badSplit, "these shares are too far apart or too fine",
                hint: "shares go from 1 to \(MoneyLimits.largestShare)"
            )
        }
        return split(.shares, parts)
    }

    func split(_ mode: SplitMode, _ parts: [PartyID: Int64]) -> Split {
        let kept = parts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        return Split(mode: mode, parts: kept.map { SplitPart(party: $0.key, value: $0.value) })
    }

    private func number(of item: SplitSpec.Item) throws(MoneyError) -> String {
        if let number = item.number { return number }
        throw MoneyError(
            .badSplit, "\(AmountParser.quote(item.name ?? "")) has no number",
            hint: "a split looks like Alice 10, Bob 20"
        )
    }

    func money(_ text: String) throws(MoneyError) -> Int64 {
        let read = try AmountParser.parse(text, defaultCurrency: currency, range: .signed)
        guard read.currency == currency else {
            throw MoneyError(
                .badSplit, "\(AmountParser.quote(text)) is not in \(currency)",
                hint: "parts are in the currency of the expense"
            )
        }
        return read.minor
    }

    func decimal(_ text: String) throws(MoneyError) -> (digits: Int64, scale: Int) {
        try NumberText(text[...], quoted: AmountParser.quote(text)).decimal()
    }

    private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
