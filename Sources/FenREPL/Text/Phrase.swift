/// A piece of output that is safe to show.
///
/// Our own words are literals; whatever came from a person, a file or a server enters by
/// `\(foreign:)` and is neutralised there. A plain `\(string)` does not compile, so that no text
/// from anyone else can slip through.
package struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text for the screen.
    package let text: String

    /// Our own words.
    package init(stringLiteral value: String) {
        text = value
    }

    /// Words with values in them.
    package init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    /// Words of ours that were put together elsewhere, such as an amount or a usage line.
    package init(own text: String) {
        self.text = text
    }

    /// Somebody else's words, on one line.
    package init(foreign text: String) {
        self.text = Neutraliser.line(text)
    }

    /// Somebody else's words, their line breaks kept.
    package init(foreignBlock text: String) {
        self.text = Neutraliser.block(text)
    }

    /// A message behind its author's name, its line breaks kept: every line but the first is
    /// indented, so that none can be taken for a line of ours.
    package init(message text: String) {
        self.text = Neutraliser.block(text)
            .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
    }

    /// Whether there is nothing to show.
    package var isEmpty: Bool { text.isEmpty }

    /// Two phrases, one after the other.
    package static func + (left: Phrase, right: Phrase) -> Phrase {
        Phrase(own: left.text + right.text)
    }

    /// What may stand inside a phrase.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Starts an empty text.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Adds our own words.
        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            text += String(number)
        }

        /// Adds another phrase.
        package mutating func appendInterpolation(_ phrase: Phrase) {
            text += phrase.text
        }

        /// Adds text of ours: amounts, ids in hex, dates, commands.
        package mutating func appendInterpolation(own value: String) {
            text += value
        }

        /// Adds somebody else's words, made safe.
        package mutating func appendInterpolation(foreign value: String) {
            text += Neutraliser.line(value)
        }

        /// Adds a count with its noun: `2 events`, `1 event`.
        package mutating func appendInterpolation(
            _ count: some BinaryInteger,
            _ one: String,
            _ many: String? = nil
        ) {
            text += "\(count) \(count == 1 ? one : many ?? one + "s")"
        }
    }
}

extension [Phrase] {
    /// The phrases in a row with `separator` between them.
    package func joined(_ separator: String = ", ") -> Phrase {
        Phrase(own: map(\.text).joined(separator: separator))
    }

    /// The phrases as people list them: `a, b and c`.
    package var listed: Phrase {
        guard count > 1, let last else { return first ?? "" }
        return [Array(dropLast()).joined(), last].joined(" and ")
    }
}
