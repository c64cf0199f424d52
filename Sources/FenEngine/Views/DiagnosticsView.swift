/// How this home stands, for somebody who helps: versions, states, codes, counts and times.
///
/// Every value is a number, or a word that this program has chosen. No key, no name, no amount, no
/// text, no path, no address and nothing of a store's credentials can be in it.
package struct DiagnosticsView: Sendable, Equatable {
    /// A part under a heading.
    package struct Section: Sendable, Equatable {
        /// The heading.
        package let title: String
        /// What stands under it.
        package internal(set) var rows: [Row] = []

        /// A part with nothing in it yet.
        init(_ title: String) { self.title = title }

        /// Adds a row of a number.
        mutating func add(_ key: String, _ number: some BinaryInteger) {
            rows.append(Row(key: key, value: "\(number)"))
        }

        /// Adds a row of yes or no.
        mutating func add(_ key: String, _ flag: Bool) {
            rows.append(Row(key: key, value: flag ? "yes" : "no"))
        }

        /// Adds a row of words that are this program's own.
        mutating func add(_ key: String, own words: String) {
            rows.append(Row(key: key, value: words))
        }
    }

    /// One fact.
    package struct Row: Sendable, Equatable {
        /// What it is about.
        package let key: String
        /// What is so.
        package let value: String
    }

    /// The parts in their order.
    package let sections: [Section]
}
