import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenPeer

/// The worked examples of the page on this room, computed again from what the page gives.
@Suite("The page FenPeer") struct PageTests {
    private static let page: String = {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(path: "Sources/FenPeer/FenPeer.docc/FenPeer.md").path
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }()

    /// Hex on the page may be broken into several lines.
    private func stands(_ bytes: [UInt8]) -> Bool {
        Self.page.filter { !$0.isWhitespace }.contains(Hex.encode(bytes))
    }

    private func bytes(_ byte: UInt8, _ count: Int = 32) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }

    private func secret(_ byte: UInt8) -> SecretBytes { SecretBytes(copying: bytes(byte)) }

    @Test("a whole handshake and the first message after it")
    func handshake() throws {
        let salt = try #require(Bytes16([UInt8](0..<16)))
        let opening = PeerOpening(hello: secret(0x01), salt: salt).bytes
        #expect(stands(opening))
        func side(_ isInitiator: Bool, _ fixed: UInt8, _ ephemeral: UInt8) throws
            -> NoiseHandshake
        {
            try NoiseHandshake(
                .xxPSK0, isInitiator: isInitiator, prologue: opening,
                keys: .init(
                    fixed: try AgreementKey(secret: secret(fixed)),
                    ephemeral: try AgreementKey(secret: secret(ephemeral)),
                    psks: [secret(0x02)]))
        }
        var sides = [try side(true, 0x11, 0x33), try side(false, 0x22, 0x44)]
        for index in 0..<3 {
            let message = try sides[index % 2].write()
            #expect(message.count == PeerLimits.handshakeBytes[index])
            #expect(stands(message), "message \(index + 1): \(Hex.encode(message))")
            _ = try sides[1 - index % 2].read(message)
        }
        #expect(stands(sides[0].hash.bytes), "\(sides[0].hash)")
        var transport = try sides[0].transport()
        let ping = try transport.seal(PeerFrame.ping.encode())
        #expect(stands(ping), "ping: \(Hex.encode(ping))")
    }

    @Test("three words and an invite")
    func table() throws {
        let words = try #require(TableWords(typed: "orbit lemon sock"))
        let scalars = [
            "da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08",
            "d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d",
        ]
        #expect(scalars.allSatisfy { stands(unhex($0)) })
        let joiner = try TableExchange.Side(
            words, nonce: bytes(0xa1, 16), scalar: SecretBytes(copying: unhex(scalars[0])),
            remote: nil)
        let host = try TableExchange.Side(
            words, nonce: bytes(0xb2, 16), scalar: SecretBytes(copying: unhex(scalars[1])),
            remote: try TableExchange.read(joiner.greeting))
        let keys = try host.keys()
        let last = try #require(keys.seal("fen://join#example"))
        for message in [joiner.greeting, host.greeting, keys.proof, last] {
            #expect(stands(message), "\(Hex.encode(message))")
        }
        #expect(try joiner.keys(answer: host.greeting).open(last) == "fen://join#example")
        #expect(stands(try #require(TableAnnouncement(port: 7_117, name: "alice")).bytes))
    }
}
