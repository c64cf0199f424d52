package import FenCrypto
import FenEncoding

/// What every event says in clear, and what its ciphertext is bound to (§4).
package struct EventHeader: Hashable, Sendable {
    /// The group; not in the line, the path or session gives it.
    package var group: GroupID
    /// Who wrote it.
    package var author: MemberID
    /// The author's running number, from 1.
    package var seq: UInt64
    /// The place in the group's order.
    package var lamport: UInt64
    /// When the author's device said it was, in Unix milliseconds.
    package var createdAt: UInt64
    /// The key's epoch.
    package var epoch: UInt32
    /// The key it is sealed under.
    package var keyID: KeyID
    /// The author's previous event; zeros at number 1.
    package var prev: EventID
    /// The nonce of the ciphertext.
    package var nonce: Nonce24

    /// Makes a header.
    package init(
        group: GroupID,
        author: MemberID,
        seq: UInt64,
        lamport: UInt64,
        createdAt: UInt64,
        epoch: UInt32,
        keyID: KeyID,
        prev: EventID,
        nonce: Nonce24
    ) {
        self.group = group
        self.author = author
        self.seq = seq
        self.lamport = lamport
        self.createdAt = createdAt
        self.epoch = epoch
        self.keyID = keyID
        self.prev = prev
        self.nonce = nonce
    }

    /// The length of the encoded header.
    package static let byteCount = 152

    /// Appends the 152 bytes of §4.
    package func encode(into bytes: inout [UInt8]) {
        withEncoded { bytes += $0 }
    }

    /// Hands the 152 bytes of §4 to a closure, without heap memory.
    package func withEncoded<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { buffer in
            write(to: buffer)
            return body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Writes the 152 bytes of §4 to the start of a buffer at least that long.
    func write(to buffer: UnsafeMutableRawBufferPointer) {
        var writer = HeaderWriter(buffer: buffer)
        writer.integer(UInt32(0x4645_4e01))
        writer.bytes(group)
        writer.bytes(author)
        writer.integer(seq)
        writer.integer(lamport)
        writer.integer(createdAt)
        writer.integer(epoch)
        writer.bytes(keyID)
        writer.bytes(prev)
        writer.bytes(nonce)
    }
}

/// Writes fixed-length fields one after the other.
private struct HeaderWriter {
    /// Where to.
    let buffer: UnsafeMutableRawBufferPointer
    /// How far it has come.
    var offset = 0

    /// Writes an integer, big-endian.
    mutating func integer<T: FixedWidthInteger>(_ value: T) {
        buffer.storeBytes(of: value.bigEndian, toByteOffset: offset, as: T.self)
        offset += MemoryLayout<T>.size
    }

    /// Writes the bytes of a fixed-length value.
    mutating func bytes(_ value: some FixedBytes) {
        value.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: source)
            offset += source.count
        }
    }
}
