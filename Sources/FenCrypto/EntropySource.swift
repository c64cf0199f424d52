import CSodium
package import FenEncoding

/// Where random bytes come from: the system, or a seed for test vectors and practice groups.
package struct EntropySource: Sendable {
    private let write: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// The system's randomness, by libsodium.
    package static let system = EntropySource { buffer in
        Sodium.initialise()
        randombytes_buf(buffer.start, buffer.count)
    }

    /// A stream that depends on the seed and the order of requests only: request n gets the start
    /// of the ChaCha20 key stream (64-bit nonce, here n in little-endian) under the seed.
    ///
    /// Whoever knows the seed knows everything drawn from it.
    package static func seeded(_ seed: Bytes32) -> EntropySource {
        let tickets = TicketCounter()
        return EntropySource { buffer in
            Sodium.initialise()
            withUnsafeBytes(of: tickets.next().littleEndian) { nonce in
                seed.withStart { key in
                    _ = crypto_stream_chacha20(buffer.start, UInt64(buffer.count), nonce.start, key)
                }
            }
        }
    }

    /// So many random bytes.
    package func fill(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
            write(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
            initialised = count
        }
    }

    /// A random value of a fixed length.
    package func value<Value: FixedBytes>(_ type: Value.Type = Value.self) -> Value {
        var value = Value()
        value.withUnsafeMutableBytes(write)
        return value
    }

    /// So many random bytes, kept as a secret.
    package func secret(_ count: Int) -> SecretBytes {
        SecretBytes(count: count) { write($0) }
    }

    /// A number from 0 to `bound` - 1, all equally likely; 0 when `bound` is.
    package func uniform(below bound: UInt64) -> UInt64 {
        guard bound > 1 else { return 0 }
        // What is below 2^64 mod bound would make the small numbers likelier.
        let least = (0 &- bound) % bound
        while true {
            var word: UInt64 = 0
            withUnsafeMutableBytes(of: &word) { write($0) }
            word = UInt64(littleEndian: word)
            if word >= least { return word % bound }
        }
    }
}

/// The system's randomness, for those who need no seed.
package enum Random {
    /// So many random bytes.
    package static func bytes(_ count: Int) -> [UInt8] { EntropySource.system.fill(count) }

    /// A number from 0 to `bound` - 1, all equally likely; 0 when `bound` is.
    package static func uniform(below bound: UInt64) -> UInt64 {
        EntropySource.system.uniform(below: bound)
    }
}

/// Numbers 0, 1, 2 … , each handed out once whatever thread asks.
private final class TicketCounter: Sendable {
    // Sound to share: only ever touched by an atomic instruction.
    nonisolated(unsafe) private let counter: UnsafeMutablePointer<UInt64>

    init() {
        counter = .allocate(capacity: 1)
        counter.initialize(to: 0)
    }

    deinit { counter.deallocate() }

    func next() -> UInt64 { fen_next_ticket(counter) }
}
