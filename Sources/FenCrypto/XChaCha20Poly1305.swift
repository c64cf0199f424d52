import CSodium
package import FenEncoding

/// XChaCha20-Poly1305-IETF (draft-irtf-cfrg-xchacha-03): authenticated encryption whose nonces may
/// be drawn at random. The 16-byte tag stands at the end of the sealed text.
package enum XChaCha20Poly1305 {
    /// How many bytes sealing adds.
    package static let overhead = 16

    /// How many bytes a key has.
    package static let keyCount = 32

    /// Seals a text under a key of 32 bytes, binding it to the additional data.
    package static func seal(
        _ plaintext: some ByteSource,
        key: SecretBytes,
        nonce: Nonce24,
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
                            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
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

    /// Opens a sealed text into a buffer that is used again and again: `output` holds exactly the
    /// plaintext afterwards, or nothing when this gives false. Memory is taken only while the
    /// buffer grows.
    package static func open(
        _ sealed: UnsafeRawBufferPointer,
        key: SecretBytes,
        nonce: Nonce24,
        aad: UnsafeRawBufferPointer,
        into output: inout [UInt8]
    ) -> Bool {
        checkKey(key)
        let size = sealed.count - overhead
        guard size >= 0 else {
            output.removeAll(keepingCapacity: true)
            return false
        }
        resize(&output, to: size)
        let opened = output.withUnsafeMutableBytes { output in
            nonce.withStart { nonce in
                key.withUnsafeBytes { key in
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        output.start, nil, nil, sealed.start, UInt64(sealed.count),
                        aad.start, UInt64(aad.count), nonce, key.start
                    )
                }
            }
        }
        guard opened == 0 else {
            output.removeAll(keepingCapacity: true)
            return false
        }
        return true
    }

    /// Opens a sealed text.
    package static func open(
        _ sealed: some ByteSource,
        key: SecretBytes,
        nonce: Nonce24,
        aad: some ByteSource
    ) throws(CryptoError) -> [UInt8] {
        var output: [UInt8] = []
        let opened = sealed.lendBytes { sealed in
            aad.lendBytes { open(sealed, key: key, nonce: nonce, aad: $0, into: &output) }
        }
        guard opened else { throw .notAuthentic }
        return output
    }

    /// Opens a sealed text that is a secret itself: a wrapped key.
    package static func openSecret(
        _ sealed: some ByteSource,
        key: SecretBytes,
        nonce: Nonce24,
        aad: some ByteSource
    ) throws(CryptoError) -> SecretBytes {
        checkKey(key)
        let size = sealed.lendBytes { $0.count - overhead }
        guard size >= 0 else { throw .notAuthentic }
        return try SecretBytes(count: size) { (output) throws(CryptoError) in
            let opened = sealed.lendBytes { sealed in
                aad.lendBytes { aad in
                    nonce.withStart { nonce in
                        key.lendBytes { key in
                            crypto_aead_xchacha20poly1305_ietf_decrypt(
                                output.start, nil, nil, sealed.start, UInt64(sealed.count),
                                aad.start, UInt64(aad.count), nonce, key.start
                            )
                        }
                    }
                }
            }
            guard opened == 0 else { throw .notAuthentic }
        }
    }

    private static func resize(_ output: inout [UInt8], to size: Int) {
        if output.count > size {
            output.removeLast(output.count - size)
        } else if output.count < size {
            output.append(contentsOf: repeatElement(0, count: size - output.count))
        }
    }

    private static func checkKey(_ key: SecretBytes) {
        Sodium.initialise()
        // Every key comes from a derivation of 32 bytes or was measured when it was read.
        precondition(key.count == keyCount, "XChaCha20-Poly1305 takes keys of 32 bytes")
    }
}
