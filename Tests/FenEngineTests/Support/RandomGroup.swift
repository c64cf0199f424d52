import FenProtocol
import Foundation
import TestSupport

/// A random group that `Tests/Reader/make_group.py` wrote: its files line by line, its invite, and
/// the dump that an independent implementation makes of it.
///
/// Its lines hold all that can go wrong on the way: forks, holes, repair files, conflict copies,
/// lines with bad signatures beside good copies, broken chains, lamports out of bounds, removals,
/// strangers and members let in later, keys that come with the history.
struct RandomGroup: Sendable {
    let seed: UInt64
    let invite: Invite
    let link: String
    /// The files of the store below the logs folder; a last line may lack its newline.
    let files: [String: [UInt8]]
    let expected: [UInt8]

    /// Reads a group that was written below a folder.
    init(seed: UInt64, folder: URL) throws {
        self.seed = seed
        link = try String(contentsOf: folder.appending(path: "link.txt"), encoding: .utf8)
        invite = try InviteCodec.read(pasted: link).invite
        expected = [UInt8](try Data(contentsOf: folder.appending(path: "expected.dump")))
        let logs = folder.appending(path: "store/groups/\(invite.groupID.uuidString)/logs")
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: logs.path) {
            files[name] = [UInt8](try Data(contentsOf: logs.appending(path: name)))
        }
        self.files = files
    }

    /// Makes groups with consecutive seeds, each of about so many events.
    static func make(from seed: UInt64, count: Int, events: Int) throws -> [RandomGroup] {
        let folder = try TemporaryFolder()
        try ReaderTools.run(
            "make_group.py",
            ["--seed", "\(seed)", "--events", "\(events)", "--count", "\(count)", folder.path])
        return try (seed..<seed + UInt64(count)).map {
            try RandomGroup(seed: $0, folder: URL(fileURLWithPath: folder.file("\($0)")))
        }
    }

    /// Every whole line of every file, each with its newline, file by file.
    var lines: [[UInt8]] {
        files.sorted { $0.key < $1.key }.flatMap { Self.lines(of: $0.value) }
    }

    /// The whole lines of a file.
    static func lines(of file: [UInt8]) -> [[UInt8]] {
        file.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
            .map { Array($0) + [0x0a] }
    }
}

/// The lines that only one of two dumps has; empty for equal dumps.
func difference(_ found: [UInt8], _ expected: [UInt8]) -> String {
    guard found != expected else { return "" }
    let left = Set(String(decoding: found, as: UTF8.self).split(separator: "\n"))
    let right = Set(String(decoding: expected, as: UTF8.self).split(separator: "\n"))
    let lines =
        left.subtracting(right).sorted().map { "found    \($0)" }
        + right.subtracting(left).sorted().map { "expected \($0)" }
    return lines.isEmpty ? "order of lines" : lines.prefix(20).joined(separator: "\n")
}
