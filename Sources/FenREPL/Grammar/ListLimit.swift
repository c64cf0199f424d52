/// How many rows of a list are wanted: `all` or `last N` at the end of what was typed.
enum ListLimit {
    /// Takes the limit off the words; nil where all rows are wanted.
    static func take(
        from words: inout ArraySlice<Token>, usually: Int
    ) throws(UsageError) -> Int? {
        guard let end = words.last, words.count > 1, !end.quoted else { return usually }
        if end.text.lowercased() == "all" {
            words.removeLast()
            return nil
        }
        let word = words[words.endIndex - 2]
        guard !word.quoted, word.text.lowercased() == "last" else { return usually }
        words.removeLast(2)
        return try number(end)
    }

    /// The number behind `last`.
    static func number(_ token: Token?) throws(UsageError) -> Int {
        guard let number = token.flatMap({ Int($0.text) }), number > 0 else {
            throw UsageError("“last” needs a number above zero.", hint: "Such as: last 50")
        }
        return number
    }
}
