import CSodium
package import FenEncoding

/// HKDF with HMAC-SHA256 (RFC 5869). libsodium has it from 1.0.19 on only.
package enum HKDFSHA256 {
    /// The most bytes one derivation can give: 255 hashes.
    package static let maximumCount = 255 * 32

    /// Derives `count` bytes, at most `maximumCount`.
    package static func derive(
        ikm: some ByteSource,
        salt: some ByteSource,
        info: some ByteSource,
        count: Int
    ) -> SecretBytes {
        // The length is part of every use's definition, never of what somebody sent.
        precondition(count <= maximumCount, "HKDF gives at most 8160 bytes")
        var key = extract(ikm: ikm, salt: salt)
        defer { wipe(&key) }
        return SecretBytes(count: count) { output in
            var block = Hash32()
            defer { wipe(&block) }
            var written = 0
            var number: UInt8 = 1
            while written < count {
                var code = HMACSHA256State(key: key)
                if written > 0 { block.withUnsafeBytes { code.update($0) } }
                info.lendBytes { code.update($0) }
                withUnsafeBytes(of: number) { code.update($0) }
                block = code.finish()
                let size = min(32, count - written)
                block.withUnsafeBytes { block in
                    UnsafeMutableRawBufferPointer(rebasing: output[written..<written + size])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<size]))
                }
                written += size
                number &+= 1
            }
        }
    }

    /// The first half (RFC 5869 §2.2): a key of fixed length. An empty salt stands for zeros.
    static func extract(ikm: some ByteSource, salt: some ByteSource) -> Hash32 {
        var code = HMACSHA256State(key: salt)
        ikm.lendBytes { code.update($0) }
        return code.finish()
    }
}

/// PBKDF2 with HMAC-SHA512 (RFC 8018 §5.2). libsodium has none.
package enum PBKDF2SHA512 {
    /// Derives `count` bytes in so many rounds.
    package static func derive(
        password: some ByteSource,
        salt: some ByteSource,
        rounds: Int,
        count: Int
    ) -> SecretBytes {
        // The key is mixed in once; each round goes on from a copy of that state.
        var keyed = HMACSHA512State(key: password)
        defer { keyed.erase() }
        return SecretBytes(count: count) { output in
            var written = 0
            var number: UInt32 = 1
            while written < count {
                var sum = block(keyed: keyed, salt: salt, number: number, rounds: rounds)
                defer { wipe(&sum) }
                let size = min(64, count - written)
                sum.withUnsafeBytes { sum in
                    UnsafeMutableRawBufferPointer(rebasing: output[written..<written + size])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: sum[..<size]))
                }
                written += size
                number += 1
            }
        }
    }

    private static func block(
        keyed: HMACSHA512State,
        salt: some ByteSource,
        number: UInt32,
        rounds: Int
    ) -> Bytes64 {
        var last = Bytes64()
        defer { wipe(&last) }
        var code = keyed
        salt.lendBytes { code.update($0) }
        withUnsafeBytes(of: number.bigEndian) { code.update($0) }
        code.finish(into: &last)
        var sum = last
        for _ in 1..<max(rounds, 1) {
            code = keyed
            last.withUnsafeBytes { code.update($0) }
            code.finish(into: &last)
            sum.formXor(last)
        }
        return sum
    }
}
