internal import FenREPL
internal import Glibc

/// What one line gave.
struct TableAnswer: Equatable {
    /// The output, without what arrived by itself.
    var lines: [String] = []
    /// What went to standard error.
    var errors: [String] = []
    /// How the line ended.
    var status: Int32 = 0
    /// What can be bound.
    var main: String?
    /// Whether the process ended meanwhile.
    var isGone = false
    /// The line of the script with an answer that nothing asked for.
    var unasked: Int?

    /// Whether the process was leaving already, so that nobody read the line. Its status is then
    /// that of the lines before, which may have failed; a defect's is greater, and so is a signal's.
    var wasNotTaken: Bool {
        isGone && status < 64 && lines.isEmpty && errors.isEmpty
    }
}

/// One member's process: typed lines go in by a pipe, output and frames come back by three.
final class TableMember {
    let name: String
    private let process: pid_t
    private var input: Int32
    private var channels: [Channel]
    /// What arrived by itself and was not shown yet.
    private var notices: [String] = []

    private struct Channel {
        var descriptor: Int32
        var bytes: [UInt8] = []
        var isOpen = true
    }

    private static let output = 0
    private static let errors = 1
    private static let frames = 2

    /// Starts `program` with these arguments and settings; nil where the system refuses.
    init?(name: String, program: String, arguments: [String], environment: [String: String]) {
        self.name = name
        var pipes: [(read: Int32, write: Int32)] = []
        for _ in 0..<4 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes.append((ends[0], ends[1]))
        }
        let theirs = [pipes[0].read, pipes[1].write, pipes[2].write, pipes[3].write]
        var settings = environment
        settings[TableProtocol.frameVariable] = "3"
        let started = ChildProcess.spawn(program, arguments, settings, descriptors: theirs)
        for end in theirs { close(end) }
        input = pipes[0].write
        channels = pipes[1...].map { Channel(descriptor: $0.read) }
        guard let started else {
            close(input)
            for channel in channels { close(channel.descriptor) }
            return nil
        }
        process = started
        for channel in channels { _ = fcntl(channel.descriptor, F_SETFL, O_NONBLOCK) }
    }

    /// Types a line and waits for its frame, or for the end of the process. What the line asks is
    /// answered with `reply`, nil for a question that has no answer.
    func type(
        _ text: String, seconds: Int, reply: (TableQuestion) -> String? = { _ in nil }
    ) -> TableAnswer {
        var answer = TableAnswer()
        guard OutputPipe.writeAll(Array((text + "\n").utf8), to: input) else {
            collect(into: &answer)
            return ended(answer)
        }
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            wait(until: deadline)
            while let line = nextLine() {
                if let question = TableQuestion(line) {
                    answer.lines += put(question, reply(question))
                    continue
                }
                guard let frame = TableFrame(line) else { continue }
                // Everything the line printed was written before its frame.
                readAll()
                collect(into: &answer)
                answer.status = frame.status
                answer.main = frame.main
                return answer
            }
            if !channels[Self.frames].isOpen {
                collect(into: &answer)
                return ended(answer)
            }
            if ContinuousClock.now > deadline {
                collect(into: &answer)
                answer.errors.append("no answer within \(seconds) seconds")
                answer.status = 70
                return answer
            }
        }
    }

    /// What arrived by itself since the last call.
    func takeNotices() -> [String] {
        readAll()
        var unasked = TableAnswer()
        collect(into: &unasked)
        defer { notices = [] }
        return notices
    }

    /// Ends the process at once, as a power cut would.
    func kill() {
        Glibc.kill(process, SIGKILL)
        _ = reap()
    }

    /// Lets the process end by closing its input.
    func leave() {
        close(input)
        input = -1
        let deadline = ContinuousClock.now + .seconds(10)
        while channels[Self.frames].isOpen, ContinuousClock.now < deadline { wait(until: deadline) }
        if channels[Self.frames].isOpen { Glibc.kill(process, SIGKILL) }
        _ = reap()
    }

    private func ended(_ answer: TableAnswer) -> TableAnswer {
        var answer = answer
        answer.isGone = true
        answer.status = reap()
        return answer
    }

    private func reap() -> Int32 {
        let status = ChildProcess.wait(for: process)
        if input >= 0 { close(input) }
        input = -1
        for channel in channels { close(channel.descriptor) }
        channels = channels.map { _ in Channel(descriptor: -1, isOpen: false) }
        return status
    }

    private func wait(until deadline: ContinuousClock.Instant) {
        var waiting = channels.filter(\.isOpen).map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        let left = (deadline - ContinuousClock.now).components
        let milliseconds = max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
        _ = poll(&waiting, nfds_t(waiting.count), Int32(min(milliseconds + 1, 600_000)))
        readAll()
    }

    private func readAll() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        for index in channels.indices where channels[index].isOpen {
            while true {
                let count = chunk.withUnsafeMutableBytes {
                    read(channels[index].descriptor, $0.baseAddress, $0.count)
                }
                if count > 0 {
                    channels[index].bytes += chunk[..<count]
                    continue
                }
                if count < 0, errno == EINTR { continue }
                if count == 0 { channels[index].isOpen = false }
                break
            }
        }
    }

    private func nextLine() -> [UInt8]? {
        guard let end = channels[Self.frames].bytes.firstIndex(of: 0x0A) else { return nil }
        defer { channels[Self.frames].bytes.removeFirst(end + 1) }
        return Array(channels[Self.frames].bytes[..<end])
    }

    /// Sends the reply to a question; what a reader sees of both, nothing where it has no answer.
    private func put(_ question: TableQuestion, _ reply: String?) -> [String] {
        let line = TableQuestion.reply(reply) + "\n"
        // A process that is gone is noticed where its frame is waited for.
        _ = OutputPipe.writeAll(Array(line.utf8), to: input)
        guard let reply else { return [] }
        let shown = question.isSecret ? "(not shown)" : Neutraliser.line(reply)
        return question.lines + ["< " + shown]
    }

    private func collect(into answer: inout TableAnswer) {
        for line in takeLines(Self.output) {
            if line.hasPrefix(TableProtocol.noticePrefix) {
                notices.append(line)
            } else {
                answer.lines.append(line)
            }
        }
        answer.errors += takeLines(Self.errors)
    }

    private func takeLines(_ channel: Int) -> [String] {
        let bytes = channels[channel].bytes
        guard let end = bytes.lastIndex(of: 0x0A) else { return [] }
        channels[channel].bytes = Array(bytes[(end + 1)...])
        return bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
