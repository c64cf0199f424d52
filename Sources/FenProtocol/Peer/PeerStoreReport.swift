package import FenCrypto
package import FenEncoding

/// What a group's store has shown to a member's device, for another member's to compare.
///
/// It travels as a blob that every device makes up for itself, under a name that no attachment can
/// have. So a device of an earlier version is asked for it too, and says that it does not hold it.
///
///     report = [1, store(16), age, {* author => [1*8 [seq, id]]}]
package struct PeerStoreReport: Equatable, Sendable {
    /// The name under which it is asked for: `SHA-256("fen-peer/1" || u8(0) || "shown")`.
    package static let name = SHA256.hash(Array("fen-peer/1".utf8) + [0] + Array("shown".utf8))

    /// The longest report, in bytes: it is one part of a blob.
    package static let mostBytes = PeerLimits.blobBytes

    /// Names the store; two devices that use another one have nothing to compare.
    package let store: Bytes16
    /// How long ago the last whole look into it began, in milliseconds.
    package let age: UInt64
    /// Of each author the newest events that its files had in that look.
    package let shown: [MemberID: [Head]]

    /// Puts a report together.
    package init(store: Bytes16, age: UInt64, shown: [MemberID: [Head]]) {
        self.store = store
        self.age = min(age, ProtocolLimits.largestCounter)
        self.shown = shown
    }

    /// The bytes: deterministic CBOR. Authors for whom there is no room, the last in order, are
    /// left out: of them nothing is said.
    package func encode() -> [UInt8] {
        var room = Self.mostBytes - 64
        var entries: [(key: CBORValue, value: CBORValue)] = []
        for (author, heads) in shown.sorted(by: { $0.key < $1.key }).prefix(PeerLimits.authors) {
            let list = heads.sorted().suffix(PeerLimits.tips)
                .map { CBORValue.array([.unsigned($0.seq), .bytes($0.id)]) }
            room -= 40 + list.count * 48
            guard room >= 0 else { break }
            entries.append((key: .bytes(author), value: .array(list)))
        }
        return CBOR.encode(
            .array([.unsigned(1), .bytes(store), .unsigned(age), .map(CBORMap(entries))]))
    }

    /// Reads a report, strictly; nil for anything else, and for one of a later version.
    package init?(_ bytes: [UInt8]) {
        let limits = CBORLimits(bytes: Self.mostBytes, depth: 5, items: Self.mostBytes / 2)
        guard bytes.count <= Self.mostBytes,
            let all = try? CBOR.decode(bytes, limits: limits).arrayValue,
            all.first?.unsignedValue == 1
        else { return nil }
        var fields = FrameFields(all.dropFirst())
        do {
            store = try fields.fixed()
            age = try fields.number()
            shown = try fields.authors { (value) throws(PeerFrameError) in
                var list = FrameFields([value])
                return try list.list(1...PeerLimits.tips) { (item) throws(PeerFrameError) in
                    guard let pair = item.arrayValue else { throw .badShape }
                    var fields = FrameFields(pair[...])
                    let seq = try fields.number(from: 1)
                    let head = Head(id: try fields.fixed(), seq: seq)
                    guard fields.isEmpty else { throw .badShape }
                    return head
                }
            }
        } catch {
            return nil
        }
        guard fields.isEmpty else { return nil }
    }
}
