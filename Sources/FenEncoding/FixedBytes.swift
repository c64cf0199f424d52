/// A value of a fixed number of bytes: an identifier, a key, a hash, a nonce, a signature.
///
/// A wrong length cannot be written, comparing is comparing as unsigned bytes, and no value of
/// this kind lives on the heap. Secrets do not belong in it: `SecretBytes` holds those.
@usableFromInline
package protocol FixedBytes:
    Hashable, Comparable, Sendable, CustomStringConvertible, ByteSource
{
    /// How many bytes every value has.
    static var byteCount: Int { get }

    /// All bytes zero.
    init()

    /// Lends the bytes for the length of the call.
    func withUnsafeBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R

    /// Lends the bytes for writing for the length of the call.
    mutating func withUnsafeMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R
}

extension FixedBytes {
    /// All bytes zero.
    @inlinable
    package static var zero: Self { Self() }

    /// Takes the bytes of a collection; nil when there are not exactly `byteCount` of them.
    @inlinable
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init()
        withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    }

    /// Takes the bytes of a buffer; nil when there are not exactly `byteCount` of them.
    @inlinable
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init()
        withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
    }

    /// Reads `2 * byteCount` lowercase hex digits; nil for anything else.
    @inlinable
    package init?(hexASCII: UnsafeRawBufferPointer) {
        self.init()
        guard withUnsafeMutableBytes({ Hex.decode(hexASCII, into: $0) }) else { return nil }
    }

    /// Reads `2 * byteCount` lowercase hex digits; nil for anything else.
    @inlinable
    package init?(hex: some StringProtocol) {
        let value = Hex.withASCII(of: hex) { Self(hexASCII: $0) }
        guard let value else { return nil }
        self = value
    }

    /// Reads strict base64url text of exactly `byteCount` bytes; nil for anything else.
    @inlinable
    package init?(base64URLASCII: UnsafeRawBufferPointer) {
        self.init()
        guard withUnsafeMutableBytes({ Base64URL.decode(base64URLASCII, into: $0) }) else {
            return nil
        }
    }

    /// A copy of the bytes.
    @inlinable
    package var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }

    /// The bytes as lowercase hex digits.
    @inlinable
    package var hex: String { withUnsafeBytes { Hex.encode($0) } }

    /// The bytes as lowercase hex digits.
    @inlinable
    package var description: String { hex }

    /// Appends the bytes to a buffer.
    @inlinable
    package func append(to output: inout [UInt8]) {
        withUnsafeBytes { output.append(contentsOf: $0) }
    }
}

/// A meaning given to a `FixedBytes` value, so that two ids of one length cannot be mixed up.
///
///     @usableFromInline
///     package struct Hash32: FixedBytesWrapper {
///         @usableFromInline package var raw: Bytes32
///         @inlinable package init(raw: Bytes32) { self.raw = raw }
///     }
///
/// The three attributes let other modules work on the words themselves; without them every
/// comparison there is a call, and `@inlinable` on members of the type has no effect.
@usableFromInline
package protocol FixedBytesWrapper: FixedBytes {
    /// The plain bytes underneath.
    associatedtype Raw: FixedBytes

    /// The plain bytes.
    var raw: Raw { get set }

    /// Gives plain bytes this meaning.
    init(raw: Raw)
}

extension FixedBytesWrapper {
    /// How many bytes every value has.
    @inlinable
    package static var byteCount: Int { Raw.byteCount }

    /// All bytes zero.
    @inlinable
    package init() { self.init(raw: Raw()) }

    /// Lends the bytes for the length of the call.
    @inlinable
    package func withUnsafeBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try raw.withUnsafeBytes(body)
    }

    /// Lends the bytes for writing for the length of the call.
    @inlinable
    package mutating func withUnsafeMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try raw.withUnsafeMutableBytes(body)
    }

    /// Equal when every byte is.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool { left.raw == right.raw }

    /// Compares as unsigned bytes.
    @inlinable
    package static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

    /// Feeds the bytes to a hasher.
    @inlinable
    package func hash(into hasher: inout Hasher) { raw.hash(into: &hasher) }
}
