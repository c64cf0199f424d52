import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol

/// Keys, ids and JSON texts that the tests share.
enum Samples {
    /// Ids in ascending order, as hex.
    static let hexes = (1...130).map { number in
        String(repeating: "0", count: 60) + String(number + 0x1000, radix: 16)
    }
    /// The smallest of them.
    static let alice = hexes[0]
    /// The next one.
    static let bob = hexes[1]
    /// 16 bytes, as hex.
    static let invite = String(repeating: "0a", count: 16)

    /// An event that is not there.
    static let event = EventID([UInt8](repeating: 0xee, count: 32)) ?? .zero

    /// A JSON string.
    static func text(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A JSON string of so many two-byte characters.
    static func long(_ count: Int) -> String {
        text(String(repeating: "ä", count: count))
    }

    /// A JSON string of so many bytes in base64url.
    static func base64(_ count: Int) -> String {
        text(Base64URL.encode([UInt8](repeating: 7, count: count)))
    }

    /// A list of heads with these numbers.
    static func heads(_ numbers: [Int]) -> String {
        "[" + numbers.map { "{\"id\":\"\(alice)\",\"seq\":\($0)}" }.joined(separator: ",") + "]"
    }

    /// A list of {`member`, …} with some further field before or behind it.
    static func members(_ count: Int, before: String = "", behind: String = "") -> String {
        "["
            + hexes[..<count].map { "{\(before)\"member\":\"\($0)\"\(behind)}" }
            .joined(separator: ",") + "]"
    }

    /// A key of a group made from a seed, with a signer.
    static func keys(
        _ seed: UInt8 = 1
    ) -> (group: GroupID, key: GroupKey, signer: SigningKey, entropy: EntropySource) {
        let entropy = EntropySource.seeded(Bytes32([UInt8](repeating: seed, count: 32)) ?? .zero)
        let group = GroupID.random(from: entropy)
        return (
            group, GroupKey.generate(group: group, epoch: 0, from: entropy),
            SigningKey.generate(from: entropy), entropy
        )
    }
}
