/// One word of a typed line.
package struct Token: Hashable, Sendable {
    /// A stretch of a word that stood either inside or outside quotation marks.
    package struct Piece: Hashable, Sendable {
        /// The characters, without their quotation marks.
        package var text: String
        /// Whether they stood in quotation marks.
        package var quoted: Bool
    }

    /// The stretches of the word, in order: `"May Lee",Bob` is two.
    package private(set) var pieces: [Piece]

    /// A word of one stretch; `quoted` makes it plain text whatever it looks like.
    package init(_ text: String, quoted: Bool = false) {
        pieces = [Piece(text: text, quoted: quoted)]
    }

    /// A word of several stretches.
    package init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// A word as a shell hands it over: one with spaces in it is taken as quoted, and behind
    /// `key=` only its value is.
    package init(shellWord word: String, keys: [String]) {
        let needsQuotes = word.isEmpty || word.contains(where: \.isWhitespace)
        if needsQuotes, let equals = word.firstIndex(of: "="),
            keys.contains(String(word[..<equals]))
        {
            let value = word[word.index(after: equals)...]
            pieces = [
                Piece(text: String(word[...equals]), quoted: false),
                Piece(text: String(value), quoted: true),
            ]
        } else {
            pieces = [Piece(text: word, quoted: needsQuotes)]
        }
    }

    /// The word without its quotation marks.
    package var text: String {
        pieces.count == 1 ? pieces[0].text : pieces.map(\.text).joined()
    }

    /// Whether the word begins in quotation marks: then it is no keyword, option or amount.
    package var quoted: Bool { pieces.first?.quoted ?? false }
}

/// Cuts a typed line into words.
///
/// A quotation mark (`"` or the curly pair) opens a quoted stretch only where a word, or the value
/// after `=`, `,` or `:`, begins: `12" vinyl` and `O'Brien` need no care. Inside quotation marks
/// a backslash takes the next `"` or `\` as it is; outside them it does so for a space and a `"`.
package struct Tokenizer {
    private var characters: Substring
    private var tokens: [Token] = []
    private var pieces: [Token.Piece] = []
    private var word = ""
    private var started = false

    private init(_ line: String) {
        characters = line[...]
    }

    /// The words of a line, or a usage error for a quotation mark that nothing closes.
    package static func tokens(_ line: String) throws(UsageError) -> [Token] {
        var tokenizer = Tokenizer(line)
        guard tokenizer.run() else {
            let open = String(tokenizer.pieces.last?.text.prefix(20) ?? "")
            throw UsageError(
                "The quotation mark before “\(open)” is never closed.",
                hint: "Close it with another \". To send the line as a message, put \\ in front."
            )
        }
        return tokenizer.tokens
    }

    /// The words of a line that is still being typed: an open quotation mark reaches to the end.
    package static func tokensOfDraft(_ line: String) -> [Token] {
        var tokenizer = Tokenizer(line)
        if !tokenizer.run() { tokenizer.finishWord() }
        return tokenizer.tokens
    }

    private mutating func run() -> Bool {
        while let character = characters.popFirst() {
            if character.isWhitespace {
                finishWord()
            } else if let closing = Self.closingMark(character), mayOpen {
                finishPiece()
                started = true
                guard readQuoted(until: closing) else { return false }
            } else {
                started = true
                if character == "\\", let next = characters.first, next == " " || next == "\"" {
                    characters.removeFirst()
                    word.append(next)
                } else {
                    word.append(character)
                }
            }
        }
        finishWord()
        return true
    }

    private mutating func readQuoted(until closing: Character) -> Bool {
        var text = ""
        while let character = characters.popFirst() {
            if character == closing {
                pieces.append(Token.Piece(text: text, quoted: true))
                return true
            }
            if character == "\\", let next = characters.first, next == closing || next == "\\" {
                characters.removeFirst()
                text.append(next)
            } else {
                text.append(character)
            }
        }
        pieces.append(Token.Piece(text: text, quoted: true))
        return false
    }

    private mutating func finishPiece() {
        if !word.isEmpty { pieces.append(Token.Piece(text: word, quoted: false)) }
        word = ""
    }

    private mutating func finishWord() {
        finishPiece()
        if started { tokens.append(Token(pieces: pieces)) }
        pieces = []
        started = false
    }

    private var mayOpen: Bool {
        guard let last = word.last else { return pieces.isEmpty }
        return last == "=" || last == "," || last == ":"
    }

    private static func closingMark(_ character: Character) -> Character? {
        switch character {
        case "\"": "\""
        case "“": "”"
        default: nil
        }
    }
}
