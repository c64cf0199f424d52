import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import Foundation
import Testing

@testable import FenEngine

extension Table {
    /// The ids of all events of which the store's files hold a good copy, by the file's name.
    func storedEvents(in folder: String? = nil) throws -> [String: Set<EventID>] {
        let logs = (folder ?? storePath) + "/groups/\(group.uuidString)/logs"
        var events: [String: Set<EventID>] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: logs)
        where name.hasSuffix(".jsonl") {
            events[name] = Self.events(try read(logs + "/" + name), of: group)
        }
        return events
    }

    /// The events in a file with a right signature.
    static func events(_ file: [UInt8], of group: GroupID) -> Set<EventID> {
        var events: Set<EventID> = []
        for line in RandomGroup.lines(of: file) {
            guard let event = try? EventLine.decode(Array(line.dropLast()), group: group),
                event.verifySignature()
            else { continue }
            events.insert(event.id)
        }
        return events
    }

    /// Whether everybody shows the same, says so where not.
    func expectSame(
        _ names: [String], _ note: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let first = try await open(names[0]).dump(in: group)
        for name in names.dropFirst() {
            let other = try await open(name).dump(in: group)
            #expect(
                difference(first, other) == "", "\(name) \(note)",
                sourceLocation: sourceLocation)
        }
    }
}
