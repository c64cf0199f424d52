package import FenMoney

/// A line that was not understood: what is wrong with it and what to type instead.
///
/// Every usage error leaves with exit status 2. Words of other people in it are raw; they are made
/// visible where the error is rendered.
package struct UsageError: Error, Hashable, Sendable {
    /// A stable word for programs.
    package var code: String
    /// What is wrong, as one sentence.
    package var message: String
    /// What to type instead.
    package var hint: String?

    /// An error with its way out.
    package init(_ message: String, hint: String? = nil, code: String = "USAGE") {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The code of a confirmation that nobody gave.
    package static let needsYes = "NEEDS_YES"

    /// A fault in a typed amount, rate, split or date.
    package init(_ fault: MoneyError, hint: String? = nil) {
        code = fault.code.rawValue.uppercased()
        message = Self.sentence(fault.message)
        self.hint = hint ?? (fault.hint.isEmpty ? nil : Self.sentence(fault.hint))
    }

    /// Runs `body` and turns a fault of the money room into a usage error.
    package static func wrapping<Value>(
        hint: String? = nil,
        _ body: () throws(MoneyError) -> Value
    ) throws(UsageError) -> Value {
        do {
            return try body()
        } catch {
            throw UsageError(error, hint: hint)
        }
    }

    /// A text with a capital at its beginning, its end left alone: a command may stand there.
    package static func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// A text with a capital at its beginning and, behind a word, a full stop.
    package static func sentence(_ text: String) -> String {
        let whole = capitalised(text)
        guard let last = whole.last, last.isLetter || last.isNumber else { return whole }
        return whole + "."
    }
}
