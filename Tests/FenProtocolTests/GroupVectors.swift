import FenEncoding
import FenProtocol
import Foundation

/// The whole groups of the shared vectors. They are not part of this repository: name their folder
/// in `FEN_VECTORS` and the tests that read them run.
enum GroupVectors {
    /// The folder that holds `groups/`.
    static let root = ProcessInfo.processInfo.environment["FEN_VECTORS"]

    /// Whether the groups can be read.
    static var isAvailable: Bool {
        guard let root else {
            return false
        }
        return FileManager.default.fileExists(atPath: "\(root)/groups/dublin/case.json")
    }

    /// The names of the groups.
    static let names = [
        "backagain", "clock", "closing", "dublin", "forks", "guests", "leaving", "names",
        "reopened", "rights", "storage", "waiting",
    ]

    /// One event as `dublin/case.json` lists it.
    struct Event: Decodable {
        let author: String
        let eventID: String
        let header: String
        let lamport: UInt64
        let payload: String
        let seq: UInt64

        enum CodingKeys: String, CodingKey {
            case author
            case eventID = "event_id"
            case header
            case lamport
            case payload
            case seq
        }
    }

    /// What these tests read of a `case.json`.
    struct Case: Decodable {
        let links: [String: String]
        let events: [Event]?
        let groupKeys: [String: String]?

        enum CodingKeys: String, CodingKey {
            case links
            case events
            case groupKeys = "group_keys"
        }
    }

    /// Reads a group's `case.json`.
    static func load(_ name: String) throws -> Case {
        let url = URL(fileURLWithPath: "\(root ?? "")/groups/\(name)/case.json")
        return try JSONDecoder().decode(Case.self, from: Data(contentsOf: url))
    }

    /// A group's id and the lines of its files, last lines without newline left out.
    static func lines(_ name: String) throws -> (group: GroupID, lines: [[UInt8]]) {
        let groups = URL(fileURLWithPath: "\(root ?? "")/groups/\(name)/groups")
        let folders = try FileManager.default.contentsOfDirectory(atPath: groups.path)
        guard let folder = folders.first, let group = GroupID(uuidString: folder) else {
            return (GroupID(), [])
        }
        let logs = groups.appendingPathComponent("\(folder)/logs")
        var lines: [[UInt8]] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: logs.path).sorted() {
            let bytes = [UInt8](try Data(contentsOf: logs.appendingPathComponent(file)))
            var rest = bytes[...]
            while let newline = rest.firstIndex(of: 0x0a) {
                lines.append([UInt8](rest[..<newline]))
                rest = rest[(newline + 1)...]
            }
        }
        return (group, lines)
    }
}
