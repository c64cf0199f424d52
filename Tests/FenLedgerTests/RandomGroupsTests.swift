import FenEncoding
import FenLedger
import FenProtocol
import Foundation
import Testing

/// Random groups that `Tests/Reader/make_group.py` wrote come out byte for byte as its reader, an
/// independent implementation, says. `FEN_RANDOM_GROUPS` names the folder of groups.
@Suite(.enabled(if: RandomGroups.folder != nil))
struct RandomGroupsTests {
    @Test(arguments: RandomGroups.names)
    func agrees(_ name: String) throws {
        let folder = try #require(RandomGroups.folder).appendingPathComponent(name)
        let link = try String(
            contentsOf: folder.appendingPathComponent("link.txt"), encoding: .utf8)
        let store = try StoreFolder(link: link, store: folder.appendingPathComponent("store"))
        var ledger = Ledger(group: store.group, founder: store.founder)
        ledger.insert(store.facts)
        let dump = ledger.project().dump(.extended)
        let expected = try Data(contentsOf: folder.appendingPathComponent("expected.long"))
        #expect(RandomGroups.difference(dump, [UInt8](expected)) == "", "group \(name)")
    }
}

/// The folder of random groups.
enum RandomGroups {
    static var folder: URL? {
        ProcessInfo.processInfo.environment["FEN_RANDOM_GROUPS"].map { URL(fileURLWithPath: $0) }
    }

    static var names: [String] {
        guard let folder else { return [] }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The lines that only one side has; empty for equal texts.
    static func difference(_ found: [UInt8], _ expected: [UInt8]) -> String {
        guard found != expected else { return "" }
        let left = Set(String(decoding: found, as: UTF8.self).split(separator: "\n"))
        let right = Set(String(decoding: expected, as: UTF8.self).split(separator: "\n"))
        let lines =
            left.subtracting(right).sorted().map { "swift  \($0)" }
            + right.subtracting(left).sorted().map { "python \($0)" }
        return lines.isEmpty ? "order of lines" : lines.prefix(40).joined(separator: "\n")
    }
}
