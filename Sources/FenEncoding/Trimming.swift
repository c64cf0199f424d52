extension StringProtocol {
    /// The text without white space at both ends.
    package var trimmingWhitespace: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
