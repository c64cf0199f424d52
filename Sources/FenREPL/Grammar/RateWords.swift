internal import FenMoney

/// Tells words that say a rate from words of a description: `at 25.25 CZK` from `at 7pm`.
enum RateWords {
    /// Whether these words begin with a rate: a number and a currency in either order, in one word
    /// or in two, or two sides with `=` between them.
    static func begin(_ words: ArraySlice<Token>) -> Bool {
        var pieces: [Substring] = []
        for word in words.prefix(5) {
            guard !word.quoted else { break }
            var rest = word.text[...]
            while let equals = rest.firstIndex(of: "=") {
                if equals > rest.startIndex { pieces.append(rest[..<equals]) }
                pieces.append("=")
                rest = rest[rest.index(after: equals)...]
            }
            if !rest.isEmpty { pieces.append(rest) }
        }
        guard let first = pieces.first else { return false }
        if let end = pieces.firstIndex(of: "="), (1...2).contains(end) {
            return pieces[..<end].contains { $0.contains(where: \.isNumber) }
        }
        let second = pieces.dropFirst().first
        if isNumber(first) { return second.map(isCode) ?? false }
        if isCode(first), first.allSatisfy(\.isUppercase) { return second.map(isNumber) ?? false }
        // Number and code in one word: `20.00CZK`, `CZK20`.
        let letters = first.filter(\.isLetter)
        return isNumber(first.filter { !$0.isLetter }[...]) && isCode(letters[...])
            && (first.hasPrefix(letters) || first.hasSuffix(letters))
    }

    private static func isNumber(_ text: Substring) -> Bool {
        WordList.looksLikeNumber(Token(String(text))) && !text.contains(where: \.isLetter)
    }

    private static func isCode(_ text: Substring) -> Bool {
        text.utf8.count == 3 && Currency(code: text.uppercased())?.isKnown ?? false
    }
}
