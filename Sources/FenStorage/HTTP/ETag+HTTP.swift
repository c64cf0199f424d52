extension ETag {
    /// The tag as servers write it, without what is not part of it: quotes, the mark of weakness,
    /// and the suffix of a server that packs what it sends.
    init(header: String) {
        var text = header[...]
        if text.hasPrefix("W/") { text = text.dropFirst(2) }
        if text.count >= 2, text.first == "\"", text.last == "\"" {
            text = text.dropFirst().dropLast()
        }
        for suffix in ["-gzip", "-br"] where text.hasSuffix(suffix) {
            text = text.dropLast(suffix.count)
        }
        self.init(String(text))
    }

    /// The tag as it stands in a condition.
    var quoted: String { "\"\(text)\"" }
}
