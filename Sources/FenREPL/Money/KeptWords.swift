internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// The words of a money line that say more than what they become: `split items …`, `at 25.25 CZK`.
/// The event keeps them, so that `/edit` can give them back.
struct KeptWords: Equatable {
    /// The words of the split with their keyword; nil where the parts say as much.
    var split: String?
    /// The words of the rate with their keyword; nil where the rate says as much.
    var rate: String?

    /// The most characters an event keeps.
    static let longest = ProtocolLimits.typed.upperBound

    /// The words of a line that became this split and this rate.
    init(_ line: MoneyLine, split: Split, rate: Rate?) {
        if let words = line.split, Self.saysMore(words, split) {
            self.split = "split " + words.map(\.source).joined(separator: " ")
        }
        if let typed = line.rate, let rate, typed != rate.text {
            self.rate = "\(line.rateWord ?? "rate") \(typed)"
        }
    }

    /// The words an event has kept. What is no clause of a line is taken as the split's.
    init(typed: String?) {
        guard let typed else { return }
        guard let tokens = try? Tokenizer.tokens(typed),
            let line = try? MoneyLineParser.parse(tokens, form: .edit)
        else {
            split = typed
            return
        }
        var rest = line
        (rest.split, rest.rate, rest.rateWord) = (nil, nil, nil)
        guard rest == MoneyLine() else {
            split = typed
            return
        }
        split = line.split.map { "split " + $0.map(\.source).joined(separator: " ") }
        rate = line.rate.map { "\(line.rateWord ?? "rate") \($0)" }
    }

    /// With the words of an old money unit where its split, or its rate, stays as it was.
    func orThose(of old: MoneyUnit, split: Split, rate: Rate?) -> KeptWords {
        let kept = KeptWords(typed: old.typed)
        var words = self
        if split == old.split { words.split = kept.split }
        if rate == old.rate { words.rate = kept.rate }
        return words
    }

    /// What the event keeps: all of it, or nothing where that is too long. Half of it would say
    /// something else.
    var kept: String? { isTooLong ? nil : whole }

    /// Whether they do not fit an event.
    var isTooLong: Bool { (whole?.unicodeScalars.count ?? 0) > Self.longest }

    /// What is said where they do not fit.
    var remark: Phrase? {
        guard isTooLong, let whole else { return nil }
        return """
            The words are kept as their amounts only: they have \(whole.unicodeScalars.count) \
            characters, and \(Self.longest) fit.
            """
    }

    private var whole: String? {
        let parts = [split, rate].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private static func saysMore(_ words: [Token], _ split: Split) -> Bool {
        let text = SplitText(words)
        // 1.5 to 1 becomes 3 to 2.
        return text.saysMore || split.mode == .shares && text.text.contains(".")
    }
}

extension Token {
    /// The word as it may be typed again.
    var source: String {
        pieces.map { piece in
            piece.quoted
                ? MoneyLineText.inQuotes(piece.text)
                : piece.text.replacing("\"", with: "\\\"").replacing(" ", with: "\\ ")
        }.joined()
    }
}
