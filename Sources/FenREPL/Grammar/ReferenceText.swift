/// A reference as it was typed, not yet looked up.
package enum ReferenceText: Hashable, Sendable {
    /// `bob:42`, `bob:42'`.
    case numbered(author: String, seq: UInt64, branch: Int)
    /// `#3f9a`.
    case prefix(String)
    /// `^`, `^3`: the n-th last one shown, from 1.
    case shown(Int)

    /// Reads a reference; anything else is a usage error that shows the forms.
    package static func parse(_ typed: String) throws(UsageError) -> ReferenceText {
        guard let reference = read(typed) else {
            throw UsageError(
                "“\(typed)” names no event.",
                hint: "Type it as bob:42, #3f9a, ^ for the last one shown or ^3 for the third last."
            )
        }
        return reference
    }

    /// Reads a reference; nil for anything else.
    package static func read(_ typed: String) -> ReferenceText? {
        if typed.hasPrefix("^") {
            if typed == "^" { return .shown(1) }
            guard let number = number(typed.dropFirst()), number <= 10_000 else { return nil }
            return .shown(Int(number))
        }
        if typed.hasPrefix("#") {
            let digits = typed.dropFirst().lowercased()
            let isHex = digits.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
            return isHex && (4...64).contains(digits.utf8.count) ? .prefix(digits) : nil
        }
        guard let colon = typed.lastIndex(of: ":"), colon != typed.startIndex else { return nil }
        var rest = typed[typed.index(after: colon)...]
        var branch = 0
        while let last = rest.last, last == "'" || last == "’" {
            rest.removeLast()
            branch += 1
        }
        guard let seq = number(rest), branch < 8 else { return nil }
        return .numbered(author: String(typed[..<colon]), seq: seq, branch: branch)
    }

    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = UInt64(text), value > 0
        else { return nil }
        return value
    }
}
