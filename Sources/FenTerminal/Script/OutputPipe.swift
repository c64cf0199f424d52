internal import Glibc
internal import Synchronization

/// Writes whole lines to standard output and standard error from several threads.
package final class OutputPipe: Sendable {
    private let order = Mutex(())
    private let fault = Mutex<Int32?>(nil)
    private let style: TerminalStyle

    /// Output for a destination of this style.
    package init(style: TerminalStyle) { self.style = style }

    /// Prints lines as one piece; false when nobody reads any more.
    @discardableResult
    package func print(_ lines: [String], prefix: String = "") -> Bool {
        write(lines, prefix: prefix, to: STDOUT_FILENO)
    }

    /// Prints lines on standard error.
    @discardableResult
    package func complain(_ lines: [String], prefix: String = "") -> Bool {
        write(lines, prefix: prefix, to: STDERR_FILENO)
    }

    /// Why something could not be written, in words; nil while all is well, and where the reader
    /// has gone, as `head` does.
    package var failure: String? {
        fault.withLock { $0 }.map { String(cString: strerror($0)) }
    }

    private func write(_ lines: [String], prefix: String, to descriptor: Int32) -> Bool {
        if lines.isEmpty { return true }
        var text = ""
        for line in lines {
            for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
                text += prefix + style.shown(String(part)) + "\n"
            }
        }
        return order.withLock { _ in
            if Self.writeAll(Array(text.utf8), to: descriptor) { return true }
            let reason = errno
            if descriptor == STDOUT_FILENO, reason != EPIPE { fault.withLock { $0 = $0 ?? reason } }
            return false
        }
    }

    /// Writes everything, in as many pieces as the system wants.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            start += count
        }
        return true
    }
}
