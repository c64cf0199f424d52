import CSodium
import FenEncoding

/// The one place that prepares libsodium.
enum Sodium {
    /// Prepares the library once; later calls cost a load and a comparison.
    @inline(__always)
    static func initialise() {
        _ = ready
    }

    private static let ready: Void = {
        // -1 means that there is no source of randomness or no memory page to be had this early;
        // nothing that needs a key can go on then, and no caller could say anything better.
        precondition(sodium_init() >= 0, "libsodium could not be initialised")
    }()
}

extension UnsafeRawBufferPointer {
    /// Where the bytes start; for an empty buffer some address, since many functions of libsodium
    /// do not take a null pointer even with length 0.
    var start: UnsafePointer<UInt8> {
        let nothing: StaticString = ""
        return baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing.utf8Start
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Where the bytes start; for an empty buffer some address nobody writes to.
    var start: UnsafeMutablePointer<UInt8> {
        baseAddress?.assumingMemoryBound(to: UInt8.self) ?? unwritten
    }
}

// Sound to share: it stands where an address is asked for and no byte is written.
nonisolated(unsafe) private let unwritten = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

extension FixedBytes {
    /// Makes a value of what a function of libsodium writes.
    @inline(__always)
    static func written(by body: (UnsafeMutablePointer<UInt8>) -> Void) -> Self {
        var value = Self()
        value.withUnsafeMutableBytes { body($0.start) }
        return value
    }

    /// Lends the start of the bytes, of which there are always some.
    @inline(__always)
    func withStart<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
        withUnsafeBytes { body($0.start) }
    }
}

/// Overwrites a value that held secrets.
func wipe<Value>(_ value: inout Value) {
    withUnsafeMutableBytes(of: &value) { sodium_memzero($0.start, $0.count) }
}

/// Overwrites bytes that held secrets.
package func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { sodium_memzero($0.start, $0.count) }
}

/// What can go wrong in this room, apart from what a `Bool` or nil says already.
package enum CryptoError: Error, Equatable, Sendable {
    /// A key, nonce or text has another length than its kind.
    case wrongLength
    /// The two keys agree on zero only: one of them is of small order.
    case noSharedSecret
    /// The text was not sealed with this key, nonce and additional data, or was changed since.
    case notAuthentic
    /// What a passphrase's key costs is more than this machine has, or more than we pay.
    case tooExpensive
}
