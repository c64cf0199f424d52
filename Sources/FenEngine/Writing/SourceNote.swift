import FenMoney

/// The note of a settlement that was imported: its words, and behind them its day and the name of
/// its row, for which a settlement has no fields: `by card, 2026-07-03 [import splitwise:…]`.
struct SourceNote {
    private static let opening = " [import "

    /// What the file says about it; may be empty.
    let words: String
    /// The day on which it was paid.
    let date: CalendarDate
    /// The name of its row.
    let source: String

    /// A note of its parts.
    init(words: String, date: CalendarDate, source: String) {
        self.words = words
        self.date = date
        self.source = source
    }

    /// Reads a note; nil for one that was typed.
    init?(_ note: String?) {
        guard let note, note.hasSuffix("]"), let mark = note.ranges(of: Self.opening).last,
            let date = CalendarDate(iso: note[..<mark.lowerBound].suffix(10))
        else { return nil }
        let words = note[..<mark.lowerBound].dropLast(10)
        self.words = String(words.hasSuffix(", ") ? words.dropLast(2) : words)
        self.date = date
        source = String(note[mark.upperBound...].dropLast())
    }

    /// The note as it is written.
    var text: String {
        (words.isEmpty ? "" : words + ", ") + date.iso + Self.opening + source + "]"
    }

    /// A note as people read it: without the name of the row.
    static func shown(_ note: String?) -> String? {
        guard let read = SourceNote(note) else { return note }
        return (read.words.isEmpty ? "" : read.words + ", ") + read.date.iso
    }
}
