import CSodium
import FenCrypto
import FenEncoding
import FenProtocol

/// The cryptography that nobody who reads a log can leave out, by libsodium alone.
struct CryptoFloor {
    /// What the pieces took.
    struct Parts {
        var base64 = Spent(wall: 0, cpu: 0)
        var hashing = Spent(wall: 0, cpu: 0)
        var opening = Spent(wall: 0, cpu: 0)
        var signature = Spent(wall: 0, cpu: 0)

        /// All of it.
        var total: Spent { base64 + hashing + opening + signature }
    }

    let group: SyntheticGroup
    private let key: [UInt8]

    /// Works on the events of a group, with its key.
    init(group: SyntheticGroup) {
        self.group = group
        key = group.key.content.withUnsafeBytes { [UInt8]($0) }
    }

    /// Decodes, hashes and opens every event, and checks one signature a file. Each step goes over
    /// a file before the next one does, so that it is timed as a whole.
    func openAll() throws -> Parts {
        var parts = Parts()
        for path in group.logs {
            let events = try SealedBytes.all(of: path, in: group.id)
            var ciphertexts = events.map { [UInt8](repeating: 0, count: $0.text.count) }
            var ids = events.map { _ in [UInt8](repeating: 0, count: 32) }
            parts.base64 = parts.base64 + Stopwatch.time { Self.decode(events, &ciphertexts) }
            parts.hashing = parts.hashing + Stopwatch.time { Self.hash(events, ciphertexts, &ids) }
            parts.opening =
                parts.opening
                + (try Stopwatch.time { try open(events, ciphertexts) })
            if let event = events.last, let id = ids.last {
                parts.signature =
                    parts.signature
                    + (try Stopwatch.time { try Self.verify(event, id) })
            }
        }
        return parts
    }

    /// Opens every event and nothing else.
    func open(_ events: [SealedBytes], _ ciphertexts: [[UInt8]]) throws {
        var plain = [UInt8](repeating: 0, count: 40_000)
        let isOpen = zip(events, ciphertexts).allSatisfy { event, ciphertext in
            open(event, ciphertext, &plain)
        }
        guard isOpen else { throw BareSQLite.Failure(description: "an event does not open") }
    }

    /// Opens one event and hands out its payload, without the padding.
    func withOpened(
        _ event: SealedBytes, _ ciphertext: [UInt8], _ plain: inout [UInt8],
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var count = 0
        guard open(event, ciphertext, &plain),
            sodium_unpad(&count, plain, ciphertext.count - 16, 256) == 0
        else { throw BareSQLite.Failure(description: "an event does not open") }
        try plain.withUnsafeBytes { bytes in
            try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    /// Checks the signature of so many events one by one, and returns what one takes.
    func verifyEach(_ count: Int) throws -> Spent {
        let events = try SealedBytes.events(of: group.logs[0], in: group.id).prefix(count)
        let taken = events.map { (SealedBytes($0), $0.id.bytes) }
        let spent = try Stopwatch.time {
            for (event, id) in taken { try Self.verify(event, id) }
        }
        let each = 1 / Double(taken.count)
        return Spent(wall: spent.wall * each, cpu: spent.cpu * each)
    }

    private static func decode(_ events: [SealedBytes], _ ciphertexts: inout [[UInt8]]) {
        for (index, event) in events.enumerated() {
            var count = 0
            let room = ciphertexts[index].count
            event.text.withUnsafeBytes { text in
                text.withMemoryRebound(to: CChar.self) { text in
                    _ = sodium_base642bin(
                        &ciphertexts[index], room, text.baseAddress, text.count, nil, &count, nil,
                        sodium_base64_VARIANT_URLSAFE_NO_PADDING)
                }
            }
            ciphertexts[index].removeLast(room - count)
        }
    }

    private static func hash(
        _ events: [SealedBytes], _ ciphertexts: [[UInt8]], _ ids: inout [[UInt8]]
    ) {
        let prefix = [UInt8]("fen/1/event\0".utf8)
        var inner = [UInt8](repeating: 0, count: 32)
        var message = [UInt8](repeating: 0, count: prefix.count + 152 + inner.count)
        message.withUnsafeMutableBytes { $0.copyBytes(from: prefix) }
        for (index, event) in events.enumerated() {
            let ciphertext = ciphertexts[index]
            _ = crypto_hash_sha256(&inner, ciphertext, UInt64(ciphertext.count))
            message.withUnsafeMutableBytes { buffer in
                UnsafeMutableRawBufferPointer(rebasing: buffer[prefix.count...])
                    .copyBytes(from: event.header)
                UnsafeMutableRawBufferPointer(rebasing: buffer[(prefix.count + 152)...])
                    .copyBytes(from: inner)
            }
            _ = crypto_hash_sha256(&ids[index], message, UInt64(message.count))
        }
    }

    private func open(
        _ event: SealedBytes, _ ciphertext: [UInt8], _ plain: inout [UInt8]
    ) -> Bool {
        var count: UInt64 = 0
        return crypto_aead_xchacha20poly1305_ietf_decrypt(
            &plain, &count, nil, ciphertext, UInt64(ciphertext.count), event.header,
            UInt64(event.header.count), event.nonce, key) == 0
    }

    private static func verify(_ event: SealedBytes, _ id: [UInt8]) throws {
        let message = [UInt8]("fen/1/sign\0".utf8) + id
        let result = crypto_sign_ed25519_verify_detached(
            event.signature, message, UInt64(message.count), event.author)
        guard result == 0 else { throw BareSQLite.Failure(description: "a signature is wrong") }
    }
}
