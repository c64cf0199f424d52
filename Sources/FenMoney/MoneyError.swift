/// What went wrong with an amount, a currency, a rate, a split, a date or a plan.
///
/// `message` says what happened, calm and with the input that caused it; `hint` says what to do
/// next and may be empty. `code` is what programs compare.
package struct MoneyError: Error, Equatable, Sendable {
    /// The kind of fault; more may come, so it is no closed list.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable text of the code, as it appears in `--json`.
        package let rawValue: String

        /// Makes a code of its stable text.
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of fault.
    package let code: Code

    /// What happened, in one sentence without the final period.
    package let message: String

    /// What to do about it; empty when the message says all.
    package let hint: String

    /// Makes an error of its parts.
    package init(_ code: Code, _ message: String, hint: String = "") {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

extension MoneyError: CustomStringConvertible {
    /// The message, with the hint behind it where there is one.
    package var description: String { hint.isEmpty ? message : "\(message) (\(hint))" }
}

extension MoneyError.Code {
    /// The text is no number in any form that amounts are typed in.
    package static let notAnAmount = Self(rawValue: "not_an_amount")
    /// The text can be read as two different amounts.
    package static let ambiguousAmount = Self(rawValue: "ambiguous_amount")
    /// The amount has more decimals than its currency.
    package static let tooManyDecimals = Self(rawValue: "too_many_decimals")
    /// An amount is zero, negative or above 10^15 minor units.
    package static let amountOutOfRange = Self(rawValue: "amount_out_of_range")
    /// A sum or a product does not fit.
    package static let overflow = Self(rawValue: "overflow")
    /// No current currency has this code.
    package static let unknownCurrency = Self(rawValue: "unknown_currency")
    /// The sign or symbol stands for several currencies.
    package static let ambiguousCurrency = Self(rawValue: "ambiguous_currency")
    /// The amount says no currency and there is none to assume.
    package static let missingCurrency = Self(rawValue: "missing_currency")
    /// The text is no rate, or the rate cannot be written in the protocol's twelve digits.
    package static let badRate = Self(rawValue: "bad_rate")
    /// The converted amount is below half a minor unit.
    package static let convertsToZero = Self(rawValue: "converts_to_zero")
    /// A split cannot be read.
    package static let badSplit = Self(rawValue: "bad_split")
    /// The parts of a split, or of who paid, do not add up.
    package static let splitMisses = Self(rawValue: "split_misses")
    /// A name in a split belongs to nobody it can mean.
    package static let unknownName = Self(rawValue: "unknown_name")
    /// A money unit breaks a rule of the protocol.
    package static let badMoneyUnit = Self(rawValue: "bad_money_unit")
    /// Balances that should cancel out do not: a defect, never patched.
    package static let notZeroSum = Self(rawValue: "not_zero_sum")
    /// The text is no date.
    package static let notADate = Self(rawValue: "not_a_date")
    /// The calendar has no such day.
    package static let unrealDate = Self(rawValue: "unreal_date")
}
