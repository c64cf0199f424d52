internal import Glibc

/// The clock of a table with a seed: every member reads it from one file, and only the player
/// moves it, by a minute a line, so that times are the same whenever and wherever it is played.
struct TableClock {
    /// 4 July 2026, 18:00 UTC, in Unix milliseconds: when every such table begins.
    private static let start: Int64 = 1_783_188_000_000
    private static let step: Int64 = 60_000
    private static let digits = 13

    /// Where the time stands.
    let path: String
    private var lines: Int64 = 0

    /// A clock in this folder, at its start; nil where it cannot be written.
    init?(in folder: String) {
        path = folder + "/.clock"
        guard write() else { return nil }
    }

    /// A minute passes; false where it cannot be written.
    mutating func tick() -> Bool {
        lines += 1
        return write()
    }

    private func write() -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return OutputPipe.writeAll(Array(String(Self.start + lines * Self.step).utf8), to: file)
    }

    /// What a member takes for the time; the start where nobody says.
    static func reading(_ path: String) -> @Sendable () -> Int64 {
        {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return start }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: digits)
            let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            guard count == digits else { return start }
            return Int64(String(decoding: bytes, as: UTF8.self)) ?? start
        }
    }
}
