/// Parts of a split as people write them.
enum SplitNumber {
    /// Hundredths of a percent: `33.33`, `50`.
    static func text(_ hundredths: some BinaryInteger) -> String {
        let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
        if part == 0 { return String(whole) }
        return "\(whole)." + (part < 10 ? "0" : "") + String(part)
    }
}
