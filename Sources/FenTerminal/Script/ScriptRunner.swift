internal import Glibc

/// Runs lines that come from a file or a pipe: no prompt, no colour, no cursor movement. Results
/// go to standard output, what went wrong to standard error, and where the table player listens,
/// a frame follows each line.
package struct ScriptRunner {
    private let session: any PromptSession
    private let output: OutputPipe
    private let frames: Int32?

    /// A runner over a session; `environment` may name the descriptor for frames.
    package init(
        session: any PromptSession,
        output: OutputPipe,
        environment: [String: String]
    ) {
        self.session = session
        self.output = output
        frames = environment[TableProtocol.frameVariable].flatMap { Int32($0) }
        if let frames { _ = fcntl(frames, F_SETFD, FD_CLOEXEC) }
    }

    /// Runs every line of standard input, also after one failed; the result is the first failure's
    /// status.
    package func run() -> Int32 {
        let (session, output) = (session, output)
        let listener = Task.detached {
            for await lines in session.notices {
                output.print(lines, prefix: TableProtocol.noticePrefix)
            }
        }
        defer { listener.cancel() }
        var reader = LineReader(descriptor: STDIN_FILENO)
        let start = Blocking.run { await session.begin() }
        output.print(start.lines)
        output.complain(start.errorLines)
        var status = start.status
        while let text = reader.next() {
            let outcome = Blocking.run { await session.execute(Line(text)) }
            if status == 0 { status = outcome.status }
            let isRead = show(outcome)
            if outcome.leaves || !isRead { break }
        }
        return status
    }

    /// Prints an outcome, then tells the player that it is complete.
    package func show(_ outcome: PromptOutcome) -> Bool {
        let isRead = output.print(outcome.lines)
        output.complain(outcome.errorLines)
        guard let frames else { return isRead }
        let frame = TableFrame(status: outcome.status, main: outcome.mainValue)
        return OutputPipe.writeAll(frame.encode(), to: frames)
    }
}

/// Lines from a descriptor; the last one needs no line feed.
struct LineReader {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its end, or nil after the last.
    mutating func next() -> String? {
        while true {
            if let end = bytes.firstIndex(of: 0x0A) {
                var line = bytes[..<end]
                if line.last == 0x0D { line.removeLast() }
                let text = String(decoding: line, as: UTF8.self)
                bytes.removeFirst(end + 1)
                return text
            }
            if isAtEnd {
                guard !bytes.isEmpty else { return nil }
                defer { bytes = [] }
                return String(decoding: bytes, as: UTF8.self)
            }
            fill()
        }
    }

    private mutating func fill() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            bytes += chunk[..<count]
        } else if count == 0 || errno != EINTR {
            isAtEnd = true
        }
    }
}
