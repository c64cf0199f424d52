/// Pieces of a page. Whatever came from a person enters by ``foreign(_:)`` or ``own(_:)``, which
/// leave nothing that a browser would take for markup.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup.
    let text: String

    /// Our own markup.
    init(stringLiteral value: String) { text = value }

    /// Markup with values in it.
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    private init(markup: String) { text = markup }

    /// Somebody else's words on one line, made visible and then harmless.
    static func foreign(_ text: String) -> HTML { escaped(Neutraliser.line(text)) }

    /// What is safe for a screen already: a name, an amount.
    static func own(_ phrase: Phrase) -> HTML { escaped(phrase.text) }

    /// What may stand inside markup.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Starts an empty text.
        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Adds our own markup.
        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds markup that is finished.
        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        /// Adds a figure.
        mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }

    private static func escaped(_ text: String) -> HTML {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return HTML(markup: escaped)
    }
}

extension Sequence<HTML> {
    /// The pieces one after the other.
    func joined() -> HTML {
        reduce(into: HTML.Interpolation(literalCapacity: 0, interpolationCount: 0)) {
            $0.appendInterpolation($1)
        }.markup
    }
}

extension HTML.Interpolation {
    /// What was put together.
    fileprivate var markup: HTML { HTML(stringInterpolation: self) }
}
