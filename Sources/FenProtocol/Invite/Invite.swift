package import FenCrypto
import FenEncoding
package import FenMoney

/// A group key of an older epoch, as an invite carries it.
package struct InviteKey: Equatable, Sendable {
    /// The epoch.
    package var epoch: UInt32
    /// The key, 32 bytes.
    package var secret: SecretBytes

    /// Pairs an epoch with its key.
    package init(epoch: UInt32, secret: SecretBytes) {
        self.epoch = epoch
        self.secret = secret
    }
}

/// What an invite says: all a joiner needs to read the group and to ask to be let in (§7).
package struct Invite: Equatable, Sendable {
    /// The group.
    package var groupID: GroupID
    /// The newest epoch.
    package var epoch: UInt32
    /// The key of that epoch.
    package var groupKey: SecretBytes
    /// 16 random bytes that show who held the invite; never in the log.
    package var joinToken: SecretBytes
    /// Where the group's files are.
    package var descriptor: StorageDescriptor
    /// The founder's key, which the joiner pins.
    package var founder: MemberID
    /// Its expiry in Unix seconds; nil only in a relayed invite (§5).
    package var expiry: UInt64?
    /// The group's name.
    package var groupName: String
    /// The group's currency.
    package var currency: Currency
    /// The inviter's name.
    package var inviterName: String
    /// How many members there are.
    package var memberCount: UInt64
    /// Where members' devices listen.
    package var addresses: [InviteAddress]
    /// Older keys that the newest one does not lead to for somebody who knows the founder alone:
    /// after the organiser's role has moved, of the epoch in which it did.
    package var olderKeys: [InviteKey]

    /// Makes an invite.
    package init(
        groupID: GroupID,
        epoch: UInt32,
        groupKey: SecretBytes,
        joinToken: SecretBytes,
        descriptor: StorageDescriptor,
        founder: MemberID,
        expiry: UInt64?,
        groupName: String,
        currency: Currency,
        inviterName: String,
        memberCount: UInt64,
        addresses: [InviteAddress] = [],
        olderKeys: [InviteKey] = []
    ) {
        self.groupID = groupID
        self.epoch = epoch
        self.groupKey = groupKey
        self.joinToken = joinToken
        self.descriptor = descriptor
        self.founder = founder
        self.expiry = expiry
        self.groupName = groupName
        self.currency = currency
        self.inviterName = inviterName
        self.memberCount = memberCount
        self.addresses = addresses
        self.olderKeys = olderKeys
    }

    /// The length of a join token.
    package static let tokenBytes = 16

    /// Stands where there is no token.
    static var noToken: SecretBytes { SecretBytes(count: tokenBytes) }

    /// Names the invite without showing its token.
    package var id: InviteID {
        InviteID(group: groupID, token: joinToken)
    }

    /// The group key with its sub-keys; nil when it has a wrong length, which no invite that was
    /// read has.
    package var key: GroupKey? {
        GroupKey(group: groupID, epoch: epoch, secret: groupKey)
    }

    /// All group keys in it, the newest first.
    package var keys: [GroupKey] {
        [key].compactMap(\.self)
            + olderKeys.compactMap {
                GroupKey(group: groupID, epoch: $0.epoch, secret: $0.secret)
            }
    }

    /// Whether its time is over at a moment in Unix seconds: it lives up to its expiry and no
    /// longer. An invite without one is over by no clock.
    package func isExpired(at now: UInt64) -> Bool {
        expiry.map { now >= $0 } ?? false
    }

    /// Refuses an invite whose time is over by the later of this device's clock and any heard
    /// lately, in Unix seconds. Called when an invite is parsed and again at yes (§7).
    package func checkExpiry(now device: UInt64, heard: [UInt64] = []) throws(InviteError) {
        guard !isExpired(at: heard.reduce(device, max)) else {
            throw .expired
        }
    }

    /// Whether the organiser's device may still admit by itself: up to 24 hours after the expiry
    /// (§7).
    package func isWithinGrace(at now: UInt64) -> Bool {
        expiry.map { now <= $0 + ProtocolLimits.inviteGraceSeconds } ?? false
    }
}

extension InviteID {
    /// `SHA-256("fen/1/invite" || u8(0) || group_id || join_token)[0..<16]` (§1).
    package init(group: GroupID, token: SecretBytes) {
        let hash = SHA256.hash("fen/1/invite\0", group, token)
        let prefix = InviteID(hash.bytes.prefix(Self.byteCount))
        // A prefix of its own length is an id; the zeros are never taken.
        self = prefix ?? .zero
    }
}

/// What shows the organiser that a joiner held an invite (§5).
package enum JoinProof {
    /// `HMAC-SHA256(join_token, "fen/1/join" || u8(0) || group_id || author)`.
    package static func make(token: SecretBytes, group: GroupID, author: MemberID) -> Hash32 {
        HMACSHA256.authenticate(key: token, message(group, author))
    }

    /// Whether a proof is the right one, in constant time.
    package static func verify(
        _ proof: Hash32,
        token: SecretBytes,
        group: GroupID,
        author: MemberID
    ) -> Bool {
        HMACSHA256.verify(proof, key: token, message(group, author))
    }

    private static func message(_ group: GroupID, _ author: MemberID) -> [UInt8] {
        [UInt8]("fen/1/join\0".utf8) + group.bytes + author.bytes
    }
}
