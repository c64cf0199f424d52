import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import Foundation
import TestSupport

/// One of the twelve whole groups of the shared vectors, read through the line and seal decoders.
struct VectorGroup {
    /// What a `case.json` says must come out.
    struct Expected: Decodable {
        struct Reader: Decodable {
            struct Members: Decodable {
                let active: [String]
                let gone: [String]
            }
            let events: Int
            let labels: [String: Int]
            let logsNotWhole: [String]
            let members: Members
        }
        let balances: [String: [String: Int]]
        let links: [String: String]
        let readers: [String: Reader]
    }

    static let names = [
        "backagain", "clock", "closing", "dublin", "forks", "guests", "leaving", "names",
        "reopened", "rights", "storage", "waiting",
    ]

    let expected: Expected
    let group: GroupID
    let founder: MemberID
    let facts: [Fact]

    init(_ name: String) throws {
        expected = try Vectors.json("groups/\(name)/case.json")
        guard let link = expected.links.values.first else { throw CocoaError(.fileReadCorruptFile) }
        let invite = try InviteCodec.read(pasted: link).invite
        group = invite.groupID
        founder = invite.founder
        guard let root = Vectors.root, let key = invite.key else {
            throw CocoaError(.fileNoSuchFile)
        }
        let logs = root.appendingPathComponent("groups/\(name)/groups/\(group.uuidString)/logs")
        var events: [EventID: SealedEvent] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: logs.path) {
            let bytes = [UInt8](try Data(contentsOf: logs.appendingPathComponent(file)))
            // A last line without newline waits.
            for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast() {
                let event = try EventLine.decode([UInt8](line), group: group)
                if events[event.id] == nil || event.verifySignature() { events[event.id] = event }
            }
        }
        var authentic: Set<EventID> = []
        for event in events.values.sorted(by: { $0.header.seq > $1.header.seq })
        where event.verifySignature() || authentic.contains(event.id) {
            authentic.insert(event.id)
            authentic.insert(event.header.prev)
        }
        facts = events.values.filter { authentic.contains($0.id) }.map { event in
            let content: OpenResult =
                if event.header.keyID != key.keyID {
                    .unknownKey
                } else if let payload = try? EventSeal.open(event, key: key) {
                    .payload(payload)
                } else {
                    .corrupt
                }
            return Fact(header: event.header, id: event.id, content: content)
        }
    }
}
