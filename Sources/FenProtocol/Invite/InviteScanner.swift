import FenEncoding

/// Walks over pasted text without what mail programs and chats put between its characters.
struct InviteScanner {
    /// The printable ASCII characters, quotes taken out.
    private let characters: [UInt8]
    /// Positions in `characters` before which something was taken out.
    private let gaps: Set<Int>
    /// The position of the next character.
    private var position = 0

    /// Takes the characters out of a text.
    init(_ text: String) {
        var characters: [UInt8] = []
        var gaps: Set<Int> = []
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7f, !Self.quotes.contains(byte) {
                characters.append(byte)
            } else {
                gaps.insert(characters.count)
            }
        }
        self.characters = characters
        self.gaps = gaps
    }

    /// `" ' * < > ` |`: quotes of text, mail and markup, none of which an invite has.
    private static let quotes = Set("\"'*<>`|".utf8)

    /// Whether nothing but punctuation follows.
    var isAtEnd: Bool {
        !characters[position...].contains { Self.isWordCharacter($0) }
    }

    /// Goes behind the first place where the text stands, whatever its case; false when there is
    /// none.
    mutating func skip(past text: String) -> Bool {
        guard let index = find(text) else {
            return false
        }
        position = index + text.utf8.count
        return true
    }

    /// Whether the text is the beginning of one of these, or begins with the end of one: of the
    /// beginning four characters and all of the host, of the end, where one is named, all of it must
    /// be there.
    func isCut(of starts: [String], ending: String? = nil) -> Bool {
        let text = String(decoding: characters.map(Self.lowercase), as: UTF8.self)
        return starts.contains { start in
            let least = start.hasPrefix("https") ? "https://fenapp" : "fen:"
            if text.hasPrefix(least), start.hasPrefix(text) {
                return true
            }
            guard let ending else { return false }
            return start.hasSuffix(ending)
                && start.indices.contains { index in
                    let rest = start[index...]
                    return rest.hasSuffix(ending) && text.hasPrefix(rest)
                }
        }
    }

    /// Passes one character if it is next.
    mutating func skip(_ character: Character) -> Bool {
        guard position < characters.count, characters[position] == character.asciiValue else {
            return false
        }
        position += 1
        return true
    }

    /// The next digits, up to a place where something was taken out.
    mutating func digits() -> [UInt8] {
        let start = position
        while position < characters.count, (0x30...0x39).contains(characters[position]),
            position == start || !gaps.contains(position)
        {
            position += 1
        }
        return [UInt8](characters[start..<position])
    }

    /// The next `name=value` and the `&` behind it; nil when there is none or it has no `=`. Of a
    /// value at the end of the text closing punctuation is left out.
    mutating func field() -> (name: String, value: [UInt8], start: Int)? {
        guard let equals = characters[position...].firstIndex(of: 0x3d) else {
            return nil
        }
        let end = characters[equals...].firstIndex(of: 0x26) ?? characters.count
        var name = String(decoding: characters[position..<equals], as: UTF8.self)
        if name.hasPrefix("amp;") {
            // A link copied out of the source of a page.
            name.removeFirst(4)
        }
        var value = characters[(equals + 1)..<end]
        while end == characters.count, let last = value.last, !Self.isWordCharacter(last) {
            value.removeLast()
        }
        position = min(end + 1, characters.count)
        return (name, [UInt8](value), equals + 1)
    }

    /// The digits of the version field; a word that goes on behind them makes it damaged.
    mutating func version(
        _ field: (name: String, value: [UInt8], start: Int)
    ) throws(InviteError) -> [UInt8] {
        var rest = self
        rest.position = field.start
        let digits = rest.digits()
        if rest.position < characters.count, !gaps.contains(rest.position),
            Self.isWordCharacter(characters[rest.position])
        {
            throw .damaged
        }
        return digits
    }

    /// The letters, digits, dashes and underscores from here on.
    mutating func word() -> [UInt8] {
        let start = position
        while position < characters.count, Self.isWordCharacter(characters[position]) {
            position += 1
        }
        return [UInt8](characters[start..<position])
    }

    /// The base32 letters from here on, in capitals, the counts of letters before which something
    /// was taken out, and whether nothing but punctuation follows.
    mutating func base32() -> (letters: [UInt8], gaps: Set<Int>, isCut: Bool) {
        let start = position
        while position < characters.count, Self.isBase32(characters[position]) {
            position += 1
        }
        let letters = characters[start..<position].map { $0 & 0x40 == 0 ? $0 : $0 & ~0x20 }
        return (letters, Set(gaps.map { $0 - start }), isAtEnd)
    }

    /// What stands in base32 from here on behind a u16 that says how many bytes it has.
    mutating func counted(_ sizes: ClosedRange<Int>) throws(InviteError) -> [UInt8] {
        let text = base32()
        guard text.letters.count >= 4 else {
            throw text.isCut ? .incomplete : .damaged
        }
        // Four letters are twenty bits, the length's sixteen at their top.
        let head = text.letters.prefix(4).reduce(0) { $0 << 5 | Int(Self.base32Value($1)) }
        let length = head >> 4
        guard sizes.contains(length) else {
            throw .damaged
        }
        let count = ((length + 2) * 8 + 4) / 5
        guard text.letters.count >= count else {
            throw text.isCut ? .incomplete : .damaged
        }
        guard text.letters.count == count || text.gaps.contains(count),
            let bytes = Base32.decode(String(decoding: text.letters[..<count], as: UTF8.self))
        else {
            throw .damaged
        }
        return [UInt8](bytes[2...])
    }

    /// The five bits of a base32 capital or digit.
    static func base32Value(_ letter: UInt8) -> UInt8 {
        letter & 0x40 == 0 ? letter &- 0x32 &+ 26 : letter &- 0x41
    }

    private static func isBase32(_ byte: UInt8) -> Bool {
        (0x41...0x5a).contains(byte & ~0x20) && byte & 0x40 != 0 || (0x32...0x37).contains(byte)
    }

    private static func isWordCharacter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & ~0x20) && byte & 0x40 != 0
            || byte == 0x2d || byte == 0x5f
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
    }

    private func find(_ text: String) -> Int? {
        let wanted = [UInt8](text.utf8)
        guard characters.count >= wanted.count else {
            return nil
        }
        return (0...(characters.count - wanted.count)).first { start in
            zip(wanted, characters[start...]).allSatisfy { $0 == Self.lowercase($1) }
        }
    }
}
