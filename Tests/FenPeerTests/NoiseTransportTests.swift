import FenCrypto
import FenEncoding
import Testing

@testable import FenPeer

/// What the transport takes and refuses, and the edges of the handshake.
@Suite("Noise: transport and its edges") struct NoiseTransportTests {
    private let psk = SecretBytes(copying: [UInt8](repeating: 7, count: 32))

    private func sides(
        psks: [SecretBytes]? = nil
    ) throws -> (NoiseHandshake, NoiseHandshake) {
        let one = try NoiseHandshake(
            .xxPSK0, isInitiator: true, prologue: [1],
            keys: .init(fixed: .generate(), psks: psks ?? [psk]))
        let other = try NoiseHandshake(
            .xxPSK0, isInitiator: false, prologue: [1],
            keys: .init(fixed: .generate(), psks: [psk]))
        return (one, other)
    }

    private func transports() throws -> (NoiseTransport, NoiseTransport) {
        var (one, other) = try sides()
        let first = try one.write()
        #expect(first.count == 48)
        _ = try other.read(first)
        let second = try other.write()
        #expect(second.count == 96)
        _ = try one.read(second)
        let third = try one.write()
        #expect(third.count == 64)
        _ = try other.read(third)
        #expect(one.isComplete && other.isComplete && one.hash == other.hash)
        return (try one.transport(), try other.transport())
    }

    @Test("65,519 bytes go, 65,520 do not")
    func longest() throws {
        var (one, other) = try transports()
        let text = [UInt8](repeating: 3, count: 65_519)
        let sealed = try one.seal(text)
        #expect(sealed.count == 65_535)
        #expect(try other.open(sealed) == text)
        #expect(throws: NoiseError.tooLong) { try one.seal(text + [3]) }
        // Refusing a text uses up no number.
        #expect(try other.open(try one.seal([5])) == [5])
        #expect(throws: NoiseError.tooLong) { try other.open(sealed + [0]) }
    }

    @Test("a repeated, left out, swapped, cut or changed message does not open, nor any after it")
    func replays() throws {
        for fault in 0..<6 {
            var (one, other) = try transports()
            let messages = try (0..<4).map { try one.seal([UInt8($0)]) }
            #expect(try other.open(messages[0]) == [0])
            let bad: [UInt8]
            switch fault {
            case 0: bad = messages[0]
            case 1: bad = messages[2]
            case 2: bad = [UInt8](messages[1].dropLast())
            case 3: bad = messages[1] + [0]
            case 4: bad = []
            default: bad = messages[1].map { $0 ^ 1 }
            }
            #expect(throws: NoiseError.notAuthentic) { try other.open(bad) }
            #expect(throws: NoiseError.outOfTurn) { try other.open(messages[1]) }
            // What one side sent does not open as what the other did.
            #expect(throws: NoiseError.notAuthentic) { try one.open(messages[1]) }
        }
    }

    @Test("the last number of a key is never used")
    func exhausted() throws {
        let key = SecretBytes(count: 32)
        var sending = CipherState(key: key, number: .max - 1)
        var receiving = CipherState(key: key, number: .max - 1)
        let last = try sending.encrypt([1])
        #expect(throws: NoiseError.exhausted) { try sending.encrypt([2]) }
        #expect(throws: NoiseError.exhausted) { try sending.encrypt([2]) }
        #expect(try receiving.decrypt(last) == [1])
        #expect(throws: NoiseError.exhausted) { try receiving.decrypt(last) }
    }

    @Test("messages out of turn and after a failure are refused")
    func turns() throws {
        var (one, other) = try sides()
        #expect(throws: NoiseError.outOfTurn) { try other.write() }
        #expect(throws: NoiseError.outOfTurn) { try one.read([]) }
        #expect(throws: NoiseError.outOfTurn) { try one.transport() }
        let first = try one.write()
        #expect(throws: NoiseError.outOfTurn) { try one.write() }
        var changed = first
        changed[40] ^= 1
        #expect(throws: NoiseError.notAuthentic) { try other.read(changed) }
        #expect(throws: NoiseError.outOfTurn) { try other.read(first) }
    }

    @Test("a first message of another key, of another handshake, or too long is refused")
    func firstMessages() throws {
        var (stranger, other) = try sides(psks: [SecretBytes(count: 32)])
        #expect(throws: NoiseError.notAuthentic) { try other.read(try stranger.write()) }
        var (first, second) = try sides()
        var (third, _) = try sides()
        _ = try second.read(try first.write())
        let answer = try second.write()
        _ = try third.write()
        #expect(throws: NoiseError.notAuthentic) { try third.read(answer) }
        let long = [UInt8](repeating: 0, count: 65_536)
        var (_, fourth) = try sides()
        #expect(throws: NoiseError.tooLong) { try fourth.read(long) }
        var (fifth, _) = try sides()
        #expect(throws: NoiseError.tooLong) {
            try fifth.write([UInt8](repeating: 0, count: 65_535 - 47))
        }
        #expect(throws: NoiseError.missingKey) { try sides(psks: [SecretBytes(count: 31)]) }
        var (sixth, _) = try sides(psks: [])
        #expect(throws: NoiseError.missingKey) { try sixth.write() }
    }

    @Test("a public key that agrees on zero is refused")
    func zeroKeys() throws {
        let pattern = try #require(NoisePatterns.all["Noise_XX_25519_ChaChaPoly_SHA256"])
        var responder = try NoiseHandshake(
            pattern, isInitiator: false, prologue: [], keys: .init(fixed: .generate()))
        _ = try responder.read([UInt8](repeating: 0, count: 32))
        #expect(throws: NoiseError.badKey) { try responder.write() }
    }
}
