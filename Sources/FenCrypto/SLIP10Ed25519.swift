package import FenEncoding

/// SLIP-0010 for the curve ed25519: a tree of keys from one seed. Every step is hardened, so a path
/// is written as plain numbers here and cannot hold another kind of step.
package enum SLIP10Ed25519 {
    /// A key of the tree and what its children are derived with.
    package struct Node: Sendable {
        /// The 32-byte Ed25519 seed.
        package let key: SecretBytes
        /// The chain code.
        package let chainCode: SecretBytes
    }

    /// The Ed25519 seed at a path, `[44, 7117, 0]` for `m/44'/7117'/0'`.
    package static func derive(seed: some ByteSource, path: [UInt32]) -> SecretBytes {
        node(seed: seed, path: path).key
    }

    /// The node at a path.
    package static func node(seed: some ByteSource, path: [UInt32]) -> Node {
        let label: StaticString = "ed25519 seed"
        var root = HMACSHA512State(key: label)
        seed.lendBytes { root.update($0) }
        var node = split(&root)
        for step in path {
            let number = step | 0x8000_0000
            var child = HMACSHA512State(key: node.chainCode)
            withUnsafeBytes(of: UInt8(0)) { child.update($0) }
            node.key.lendBytes { child.update($0) }
            withUnsafeBytes(of: number.bigEndian) { child.update($0) }
            node = split(&child)
        }
        return node
    }

    /// Reads a path such as `m/44'/7117'/0'`; nil when it is none or has a step without `'`.
    package static func path(_ text: String) -> [UInt32]? {
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        guard steps.first == "m" else { return nil }
        var path: [UInt32] = []
        for step in steps.dropFirst() {
            guard step.last == "'", let number = UInt32(step.dropLast()), number < 0x8000_0000,
                String(number) == step.dropLast()
            else { return nil }
            path.append(number)
        }
        return path
    }

    /// The left half is the key, the right one the chain code.
    private static func split(_ code: inout HMACSHA512State) -> Node {
        var output = Bytes64()
        defer { wipe(&output) }
        code.finish(into: &output)
        return output.withUnsafeBytes { output in
            Node(
                key: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: output[..<32])),
                chainCode: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: output[32...]))
            )
        }
    }
}
