/// An expense as it was typed, taken apart but not yet looked up: names are words, amounts text.
package struct MoneyLine: Hashable, Sendable {
    /// An amount and the currency that stood beside it.
    package struct Money: Hashable, Sendable {
        /// The amount's word, possibly with a currency mark of its own.
        package var text: String
        /// The currency typed as a word of its own, in capitals.
        package var currency: String?
    }

    /// Whom an expense is for.
    package enum Audience: Hashable, Sendable {
        /// Everybody who takes part in the group, less those named after `but`.
        case all(but: [String])
        /// Those named, in the order typed.
        case these([String])
    }

    /// The amount; only an edit may leave it out.
    package var money: Money?
    /// What it was for; only an edit may leave it out.
    package var description: String?
    /// Who paid, each with the part typed.
    package var by: [WordList.Item]?
    /// Whom it is for.
    package var audience: Audience?
    /// The words that say how it is divided.
    package var split: [Token]?
    /// The day as typed.
    package var date: String?
    /// The category; empty clears it.
    package var category: String?
    /// The exchange rate as typed, with the currency that stood beside it.
    package var rate: String?
    /// The word the rate stood behind: `rate` or `at`.
    package var rateWord: String?
    /// The note; empty is none, and clears it in an edit.
    package var note: String?

    /// Nothing but a number and words: no currency and no clause.
    package var isBare: Bool {
        by == nil && audience == nil && split == nil && date == nil && category == nil
            && rate == nil && note == nil && money?.currency == nil
    }

    /// A line that says nothing yet.
    package init() {}
}
