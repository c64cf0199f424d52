/// By how much parts miss the whole they should make.
enum SplitMiss {
    /// Minor units of a currency.
    case amounts(entered: Int64, expected: Int64, Currency)
    /// Hundredths of a percent.
    case percent(entered: Int64)

    /// "524.35 entered, 0.01 over": the refusal, saying which list misses.
    func error(_ what: String) -> MoneyError {
        switch self {
        case .amounts(let entered, let expected, let currency):
            // Both lie between 0 and 128 · 10^15.
            let gap = AmountFormat.plain(abs(entered - expected), currency)
            let side = entered > expected ? "over" : "short"
            return MoneyError(
                .splitMisses,
                "\(what) misses \(AmountFormat.withCode(expected, currency)): "
                    + "\(AmountFormat.plain(entered, currency)) entered, \(gap) \(side)",
                hint: "change a part, or end with \"rest equally\""
            )
        case .percent(let entered):
            let whole = MoneyLimits.wholePercent
            let side = entered > whole ? "over" : "short"
            return MoneyError(
                .splitMisses,
                "\(what) misses 100 %: \(Self.percentText(entered)) % entered, "
                    + "\(Self.percentText(abs(entered - whole))) \(side)",
                hint: "change a part, or end with \"rest equally\""
            )
        }
    }

    private static func percentText(_ hundredths: Int64) -> String {
        let rest = hundredths % 100
        return "\(hundredths / 100)." + (rest < 10 ? "0\(rest)" : "\(rest)")
    }
}
