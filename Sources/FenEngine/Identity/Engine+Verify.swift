import FenCrypto
import FenEncoding
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

/// What this person knows of somebody's key.
package enum KeyTrust: String, Sendable {
    /// Nothing but that the group says so.
    case unchecked
    /// They compared the safety number.
    case verified
    /// Somebody of this name was verified, with another key.
    case changed
}

/// The safety number of this person and another.
package struct SafetyView: Sendable, Equatable {
    /// The other person.
    package let member: MemberView
    /// Twelve groups of five digits, the same on both screens.
    package let groups: [String]

    /// The number as a QR code says it, in capitals and digits only.
    package var code: String { "FEN:S1/" + groups.joined() }
}

extension Engine {
    /// The safety number of this person and a member, whatever the group.
    package func safety(with party: PartyID, in id: GroupID) throws(FenError) -> SafetyView {
        try answering {
            let group = try group(id)
            let me = try requirePerson().publicKey
            guard let member = group.people().first(where: { $0.party == party }),
                member.status != .guest
            else {
                throw FenError(
                    "NO_KEY_TO_VERIFY", "A guest has no device, and no key that could be compared.",
                    hint: "/members lists who has one.", status: .usage)
            }
            guard party.member != me else {
                throw FenError(
                    "OWN_KEY", "This is you.", hint: "/identity shows your own key.",
                    status: .usage)
            }
            return SafetyView(
                member: member,
                groups: SafetyNumber.groups(
                    PublicKey(raw: me.raw), PublicKey(raw: party.member.raw)))
        }
    }

    /// Keeps in this home that a member's key was compared, or that it was not.
    package func setVerified(
        _ isVerified: Bool, _ party: PartyID, in id: GroupID
    ) throws(FenError) {
        let member = try safety(with: party, in: id).member
        try answering {
            try requireWriting()
            try database.transaction {
                if isVerified {
                    try database.friends.put(
                        FriendRecord(
                            member: party.member.raw, name: member.name, isVerified: true,
                            addedAt: now()))
                } else if var friend = try database.friends.find(party.member.raw) {
                    friend.isVerified = false
                    try database.friends.put(friend)
                }
            }
        }
    }
}

/// Whose keys were compared, for telling whether a member's is one of them.
struct VerifiedKeys {
    private var keys: Set<MemberID> = []
    private var looks: Set<String> = []

    /// Those that are kept in this home.
    init(_ friends: [FriendRecord]) {
        for friend in friends where friend.isVerified {
            keys.insert(MemberID(raw: friend.member))
            looks.insert(NameLook.of(friend.name))
        }
    }

    /// What is known of a key that somebody of this name uses.
    func trust(_ key: MemberID, named name: String) -> KeyTrust {
        if keys.contains(key) { return .verified }
        return !name.isEmpty && looks.contains(NameLook.of(name)) ? .changed : .unchecked
    }
}
