import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import Foundation
import Testing

/// The whole group that the protocol pages publish: every intermediate and the dump.
@Suite("Lake house, the published group")
struct LakeHouseTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/lake-house")

    private struct Published: Decodable {
        struct Event: Decodable {
            let author: String
            let seq: UInt64
            let lamport: UInt64
            let header: String
            let payload: String
            let ct: String
            let id: String
            let sig: String
        }

        let group: String
        let groupKey: String
        let check: String
        let events: [Event]

        enum CodingKeys: String, CodingKey {
            case group
            case groupKey = "group_key"
            case check
            case events
        }
    }

    @Test("invite and folder give the published dump and words")
    func dump() throws {
        for name in ["bob", "may"] {
            let links = try Self.text("invite-\(name).txt").split(separator: "\n").map(String.init)
            #expect(links.count == 2)
            for link in links {
                let store = try StoreFolder(link: link, store: Self.folder)
                var ledger = Ledger(group: store.group, founder: store.founder)
                ledger.insert(store.facts)
                let dump = ledger.project().dump()
                #expect(String(decoding: dump, as: UTF8.self) == (try Self.text("dump.jsonl")))
                let words = try Self.text("words.txt").split(whereSeparator: \.isWhitespace)
                #expect(StateWords.words(dump: dump) == words.map(String.init))
            }
        }
    }

    @Test("every header, ciphertext, id, signature and payload is as published")
    func events() throws {
        let published = try JSONDecoder().decode(
            Published.self, from: Data(try Self.text("events.json").utf8))
        let group = try #require(GroupID(uuidString: published.group))
        let secret = SecretBytes(copying: try #require(Hex.decode(published.groupKey)))
        let key = try #require(GroupKey(group: group, epoch: 0, secret: secret))
        #expect(key.check.hex == published.check)
        var lines: [String: SealedEvent] = [:]
        for author in Set(published.events.map(\.author)) {
            let log = try Self.text("groups/\(published.group)/logs/\(author).jsonl")
            for line in log.split(separator: "\n") {
                let event = try EventLine.decode([UInt8](line.utf8), group: group)
                lines[event.id.hex] = event
            }
        }
        #expect(lines.count == published.events.count)
        #expect(lines.count == 30)
        for expected in published.events {
            let event = try #require(lines[expected.id])
            var header: [UInt8] = []
            event.header.encode(into: &header)
            #expect(Hex.encode(header) == expected.header)
            #expect(Hex.encode(event.ciphertext) == expected.ct)
            #expect(event.header.author.hex == expected.author)
            #expect(event.header.seq == expected.seq)
            #expect(event.header.lamport == expected.lamport)
            #expect(event.signature.hex == expected.sig)
            #expect(event.verifySignature())
            let payload = try EventSeal.openBytes(event, key: key)
            #expect(String(decoding: payload, as: UTF8.self) == expected.payload)
            let sealed = XChaCha20Poly1305.seal(
                padded(payload), key: key.content, nonce: event.header.nonce, aad: header)
            #expect(sealed == event.ciphertext)
        }
    }

    private func padded(_ payload: [UInt8]) -> [UInt8] {
        var bytes = payload
        Padding.pad(&bytes, block: ProtocolLimits.paddingBlock)
        return bytes
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}
