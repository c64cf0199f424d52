internal import FenProtocol

/// Lines that were refused, by the label that says why.
struct RefusedLines {
    /// How many lines each label has.
    let counts: [String: Int]

    /// The labels with their counts and what they mean in words, by label. A label of a later
    /// version stands for itself; neither it nor the words are neutralised.
    var rows: [(label: String, words: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { label, count in
            (label, RefusalReason(rawValue: label).map(LabelFace.words) ?? label, count)
        }
    }

    /// An object with a count a label.
    var json: OutputJSON {
        .object(rows.map { OutputJSON.Field(key: $0.label, value: .number($0.count)) })
    }
}
