internal import FenEngine

/// Somebody who can be asked: the person at the terminal, or a script's next line.
///
/// Every answer is nil when there is nobody to ask or the question was dropped.
package protocol Asker: Sendable {
    /// A question answered by yes or no, shown beneath `lines`.
    func confirm(_ lines: [String], question: String) async -> Bool?
    /// A line of text, asked for beneath `lines`; `suggestion` is what an empty answer means.
    func text(_ lines: [String], question: String, suggestion: String?) async -> String?
    /// A line that is not echoed: a link, a password.
    func secret(_ question: String) async -> String?
}

/// How a QR code is drawn.
package struct QRVariant: Hashable, Sendable {
    /// Two columns a module instead of half blocks.
    package var isBig = false
    /// Light modules on dark.
    package var isInverted = false
    /// Only `#` and spaces.
    package var isASCII = false

    /// Half blocks, black on white.
    package init() {}
}

/// Whoever can draw QR codes.
package protocol QRPresenter: Sendable {
    /// The code as lines ready for the terminal; a code that does not fit gives one line that says
    /// which size it needs, and no terminal gives nothing.
    func lines(for text: String, variant: QRVariant) -> [String]
    /// Writes the code as a PNG file; what is returned says in a sentence why it could not.
    func writePNG(_ text: String, to path: String) -> String?
}

/// How far long work is.
package struct ProgressReport: Hashable, Sendable {
    /// What is being done, in words.
    package var label: String
    /// How many units are done.
    package var done: Int
    /// How many there will be.
    package var total: Int
    /// What is counted.
    package var unit: String
}

/// Shows how far long work is; nil ends it.
package typealias ProgressMeter = @Sendable (ProgressReport?) -> Void

/// Everything a session must know of the place it runs in.
package struct ReplEnvironment: Sendable {
    /// Where lines come from.
    package enum Source: Sendable {
        /// A person at the prompt.
        case prompt
        /// A file or pipe of lines; links may stand in them.
        case script
        /// The arguments of one call, where no secret may stand.
        case arguments
    }

    /// Where lines come from.
    package var source: Source
    /// Whether somebody is there who can answer a question.
    package var isInteractive: Bool
    /// Answers every confirmation with yes.
    package var saysYes = false
    /// ASCII only, nothing redrawn.
    package var isPlain = false
    /// How many columns a line has.
    package var width = 80
    /// Whether lines are broken at words at that width, as a terminal needs it and a file does not.
    package var wraps = false
    /// Who is asked.
    package var asker: any Asker
    /// Who draws QR codes.
    package var qr: any QRPresenter
    /// Who shows progress.
    package var progress: ProgressMeter = { _ in }
    /// The name of a new identity where nobody can be asked for one.
    package var defaultName: String?
    /// The file that holds the home's passphrase, where nobody can be asked for it.
    package var passphraseFile: String?
    /// Lets time pass.
    package var pause: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    /// The clock, Unix milliseconds.
    package var now: @Sendable () -> Int64 = { Clock.system.now() }
    /// Local calendar time of a Unix time in milliseconds.
    package var localTime: @Sendable (Int64) -> LocalTime = { LocalTime(milliseconds: $0) }

    /// An environment of this kind.
    package init(
        source: Source,
        isInteractive: Bool,
        asker: any Asker,
        qr: any QRPresenter
    ) {
        self.source = source
        self.isInteractive = isInteractive
        self.asker = asker
        self.qr = qr
    }
}
