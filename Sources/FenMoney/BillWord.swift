/// The word that opens a bill taken apart: `items Alice 12.50, Bob 9`, `itemised: …`.
package enum BillWord {
    private static let words: Set<String> = ["items", "item", "itemised", "itemized"]

    /// Whether a split's text, or its first word, opens a bill: one of the words, alone or with
    /// white space, a colon, a comma or a semicolon behind it.
    package static func opens(_ text: some StringProtocol) -> Bool {
        let word = text.prefix { $0.isLetter }
        guard words.contains(word.lowercased()) else { return false }
        return text[word.endIndex...].first.map { $0.isWhitespace || ":,;".contains($0) } ?? true
    }
}
