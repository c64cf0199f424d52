import FenCrypto
import FenEncoding

/// The first 62 bytes of a sealed file, and the key that they and a passphrase give.
///
///     0   4  "FENK"
///     4   1  version: 1
///     5   1  what it is: 1 a backup under a passphrase, 2 an identity on the move under a code
///     6   4  Argon2id passes, big-endian
///     10  4  Argon2id memory in KiB, big-endian
///     14 16  salt
///     30 16  check: HKDF-SHA256(root, salt, "fen/1/backup/check"), which tells a wrong passphrase
///     46  8  how many bytes are sealed, big-endian
///     54  8  SHA-256("fen/1/backup/head" || u8(0) || bytes 0 to 53)[0..<8], which tells damage
///
/// `root = Argon2id(passphrase)`, 32 bytes; the pieces behind are sealed with
/// HKDF-SHA256(root, salt, "fen/1/backup/pieces").
struct SealedFileHead {
    static let size = 62
    /// How many bytes a piece holds; the last may hold fewer.
    static let pieceSize = 65_536

    /// What the file is.
    var kind: SealedFileKind
    /// What a try of its passphrase costs.
    var cost: Argon2id.Cost
    /// What sets its key apart.
    var salt: Bytes16
    /// What the right passphrase gives.
    var check = Bytes16.zero
    /// How many bytes are sealed in it.
    var length: UInt64

    /// All bytes of it.
    var bytes: [UInt8] {
        var bytes = Array("FENK".utf8) + [1, kind.rawValue]
        for number in [cost.passes, cost.kibibytes] {
            withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        }
        salt.append(to: &bytes)
        check.append(to: &bytes)
        withUnsafeBytes(of: length.bigEndian) { bytes += $0 }
        return bytes + Self.sum(of: bytes)
    }

    /// How many pieces stand behind it.
    var pieces: UInt64 {
        max(1, (length + UInt64(Self.pieceSize) - 1) / UInt64(Self.pieceSize))
    }

    /// How long the whole file is.
    var fileSize: UInt64 {
        UInt64(Self.size) + length + pieces * UInt64(XChaCha20Poly1305.overhead)
    }

    /// Derives the key of the pieces, and what tells the right passphrase.
    func keys(_ passphrase: SecretBytes) throws(FenError) -> (pieces: SecretBytes, check: Bytes16) {
        let root: SecretBytes
        do {
            root = try Argon2id.derive(passphrase: passphrase, salt: salt, cost: cost)
        } catch {
            throw FenError(
                "PASSPHRASE_COST",
                "This passphrase takes \(cost.kibibytes >> 10) MiB of memory to try, which this "
                    + "machine does not have now.", hint: "Close other programs and try again.")
        }
        let check = HKDFSHA256.derive(
            ikm: root, salt: salt, info: "fen/1/backup/check", count: 16)
        let pieces = HKDFSHA256.derive(
            ikm: root, salt: salt, info: "fen/1/backup/pieces", count: 32)
        return (pieces, check.withUnsafeBytes { Bytes16($0) } ?? .zero)
    }

    /// The nonce of a piece: 15 zero bytes, its number from 0 on, and whether it is the last.
    func nonce(_ piece: UInt64) -> Nonce24 {
        var bytes = [UInt8](repeating: 0, count: 15)
        withUnsafeBytes(of: piece.bigEndian) { bytes += $0 }
        bytes.append(piece + 1 == pieces ? 1 : 0)
        return Nonce24(bytes) ?? .zero
    }

    /// Reads a head.
    init(_ bytes: [UInt8]) throws(FenError) {
        guard bytes.starts(with: "FENK".utf8) else { throw SealedFileError.foreign }
        guard bytes.count > 5 else { throw SealedFileError.cut }
        guard bytes[4] == 1 else { throw SealedFileError.newer }
        guard bytes.count >= Self.size else { throw SealedFileError.cut }
        guard Array(bytes[54..<62]) == Self.sum(of: Array(bytes[..<54])),
            let salt = Bytes16(bytes[14..<30]), let check = Bytes16(bytes[30..<46])
        else { throw SealedFileError.damaged }
        guard let kind = SealedFileKind(rawValue: bytes[5]) else { throw SealedFileError.newer }
        func number(_ range: Range<Int>) -> UInt64 {
            bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.kind = kind
        cost = Argon2id.Cost(
            passes: UInt32(number(6..<10)), kibibytes: UInt32(number(10..<14)))
        self.salt = salt
        self.check = check
        length = number(46..<54)
        // A sum is no signature: whoever made the file may have written anything.
        guard cost.isBearable, length < 1 << 40 else { throw SealedFileError.damaged }
    }

    /// A head for something new.
    init(kind: SealedFileKind, cost: Argon2id.Cost, salt: Bytes16, length: UInt64) {
        self.kind = kind
        self.cost = cost
        self.salt = salt
        self.length = length
    }

    private static func sum(of bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(Array("fen/1/backup/head".utf8) + [0] + bytes).bytes.prefix(8))
    }
}

/// What a sealed file is.
package enum SealedFileKind: UInt8, Sendable {
    /// A backup under a passphrase.
    case backup = 1
    /// An identity on its way to another device, under a one-time code.
    case move = 2
}
