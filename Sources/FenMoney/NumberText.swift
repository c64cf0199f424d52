/// The digits and marks of a typed amount, before a currency says what they are worth.
struct NumberText {
    private enum Fraction {
        /// The mark is surely a decimal mark, or there is none.
        case certain
        /// One lone mark, exactly three digits behind it: a decimal or a thousands mark.
        case unclear
    }

    private let quoted: String
    private let whole: [UInt8]
    private let fraction: [UInt8]
    private let kind: Fraction
    private let lastMark: Mark?

    /// Takes the digits apart by their marks; refuses marks in places where none can stand.
    init(_ text: Substring, quoted: String) throws(MoneyError) {
        self.quoted = quoted
        let fault = MoneyError(
            .notAnAmount, "\(quoted) is no amount",
            hint: "amounts look like 21.60, 21,60, 1'234.50 or 1.234,50"
        )
        var groups: [[UInt8]] = [[]]
        var marks: [Mark] = []
        for character in text {
            if AmountText.isDigit(character), let digit = character.utf8.first {
                groups[groups.count - 1].append(digit - 48)
            } else if let mark = Mark(character) {
                marks.append(mark)
                groups.append([])
            } else {
                throw fault
            }
        }
        lastMark = marks.last
        let grouping: [Mark]
        (grouping, kind) = try Self.decimalMark(groups: groups, marks: marks, else: fault)
        let hasFraction = grouping.count < marks.count
        fraction = hasFraction ? groups.removeLast() : []
        // An empty group in front is the missing zero of ".50"; elsewhere two marks touch.
        guard Self.wellGrouped(groups, by: grouping), !hasFraction || !fraction.isEmpty else {
            throw fault
        }
        whole = groups.flatMap { $0 }
    }

    /// The amount in minor units; refuses more decimals than the currency has and both readings
    /// of a lone mark with three digits behind it.
    func minorUnits(of currency: Currency) throws(MoneyError) -> Int64 {
        if kind == .unclear {
            switch currency.digits {
            case 0: return try value(of: whole + fraction, currency)
            case 3: break
            default: throw unclear(currency)
            }
        }
        guard fraction.count <= currency.digits else {
            let has = currency.digits == 0 ? "no decimals" : "\(currency.digits) decimals"
            throw MoneyError(
                .tooManyDecimals,
                "\(quoted) has \(fraction.count) decimal\(fraction.count == 1 ? "" : "s"), "
                    + "\(currency) has \(has)",
                hint: "write the amount as it was paid; nothing is rounded here"
            )
        }
        let padding = [UInt8](repeating: 0, count: currency.digits - fraction.count)
        return try value(of: whole + fraction + padding, currency)
    }

    /// The number as digits / 10^scale, for what is no amount: rates, percentages, weights.
    ///
    /// A lone point is always the decimal mark here; a lone comma with three digits behind it is
    /// refused with both readings. At most twelve digits, trailing zeros of the fraction dropped.
    func decimal() throws(MoneyError) -> (digits: Int64, scale: Int) {
        if kind == .unclear, lastMark == .comma {
            let text = { (digits: [UInt8]) in digits.map { String($0) }.joined() }
            let readings = text(whole) + "." + text(fraction) + " or " + text(whole + fraction)
            throw MoneyError(
                .ambiguousAmount, "\(quoted) is unclear: \(readings)?", hint: "write \(readings)")
        }
        let kept = fraction.prefix((fraction.lastIndex { $0 != 0 } ?? -1) + 1)
        let digits = (whole + kept).drop { $0 == 0 }
        guard digits.count <= MoneyLimits.rateDigits, kept.count <= MoneyLimits.rateDigits else {
            throw MoneyError(
                .badRate, "\(quoted) has more than \(MoneyLimits.rateDigits) digits",
                hint: "write fewer; nothing is rounded here"
            )
        }
        // At most twelve digits: below 10^12.
        return (digits.reduce(0) { $0 * 10 + Int64($1) }, kept.count)
    }

    private func value(of digits: [UInt8], _ currency: Currency) throws(MoneyError) -> Int64 {
        var value: Int64 = 0
        for digit in digits {
            // At most 10^16 + 9: far from the end of 64 bits.
            value = value * 10 + Int64(digit)
            if value > MoneyLimits.largestAmount {
                let most = AmountFormat.withCode(MoneyLimits.largestAmount, currency)
                throw MoneyError(
                    .amountOutOfRange, "\(quoted) is too large", hint: "the most is \(most)")
            }
        }
        return value
    }

    private func unclear(_ currency: Currency) -> MoneyError {
        let text = { (digits: [UInt8]) in digits.map { String($0) }.joined() }
        let kept = fraction.prefix(currency.digits)
        let zeros = [UInt8](repeating: 0, count: currency.digits - kept.count)
        let small = text(whole) + "." + text(kept + zeros)
        let large = text(whole + fraction)
        return MoneyError(
            .ambiguousAmount, "\(quoted) is unclear: \(small) or \(large) \(currency)?",
            hint: "write \(small) or \(large)"
        )
    }
}

extension NumberText {
    private enum Mark {
        case point
        case comma
        case apostrophe
        case space

        init?(_ character: Character) {
            switch character {
            case ".": self = .point
            case ",": self = .comma
            case "'", "\u{2019}": self = .apostrophe
            // Space, no-break space, thin space, narrow no-break space.
            case " ", "\u{A0}", "\u{2009}", "\u{202F}": self = .space
            default: return nil
            }
        }

        var canBeDecimal: Bool { self == .point || self == .comma }
    }

    /// Splits the marks into those that group thousands and, last, the decimal one.
    private static func decimalMark(
        groups: [[UInt8]],
        marks: [Mark],
        else fault: MoneyError
    ) throws(MoneyError) -> (grouping: [Mark], kind: Fraction) {
        guard let last = marks.last else { return ([], .certain) }
        let grouping = Array(marks.dropLast())
        guard last.canBeDecimal else { return (marks, .certain) }
        if grouping.isEmpty {
            let couldGroup = wellGrouped(groups, by: marks)
            return (grouping, couldGroup ? .unclear : .certain)
        }
        if grouping.contains(last) {
            guard grouping.allSatisfy({ $0 == last }) else { throw fault }
            return (marks, .certain)
        }
        return (grouping, .certain)
    }

    /// Whether the marks stand where thousands are marked: one kind, three digits between them,
    /// or the Indian 12,34,567.
    private static func wellGrouped(_ groups: [[UInt8]], by marks: [Mark]) -> Bool {
        guard let first = groups.first, let mark = marks.first else { return groups.count == 1 }
        guard groups.count == marks.count + 1, marks.allSatisfy({ $0 == mark }),
            groups.last?.count == 3, first.first.map({ $0 != 0 }) == true
        else { return false }
        let between = groups.dropFirst().dropLast()
        if (1...3).contains(first.count), between.allSatisfy({ $0.count == 3 }) { return true }
        return mark == .comma && (1...2).contains(first.count)
            && between.allSatisfy { $0.count == 2 }
    }
}
