import CSodium
package import FenEncoding

/// HMAC-SHA256 (RFC 2104, RFC 4231), with keys of any length.
package enum HMACSHA256 {
    /// The authentication code of the parts, one after the other.
    package static func authenticate(
        key: some ByteSource,
        parts: UnsafeRawBufferPointer...
    ) -> Hash32 {
        var code = HMACSHA256State(key: key)
        for part in parts { code.update(part) }
        return code.finish()
    }

    /// The authentication code of a message.
    package static func authenticate(
        key: some ByteSource,
        _ message: some ByteSource
    ) -> Hash32 {
        var code = HMACSHA256State(key: key)
        message.lendBytes { code.update($0) }
        return code.finish()
    }

    /// The authentication code of two parts, one after the other.
    package static func authenticate(
        key: some ByteSource,
        _ first: some ByteSource,
        _ second: some ByteSource
    ) -> Hash32 {
        var code = HMACSHA256State(key: key)
        first.lendBytes { code.update($0) }
        second.lendBytes { code.update($0) }
        return code.finish()
    }

    /// Whether a code is the one of the message, in a time that does not tell where it differs.
    package static func verify(
        _ code: some FixedBytes,
        key: some ByteSource,
        _ message: some ByteSource
    ) -> Bool {
        isEqual(authenticate(key: key, message), code)
    }

    /// Compares a code with the start of the right one, in a time that does not tell where they
    /// differ; a code longer than the right one is wrong.
    package static func isEqual(_ right: Hash32, _ code: some FixedBytes) -> Bool {
        right.withUnsafeBytes { right in
            code.withUnsafeBytes { code in
                code.count <= right.count
                    && sodium_memcmp(right.start, code.start, code.count) == 0
            }
        }
    }
}

/// An HMAC-SHA256 under way; wiped when it gives its result.
struct HMACSHA256State {
    private var state = crypto_auth_hmacsha256_state()

    init(key: some ByteSource) {
        Sodium.initialise()
        key.lendBytes { key in
            _ = crypto_auth_hmacsha256_init(&state, key.start, key.count)
        }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_auth_hmacsha256_update(&state, bytes.start, UInt64(bytes.count))
    }

    mutating func finish() -> Hash32 {
        defer { wipe(&state) }
        return Hash32.written { crypto_auth_hmacsha256_final(&state, $0) }
    }
}

/// An HMAC-SHA512 under way; wiped when it gives its result.
struct HMACSHA512State {
    private var state = crypto_auth_hmacsha512_state()

    init(key: some ByteSource) {
        Sodium.initialise()
        key.lendBytes { key in
            _ = crypto_auth_hmacsha512_init(&state, key.start, key.count)
        }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_auth_hmacsha512_update(&state, bytes.start, UInt64(bytes.count))
    }

    mutating func finish(into output: inout Bytes64) {
        output.withUnsafeMutableBytes { buffer in
            _ = crypto_auth_hmacsha512_final(&state, buffer.start)
        }
        erase()
    }

    /// Wipes a state that gives no result, having served as a start for others only.
    mutating func erase() {
        wipe(&state)
    }
}
