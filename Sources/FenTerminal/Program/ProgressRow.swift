internal import Glibc
internal import Synchronization

/// Progress of one command called from a shell: a row on standard error that is taken away.
final class ProgressRow: Sendable {
    private struct Shown {
        var bar: ProgressBar?
        var isDrawn = false
    }

    private let shown = Mutex(Shown())
    private let style: TerminalStyle
    private let isUsable: Bool

    init(style: TerminalStyle) {
        self.style = style
        isUsable = isatty(STDERR_FILENO) == 1 && !style.isPlain
    }

    /// Shows newer figures when it is time; nil takes the row away.
    func show(_ state: ProgressState?) {
        guard isUsable else { return }
        shown.withLock { shown in
            guard let state else {
                if shown.isDrawn { Self.put("\r\u{1B}[K") }
                shown = Shown()
                return
            }
            if shown.bar == nil { shown.bar = ProgressBar(state) } else { shown.bar?.update(state) }
            let width = style.size(descriptor: STDERR_FILENO).columns
            guard let row = shown.bar?.row(width: width - 1, unicode: style.drawsBlocks) else {
                return
            }
            Self.put("\r\u{1B}[K" + row)
            shown.isDrawn = true
        }
    }

    private static func put(_ text: String) {
        _ = OutputPipe.writeAll(Array(text.utf8), to: STDERR_FILENO)
    }
}
