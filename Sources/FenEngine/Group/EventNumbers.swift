import FenStore

/// A set of event numbers. They rise from 1 with few gaps, so that a bit for each is the smallest
/// form: an eighth of a byte per event where a hashed set takes eleven.
struct EventNumbers {
    private var words: [UInt64] = []

    /// Puts a number in.
    mutating func insert(_ number: EventNumber) {
        let (word, bit) = Self.place(of: number)
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
        }
        words[word] |= bit
    }

    /// Takes a number out.
    mutating func remove(_ number: EventNumber) {
        let (word, bit) = Self.place(of: number)
        if word < words.count { words[word] &= ~bit }
    }

    /// Whether a number is in it.
    func contains(_ number: EventNumber) -> Bool {
        let (word, bit) = Self.place(of: number)
        return word < words.count && words[word] & bit != 0
    }

    private static func place(of number: EventNumber) -> (word: Int, bit: UInt64) {
        let index = Int(max(0, number.rawValue))
        return (index / 64, 1 << UInt64(index % 64))
    }
}
