internal import FenMoney

/// The words of a split as the money room reads them. Names in quotation marks travel as
/// placeholders, so that nothing in them is taken for a number, a comma or a keyword. On a bill
/// (`items …`) a quoted text behind an item's number is its label and is left out.
struct SplitText {
    private static let mark: Character = "\u{E000}"
    private(set) var text = ""
    /// Whether it is an itemised bill.
    let isBill: Bool
    private var names: [String] = []

    init(_ words: [Token]) {
        let first = words.first?.pieces.map { $0.quoted ? String(Self.mark) : $0.text } ?? []
        isBill = BillWord.opens(first.joined())
        var hasNumber = false
        for (index, word) in words.enumerated() {
            if index > 0 { text += " " }
            for piece in word.pieces {
                if piece.quoted {
                    if isBill, hasNumber { continue }
                    names.append(piece.text)
                    text += String(repeating: Self.mark, count: names.count)
                } else if word.text == "and" {
                    text += isBill ? "+" : ","
                } else {
                    text += piece.text
                    let tail = piece.text.split(
                        omittingEmptySubsequences: false, whereSeparator: { ",;".contains($0) })
                    if tail.count > 1 { hasNumber = false }
                    if tail.last?.contains(where: \.isNumber) == true { hasNumber = true }
                }
            }
        }
    }

    /// Whether the words say more than the parts they become.
    var saysMore: Bool {
        if isBill { return true }
        let lowered = text.lowercased()
        return ["rest", "others", "remainder", "everyone else", "+"].contains {
            lowered.contains($0)
        }
    }

    /// The name a placeholder stands for; any other name as it is.
    func name(_ typed: String) -> String {
        guard typed.allSatisfy({ $0 == Self.mark }), names.indices.contains(typed.count - 1) else {
            return typed
        }
        return names[typed.count - 1]
    }

    /// A message with the names put back.
    func restored(_ message: String) -> String {
        var result = ""
        var run = 0
        for character in message {
            if character == Self.mark {
                run += 1
                continue
            }
            if run > 0 { result += name(String(repeating: Self.mark, count: run)) }
            run = 0
            result.append(character)
        }
        return run > 0 ? result + name(String(repeating: Self.mark, count: run)) : result
    }
}
