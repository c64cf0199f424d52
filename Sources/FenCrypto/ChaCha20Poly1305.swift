import CSodium
package import FenEncoding

/// The nonce of ChaCha20-Poly1305 (RFC 8439 §2.3): 12 bytes, too short to be drawn at random, so
/// it counts.
package struct Nonce12: Equatable, Sendable {
    private let first: UInt32
    private let last: UInt64

    /// Four zero bytes and a number of 8 bytes, little-endian (Noise revision 34, §12.3).
    package init(number: UInt64) {
        first = 0
        last = number.littleEndian
    }

    /// Takes plain bytes; nil when there are not 12.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 12 else { return nil }
        (first, last) = bytes.withUnsafeBytes { bytes in
            (
                bytes.loadUnaligned(as: UInt32.self),
                bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
            )
        }
    }

    fileprivate func withStart<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
        withUnsafeTemporaryAllocation(byteCount: 12, alignment: 8) { bytes in
            bytes.storeBytes(of: first, as: UInt32.self)
            bytes.storeBytes(of: last, toByteOffset: 4, as: UInt64.self)
            return body(UnsafeRawBufferPointer(bytes).start)
        }
    }
}

/// ChaCha20-Poly1305 (RFC 8439), the cipher of the peer handshake and of all that follows it. The
/// 16-byte tag stands at the end of the sealed text.
package enum ChaCha20Poly1305 {
    /// How many bytes sealing adds.
    package static let overhead = 16

    /// How many bytes a key has.
    package static let keyCount = 32

    /// Seals a text under a key of 32 bytes, binding it to the additional data.
    package static func seal(
        _ plaintext: some ByteSource,
        key: SecretBytes,
        nonce: Nonce12,
        aad: some ByteSource
    ) -> [UInt8] {
        checkKey(key)
        return plaintext.lendBytes { plain in
            aad.lendBytes { aad in
                let size = plain.count + overhead
                return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                    let output = UnsafeMutableRawBufferPointer(buffer)
                    nonce.withStart { nonce in
                        key.withUnsafeBytes { key in
                            _ = crypto_aead_chacha20poly1305_ietf_encrypt(
                                output.start, nil, plain.start, UInt64(plain.count),
                                aad.start, UInt64(aad.count), nil, nonce, key.start
                            )
                        }
                    }
                    count = size
                }
            }
        }
    }

    /// Opens a sealed text.
    package static func open(
        _ sealed: some ByteSource,
        key: SecretBytes,
        nonce: Nonce12,
        aad: some ByteSource
    ) throws(CryptoError) -> [UInt8] {
        checkKey(key)
        var opened = false
        let plain: [UInt8] = sealed.lendBytes { sealed in
            let size = sealed.count - overhead
            guard size >= 0 else { return [] }
            return aad.lendBytes { aad in
                [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                    let output = UnsafeMutableRawBufferPointer(buffer)
                    let result = nonce.withStart { nonce in
                        key.withUnsafeBytes { key in
                            crypto_aead_chacha20poly1305_ietf_decrypt(
                                output.start, nil, nil, sealed.start, UInt64(sealed.count),
                                aad.start, UInt64(aad.count), nonce, key.start
                            )
                        }
                    }
                    opened = result == 0
                    count = opened ? size : 0
                }
            }
        }
        guard opened else { throw .notAuthentic }
        return plain
    }

    private static func checkKey(_ key: SecretBytes) {
        Sodium.initialise()
        // Every key comes from a derivation of 32 bytes or was measured when it was read.
        precondition(key.count == keyCount, "ChaCha20-Poly1305 takes keys of 32 bytes")
    }
}
