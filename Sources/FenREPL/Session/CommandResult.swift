package import FenEngine

/// A part of the text face.
package enum TextBlock: Hashable, Sendable {
    /// A line, or several where the phrase holds line breaks.
    case line(Phrase)
    /// A line that may be long: it is broken everywhere, also in a file.
    case paragraph(Phrase)
    /// A table.
    case table(TextTable)
    /// An empty line.
    case blank
    /// Text that stands alone and as it is, such as a link.
    case verbatim(String)
    /// A QR code of this text.
    case qr(String, QRVariant)
}

/// What a command answers: one value with two faces, text and JSON.
package struct CommandResult: Sendable {
    /// The text face.
    package var text: [TextBlock] = []
    /// The JSON face, without the envelope.
    package var data: [OutputJSON.Field] = []
    /// What a script binds.
    package var mainValue: String?
    /// A line for the prompt.
    package var prefill: String?
    /// A line that was typed in place of an answer, to be run next.
    package var nextLine: String?
    /// A lesson to be played.
    package var lesson: Lesson?
    /// How a process that runs only this command ends.
    package var status: ExitStatus = .done
    /// The person wants to leave.
    package var leave = false

    /// An answer to be filled.
    package init() {}

    /// An answer of one sentence.
    package init(_ sentence: Phrase, main: String? = nil) {
        text = [.line(sentence)]
        mainValue = main
    }

    /// Adds a line.
    package mutating func say(_ phrase: Phrase) {
        text.append(.line(phrase))
    }

    /// Adds a table, unless it is empty.
    package mutating func show(_ table: TextTable) {
        if !table.rows.isEmpty { text.append(.table(table)) }
    }

    /// Sets a key of the JSON face.
    package mutating func set(_ key: String, _ value: OutputJSON) {
        data.append(OutputJSON.Field(key: key, value: value))
    }
}
