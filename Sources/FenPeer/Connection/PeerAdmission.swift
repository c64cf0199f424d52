package import FenCrypto
package import FenProtocol

/// One group key as a listener and a dialler need it (§2, §8).
package struct PeerGroupKey: Sendable {
    /// The group.
    package let group: GroupID
    /// The epoch.
    package let epoch: UInt32
    /// Whether it is the newest: only with that one somebody unknown is let into the joiner lane.
    package let isNewest: Bool
    /// Lets the listener find the group of an opening.
    package let hello: SecretBytes
    /// The pre-shared key of the handshake.
    package let psk: SecretBytes

    /// Puts the two sub-keys of an epoch together.
    package init(
        group: GroupID,
        epoch: UInt32,
        isNewest: Bool,
        hello: SecretBytes,
        psk: SecretBytes
    ) {
        self.group = group
        self.epoch = epoch
        self.isNewest = isNewest
        self.hello = hello
        self.psk = psk
    }

    /// Takes them from a group key.
    package init(_ key: GroupKey, isNewest: Bool) {
        self.init(
            group: key.group, epoch: key.epoch, isNewest: isNewest, hello: key.hello, psk: key.peer)
    }
}

/// Somebody who has shown to hold a group key and a static key.
package struct PeerStranger: Sendable {
    /// Their static key: the X25519 image of a member's key (§2).
    package let key: X25519PublicKey
    /// The group.
    package let group: GroupID
    /// Whether they hold the newest group key; any older one will do for a member.
    package let hasNewestKey: Bool
    /// Whether this device dialled. One that is joining and knows no member yet dialled an address
    /// its invite names, and may take whoever answers with the newest key for a member.
    package let isDialled: Bool
    /// Where they are.
    package let address: PeerAddress
}

/// Who is let in, and how far: decided by whoever knows the group's members.
package protocol PeerAdmission: Sendable {
    /// The lane of somebody who has just shown their keys, or why they are refused.
    func verdict(on stranger: PeerStranger) async -> PeerVerdict
}

/// What is decided about somebody.
package enum PeerVerdict: Equatable, Sendable {
    /// They are let in.
    case lane(PeerLane)
    /// They are told why not.
    case refused(PeerFarewell)
}
