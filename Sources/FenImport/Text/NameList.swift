import FenEncoding

/// Several names in one cell with a comma between them, where a name may hold a comma itself.
struct NameList {
    /// The names the file uses elsewhere, by which those with a comma are known.
    let known: Set<String>

    /// The names of a cell: from the left, as many pieces as make the longest known name are one.
    func names(_ cell: String) -> [String] {
        let pieces = cell.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var names: [String] = []
        var start = 0
        while start < pieces.count {
            var end = start + 1
            for candidate in stride(from: pieces.count, to: start + 1, by: -1)
            where known.contains(
                pieces[start..<candidate].joined(separator: ",").trimmingWhitespace)
            {
                end = candidate
                break
            }
            let name = pieces[start..<end].joined(separator: ",").trimmingWhitespace
            if !name.isEmpty { names.append(name) }
            start = end
        }
        return names
    }
}

/// The words of a row, cut to what an event carries.
struct RowWords {
    /// What it was for.
    let description: String
    /// What it is filed under.
    let category: String?
    /// What else is to be said; the whole of a description that was cut.
    let note: String?

    /// Fits words into an event; a row without any is called by `fallback`.
    init(_ description: String, category: String?, note: String?, fallback: String) {
        let title = Self.oneLine(description)
        let long = title.unicodeScalars.count > 140
        self.description = title.isEmpty ? fallback : Self.cut(title, 140)
        let filed = Self.oneLine(category ?? "")
        self.category = filed.isEmpty ? nil : Self.cut(filed, 40)
        let words = [long ? title : "", (note ?? "").trimmingWhitespace]
            .filter { !$0.isEmpty }.joined(separator: "\n")
        self.note = words.isEmpty ? nil : Self.cut(words, 1000)
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        guard text.unicodeScalars.count > limit else { return text }
        var scalars = String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))
        scalars.append("…")
        return String(scalars)
    }
}
