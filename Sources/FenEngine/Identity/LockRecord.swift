import FenCrypto
import FenEncoding

/// What stands beside sealed secrets, from which their passphrase gives their key; 97 bytes.
///
///     0   1  version: 1
///     1   4  Argon2id passes, big-endian
///     5   4  Argon2id memory in KiB, big-endian
///     9  16  salt
///     25 24  nonce
///     49 48  XChaCha20-Poly1305-IETF(Argon2id(passphrase), nonce, the key,
///            aad = "fen/1/lock/key" || u8(0) || bytes 0 to 24)
struct LockRecord {
    private static let size = 97
    private let head: [UInt8]
    private let nonce: Nonce24
    private let sealed: [UInt8]

    /// All bytes of it.
    var bytes: [UInt8] { head + nonce.bytes + sealed }

    /// Seals a key under a passphrase.
    init(
        _ key: SecretBytes, under passphrase: SecretBytes, cost: Argon2id.Cost
    ) throws(CryptoError) {
        let salt: Bytes16 = EntropySource.system.value()
        var head: [UInt8] = [1]
        for number in [cost.passes, cost.kibibytes] {
            withUnsafeBytes(of: number.bigEndian) { head += $0 }
        }
        salt.append(to: &head)
        self.head = head
        nonce = .random()
        let root = try Argon2id.derive(passphrase: passphrase, salt: salt, cost: cost)
        sealed = XChaCha20Poly1305.seal(key, key: root, nonce: nonce, aad: Self.aad(head))
    }

    /// Reads a record; nil for what is none of this version.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes[0] == 1, let nonce = Nonce24(bytes[25..<49]) else {
            return nil
        }
        head = Array(bytes[..<25])
        self.nonce = nonce
        sealed = Array(bytes[49...])
    }

    /// The key, where the passphrase is right; `notAuthentic` where it is not.
    func key(under passphrase: SecretBytes) throws(CryptoError) -> SecretBytes {
        func number(_ range: Range<Int>) -> UInt32 {
            head[range].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let cost = Argon2id.Cost(passes: number(1..<5), kibibytes: number(5..<9))
        guard let salt = Bytes16(head[9..<25]) else { throw .wrongLength }
        let root = try Argon2id.derive(passphrase: passphrase, salt: salt, cost: cost)
        return try XChaCha20Poly1305.openSecret(
            sealed, key: root, nonce: nonce, aad: Self.aad(head))
    }

    private static func aad(_ head: [UInt8]) -> [UInt8] {
        Array("fen/1/lock/key".utf8) + [0] + head
    }
}
