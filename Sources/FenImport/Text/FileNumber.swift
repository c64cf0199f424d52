import FenEncoding
import FenMoney

/// Numbers as programs write them into files: digits and a point, a sign in front. They are taken
/// apart as text; nothing is ever a floating-point number.
struct FileNumber: Equatable {
    /// Whether it is below zero.
    let isNegative: Bool
    /// Its digits without the point and without zeros at the end behind it.
    let digits: Int64
    /// How many of the digits stand behind the point.
    let scale: Int

    /// Reads `60`, `60.0`, `-33.34`; nil for anything else, exponents too, and for more than
    /// eighteen digits.
    init?(_ text: some StringProtocol) {
        var rest = text.trimmingWhitespace[...]
        isNegative = rest.hasPrefix("-") || rest.hasPrefix("−")
        if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
        let sides = rest.split(separator: ".", omittingEmptySubsequences: false)
        guard sides.count <= 2, let whole = sides.first, !whole.isEmpty,
            sides.count == 1 || sides[1].isEmpty == false
        else { return nil }
        var fraction = sides.count == 2 ? sides[1] : ""
        while fraction.last == "0" { fraction = fraction.dropLast() }
        let significant = (whole + fraction).drop { $0 == "0" }
        guard significant.utf8.count <= 18,
            (whole + fraction).utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        digits = Int64(significant) ?? 0
        scale = fraction.utf8.count
    }

    /// Minor units of a currency; refuses more decimals than it has, whatever they would round to.
    func minorUnits(of currency: Currency, _ text: String) throws(ImportError) -> Int64 {
        guard scale <= currency.digits else {
            throw ImportError(
                "\(ImportError.quote(text)) has more decimals than \(currency.code) has.",
                hint: "Amounts are never rounded; correct it in the file.")
        }
        var minor = digits
        for _ in scale..<currency.digits {
            let (product, overflows) = minor.multipliedReportingOverflow(by: 10)
            if overflows { throw Self.tooLarge(text) }
            minor = product
        }
        guard minor <= MoneyLimits.largestAmount else { throw Self.tooLarge(text) }
        return isNegative ? -minor : minor
    }

    /// What something cost: like any amount, but it has to be there.
    static func cost(_ cell: String, _ currency: Currency) throws(ImportError) -> Int64 {
        guard !cell.isEmpty else {
            throw ImportError(
                "The amount is empty.", hint: "The row is damaged; export the file again.")
        }
        return try minor(cell, currency)
    }

    /// A cell of an amount: as a program writes it, or as a person or a spreadsheet would. An empty
    /// one is zero.
    static func minor(_ cell: String, _ currency: Currency) throws(ImportError) -> Int64 {
        if cell.isEmpty { return 0 }
        if let number = FileNumber(cell) { return try number.minorUnits(of: currency, cell) }
        do {
            let read = try AmountParser.parse(cell, defaultCurrency: currency, range: .signed)
            guard read.currency == currency else {
                throw ImportError(
                    "\(ImportError.quote(cell)) is in \(read.currency.code), the row in "
                        + "\(currency.code).")
            }
            return read.minor
        } catch let error as MoneyError {
            throw ImportError(
                ImportError.sentence(error.message), hint: ImportError.sentence(error.hint))
        } catch let error as ImportError {
            throw error
        } catch {
            throw ImportError("\(ImportError.quote(cell)) is no amount.")
        }
    }

    /// Weights as whole numbers in the same proportion, the smallest there are; nil where one is
    /// not above zero or they cannot be written in an event.
    static func weights(_ numbers: [FileNumber]) -> [Int64]? {
        let most = numbers.map(\.scale).max() ?? 0
        var whole: [Int64] = []
        for number in numbers {
            var value = number.digits
            for _ in number.scale..<most {
                let (product, overflows) = value.multipliedReportingOverflow(by: 10)
                if overflows { return nil }
                value = product
            }
            guard value > 0, !number.isNegative else { return nil }
            whole.append(value)
        }
        return reduced(whole)
    }

    /// Whole weights divided by what divides them all; nil where one stays too large for an event.
    static func reduced(_ weights: [Int64]) -> [Int64]? {
        var divisor: Int64 = 0
        for weight in weights {
            var (a, b) = (divisor, weight)
            while b != 0 { (a, b) = (b, a % b) }
            divisor = a
        }
        guard divisor > 0 else { return nil }
        let small = weights.map { $0 / divisor }
        return small.allSatisfy { (1...MoneyLimits.largestShare).contains($0) } ? small : nil
    }

    private static func tooLarge(_ text: String) -> ImportError {
        ImportError("\(ImportError.quote(text)) is more than an expense can carry.")
    }
}
