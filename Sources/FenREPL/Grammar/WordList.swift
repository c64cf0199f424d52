/// Lists inside a line: `Alice, Bob`, `Alice 80, Bob 40`, `50%,25%,25%`.
package enum WordList {
    /// A person and what stands beside the name; either may be left out.
    package struct Item: Hashable, Sendable {
        /// The name as typed.
        package var name: String?
        /// The number as typed, with its percent sign or currency.
        package var value: String?
    }

    /// The items of a list, separated by commas or the word `and`.
    ///
    /// A comma between two digits is a decimal mark once a name stands before it in the same item
    /// (`Alice 10,50`) and a separator otherwise (`10,20`).
    package static func items(_ tokens: some Sequence<Token>) -> [Item] {
        var items: [[Token]] = []
        var current: [Token] = []

        func close() {
            if !current.isEmpty { items.append(current) }
            current = []
        }

        for token in tokens {
            if !token.quoted, token.text == "and" {
                close()
                continue
            }
            var pieces: [Token.Piece] = []
            func closeWord() {
                if !pieces.isEmpty { current.append(Token(pieces: pieces)) }
                pieces = []
            }
            for piece in token.pieces {
                if piece.quoted {
                    pieces.append(piece)
                    continue
                }
                let named = !current.isEmpty || pieces.contains { !$0.text.isEmpty }
                let parts = split(piece.text, keepingDecimals: named)
                for (index, part) in parts.enumerated() {
                    if index > 0 {
                        closeWord()
                        close()
                    }
                    if !part.isEmpty { pieces.append(Token.Piece(text: part, quoted: false)) }
                }
            }
            closeWord()
        }
        close()
        return items.map(item)
    }

    /// Whether a word reads as a number: a digit first, or a sign or currency mark before one.
    package static func looksLikeNumber(_ word: Token) -> Bool {
        guard !word.quoted, let first = word.text.unicodeScalars.first else { return false }
        if isDigit(first) { return true }
        let opens =
            first.properties.generalCategory == .currencySymbol
            || "+-−.,".unicodeScalars.contains(first)
        return opens && word.text.unicodeScalars.contains(where: isDigit)
    }

    private static func item(_ words: [Token]) -> Item {
        var names = words
        var value: String?
        if let last = names.last, looksLikeNumber(last) {
            value = last.text
            names.removeLast()
        } else if names.count > 1, let last = names.last, looksLikeCode(last),
            looksLikeNumber(names[names.count - 2])
        {
            value = names[names.count - 2].text + " " + last.text
            names.removeLast(2)
        }
        let name = names.map(\.text).joined(separator: " ")
        return Item(name: name.isEmpty ? nil : name, value: value)
    }

    private static func looksLikeCode(_ word: Token) -> Bool {
        !word.quoted && word.text.utf8.count == 3
            && word.text.allSatisfy { $0.isASCII && $0.isLetter }
    }

    private static func split(_ text: String, keepingDecimals: Bool) -> [String] {
        var parts = [""]
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let between =
                index > 0 && index + 1 < characters.count && characters[index - 1].isNumber
                && characters[index + 1].isNumber
            if character == ",", !(between && keepingDecimals && parts.count == 1) {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }
}
