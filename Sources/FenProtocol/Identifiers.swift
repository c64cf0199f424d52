package import FenCrypto
public import FenEncoding
package import FenMoney

/// A member is named by their Ed25519 public key (§1).
package typealias MemberID = PublicKey

/// Names a group: 16 random bytes in UUIDv4 layout (§1).
///
/// Readers do not check the layout; only writers make it.
@usableFromInline
package struct GroupID: FixedBytesWrapper {
    /// The bytes.
    @usableFromInline package var raw: Bytes16

    /// Wraps the bytes.
    @inlinable
    package init(raw: Bytes16) {
        self.raw = raw
    }

    /// Makes a fresh id.
    package static func random(from entropy: EntropySource) -> GroupID {
        var bytes = entropy.fill(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return GroupID(bytes) ?? GroupID()
    }

    /// Reads the lowercase UUID form and no other.
    package init?(uuidString: some StringProtocol) {
        let groups = uuidString.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else {
            return nil
        }
        self.init(hex: groups.joined())
    }

    /// The lowercase UUID form, used in paths and shown to people.
    package var uuidString: String {
        var text = ""
        for (index, digit) in hex.enumerated() {
            if [8, 12, 16, 20].contains(index) {
                text.append("-")
            }
            text.append(digit)
        }
        return text
    }
}

/// Names an event: a hash over its header and ciphertext (§4). Expenses, settlements, messages and
/// guests are named by the event that created them.
@usableFromInline
package struct EventID: FixedBytesWrapper {
    /// The bytes.
    @usableFromInline package var raw: Bytes32

    /// Wraps the bytes.
    @inlinable
    package init(raw: Bytes32) {
        self.raw = raw
    }
}

/// Names one life of one local database: new whenever it is created or restored (§1).
@usableFromInline
package struct StoreID: FixedBytesWrapper {
    /// The bytes.
    @usableFromInline package var raw: Bytes16

    /// Wraps the bytes.
    @inlinable
    package init(raw: Bytes16) {
        self.raw = raw
    }

    /// Makes a fresh id.
    package static func random(from entropy: EntropySource) -> StoreID {
        StoreID(entropy.fill(16)) ?? StoreID()
    }
}

/// Names an invite without showing its token (§1).
@usableFromInline
package struct InviteID: FixedBytesWrapper {
    /// The bytes.
    @usableFromInline package var raw: Bytes16

    /// Wraps the bytes.
    @inlinable
    package init(raw: Bytes16) {
        self.raw = raw
    }
}

extension PartyID {
    /// The party a member's key stands for.
    package init(member: MemberID) {
        self.init(raw: member.raw)
    }

    /// The party a guest stands for, named by the event that added them.
    package init(guest: EventID) {
        self.init(raw: guest.raw)
    }

    /// The same bytes read as a member's key.
    package var member: MemberID {
        MemberID(raw: raw)
    }

    /// The same bytes read as the event that added a guest.
    package var guest: EventID {
        EventID(raw: raw)
    }
}
