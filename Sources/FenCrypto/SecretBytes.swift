import CSodium
package import FenEncoding

/// Bytes that must not leak: a key, a seed, a password.
///
/// They stand between guard pages in memory that is kept from swap and core dumps where the system
/// allows it (`sodium_malloc`), never change once made, and are wiped when the last owner lets go.
/// The value shows nothing of itself when printed, and has no coding.
package final class SecretBytes: Sendable, Equatable, ByteSource {
    /// How many bytes there are.
    package let count: Int

    // Sound to share: written during init only, and freed when nobody can read any more.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let guarded: Bool

    /// Lets `body` write `count` bytes, zero at first; if it throws they are wiped.
    package init<E: Error>(
        count: Int,
        filledBy body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        Sodium.initialise()
        self.count = count
        // Past the limits on locked memory or mappings plain memory serves, which is wiped too.
        if let memory = sodium_malloc(count) {
            self.memory = memory
            guarded = true
        } else {
            memory = .allocate(byteCount: count, alignment: 16)
            guarded = false
        }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        try body(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// `count` zero bytes.
    package convenience init(count: Int) {
        self.init(count: count) { _ in }
    }

    /// A copy of bytes, which the caller should wipe if they were in plain memory.
    package convenience init(copying bytes: some ByteSource) {
        let count = bytes.lendBytes { $0.count }
        self.init(count: count) { target in bytes.lendBytes { target.copyMemory(from: $0) } }
    }

    /// Fresh bytes of the system's randomness.
    package convenience init(random count: Int) {
        self.init(count: count) { randombytes_buf($0.start, $0.count) }
    }

    deinit {
        if guarded {
            // Wipes before it unmaps.
            sodium_free(memory)
        } else {
            sodium_memzero(memory, count)
            memory.deallocate()
        }
    }

    /// Lends the bytes for the length of the call; what is copied out of it is on the caller.
    @inline(__always)
    package func withUnsafeBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Lends the bytes for the length of the call; what is copied out of it is on the caller.
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeBytes(body)
    }

    /// Compares in a time that depends on the lengths only.
    package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.count == right.count && sodium_memcmp(left.memory, right.memory, left.count) == 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says how many bytes there are, and nothing about them.
    package var description: String { "SecretBytes(\(count))" }

    /// Says how many bytes there are, and nothing about them.
    package var debugDescription: String { description }

    /// Shows no parts.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
