import CSodium
package import FenEncoding

extension PublicKey {
    /// Whether this is the canonical encoding of a point of prime order
    /// (`crypto_core_ed25519_is_valid_point`). Keys found valid are remembered.
    package var isValid: Bool {
        if ValidKeyMemo.shared.contains(raw) { return true }
        guard withStart({ crypto_core_ed25519_is_valid_point($0) }) == 1 else { return false }
        ValidKeyMemo.shared.insert(raw)
        return true
    }

    /// Whether the key is valid and the signature is its on this message: S below the group order,
    /// R not of small order and equal byte for byte to the encoding of S·B - h·A. This is
    /// libsodium's rule, without cofactor; there is no other anywhere in this project.
    package func verify(_ signature: Signature, _ message: UnsafeRawBufferPointer) -> Bool {
        guard isValid else { return false }
        return signature.withStart { signature in
            withStart { key in
                crypto_sign_ed25519_verify_detached(
                    signature, message.start, UInt64(message.count), key
                ) == 0
            }
        }
    }

    /// Whether the key is valid and the signature is its on this message.
    package func verify(_ signature: Signature, _ message: some ByteSource) -> Bool {
        message.lendBytes { verify(signature, $0) }
    }

    /// Whether the key is valid and the signature is its on two parts, one after the other.
    package func verify(
        _ signature: Signature,
        _ context: some ByteSource,
        _ message: some ByteSource
    ) -> Bool {
        withJoined(context, message) { verify(signature, $0) }
    }

    /// The same key for X25519, by the birational map (RFC 7748 §4.1); nil when it is not valid.
    package var x25519: X25519PublicKey? {
        guard isValid else { return nil }
        var converted = false
        let key = X25519PublicKey.written { output in
            converted = withStart { crypto_sign_ed25519_pk_to_curve25519(output, $0) } == 0
        }
        return converted ? key : nil
    }
}

/// Keys that were found valid, in a table of fixed size in which a new one takes the place of an
/// old one. A log has few authors and many events: the check, as costly as half a verification, is
/// made once for each.
private final class ValidKeyMemo: Sendable {
    static let shared = ValidKeyMemo()

    private static let slots = 1024

    // Sound to share: read and written only by the thread that took the lock.
    nonisolated(unsafe) private let keys: UnsafeMutablePointer<Bytes32>
    // Sound to share: only ever touched by an atomic instruction.
    nonisolated(unsafe) private let lock: UnsafeMutablePointer<UInt32>

    private init() {
        Sodium.initialise()
        // Zero, which no valid key is, marks a free slot.
        keys = .allocate(capacity: Self.slots)
        keys.initialize(repeating: .zero, count: Self.slots)
        lock = .allocate(capacity: 1)
        lock.initialize(to: 0)
    }

    deinit {
        keys.deallocate()
        lock.deallocate()
    }

    func contains(_ key: Bytes32) -> Bool {
        guard key != .zero, fen_try_lock(lock) != 0 else { return false }
        defer { fen_unlock(lock) }
        return keys[slot(key)] == key
    }

    func insert(_ key: Bytes32) {
        guard fen_try_lock(lock) != 0 else { return }
        defer { fen_unlock(lock) }
        keys[slot(key)] = key
    }

    private func slot(_ key: Bytes32) -> Int {
        key.withUnsafeBytes { Int($0.loadUnaligned(as: UInt16.self)) } % Self.slots
    }
}
