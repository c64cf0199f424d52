import FenEncoding
package import Foundation

/// The big sets of public test vectors, which are not part of this repository.
///
/// They are looked for in the folder that `FEN_VECTORS` names. Tests that need them carry
/// `.enabled(if: Vectors.found, Vectors.whySkipped)`; known answers that prove the same in small
/// are written into the tests themselves.
package enum Vectors {
    /// The folder of the sets; nil when there is none.
    package static let root: URL? = {
        guard let path = ProcessInfo.processInfo.environment["FEN_VECTORS"], !path.isEmpty else {
            return nil
        }
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        let readme = folder.appendingPathComponent("README.md")
        return FileManager.default.isReadableFile(atPath: readme.path) ? folder : nil
    }()

    /// Whether the sets are there.
    package static var found: Bool { root != nil }

    /// What a test says that is skipped without them.
    package static let whySkipped = "the big vector sets are not here: set FEN_VECTORS"

    /// The bytes of a file, named by its path in the folder.
    package static func data(_ path: String) throws -> Data {
        guard let root else { throw CocoaError(.fileNoSuchFile) }
        return try Data(contentsOf: root.appendingPathComponent(path))
    }

    /// The lines of a text file, without those that are empty or begin with `#`.
    package static func lines(_ path: String) throws -> [String] {
        String(decoding: try data(path), as: UTF8.self)
            .split(whereSeparator: \.isNewline).map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// A JSON file, whose `snake_case` names are read as `snakeCase`.
    package static func json<Value: Decodable>(
        _ path: String,
        as type: Value.Type = Value.self
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: try data(path))
    }

    /// A file of `name = value` lines, as NIST and RFC collections have them: one dictionary for
    /// every time all of `names` have been given, the last of them last.
    package static func records(_ path: String, _ names: [String]) throws -> [[String: String]] {
        var records: [[String: String]] = []
        var record: [String: String] = [:]
        for line in try lines(path) {
            let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            let name = halves[0].trimmingCharacters(in: .whitespaces)
            record[name] = halves[1].trimmingCharacters(in: .whitespaces)
            if name == names.last {
                if names.allSatisfy({ record[$0] != nil }) { records.append(record) }
                record = [:]
            }
        }
        return records
    }
}

/// The two levels every Wycheproof file has.
package struct Wycheproof<Group: Decodable>: Decodable {
    /// How many tests there are.
    package let numberOfTests: Int
    /// Tests with common parameters.
    package let testGroups: [Group]
}

/// Bytes written as hex in a vector file; an empty array for what is not hex, which then fails
/// where it is used.
package func unhex(_ text: String) -> [UInt8] {
    Hex.decode(text) ?? []
}
