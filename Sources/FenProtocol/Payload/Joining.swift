package import FenCrypto

/// `InviteIssued`: the organiser hands out an invite (§5, §7).
package struct InviteIssued: PayloadFields {
    package static let kind = EventKind.inviteIssued

    /// Names the invite.
    package var inviteID: InviteID
    /// Whom it is meant for.
    package var name: String
    /// Its expiry in Unix milliseconds.
    package var expiresAt: UInt64
    /// SHA-256 of the invite body.
    package var digest: Hash32

    /// Makes the payload.
    package init(inviteID: InviteID, name: String, expiresAt: UInt64, digest: Hash32) {
        self.inviteID = inviteID
        self.name = name
        self.expiresAt = expiresAt
        self.digest = digest
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        digest = try fields.required("digest")
        expiresAt = try fields.counter("expires_at", from: 0)
        inviteID = try fields.required("invite_id")
        name = try fields.text("name", ProtocolLimits.name)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("digest", digest)
        fields.write("expires_at", expiresAt)
        fields.write("invite_id", inviteID)
        fields.kind(Self.kind)
        fields.write("name", name)
    }
}

/// `InviteRevoked`: the organiser takes an invite back (§5).
package struct InviteRevoked: PayloadFields {
    package static let kind = EventKind.inviteRevoked

    /// Names the invite.
    package var inviteID: InviteID

    /// Makes the payload.
    package init(inviteID: InviteID) {
        self.inviteID = inviteID
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        inviteID = try fields.required("invite_id")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("invite_id", inviteID)
        fields.kind(Self.kind)
    }
}

/// `MemberJoined`: a joiner announces themselves; it grants nothing (§5).
package struct MemberJoined: PayloadFields {
    package static let kind = EventKind.memberJoined

    /// The invite they came by.
    package var inviteID: InviteID
    /// Their name.
    package var name: String
    /// Shows that they held the invite (`JoinProof`).
    package var proof: Hash32

    /// Makes the payload.
    package init(inviteID: InviteID, name: String, proof: Hash32) {
        self.inviteID = inviteID
        self.name = name
        self.proof = proof
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        inviteID = try fields.required("invite_id")
        name = try fields.text("name", ProtocolLimits.name)
        proof = try fields.required("proof")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("invite_id", inviteID)
        fields.kind(Self.kind)
        fields.write("name", name)
        fields.write("proof", proof)
    }
}

/// `MemberAdmitted`: the organiser lets a key in, or in again (§5).
package struct MemberAdmitted: PayloadFields {
    package static let kind = EventKind.memberAdmitted

    /// The key.
    package var member: MemberID
    /// The invite it came by; absent for a direct-add.
    package var inviteID: InviteID?
    /// Back again: exclusions below this number do not touch numbers from it on (§5.2).
    package var from: UInt64?

    /// Makes the payload.
    package init(member: MemberID, inviteID: InviteID? = nil, from: UInt64? = nil) {
        self.member = member
        self.inviteID = inviteID
        self.from = from
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        from = try fields.optionalCounter("from", from: 1)
        inviteID = try fields.optional("invite_id")
        member = try fields.required("member")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("from", from)
        fields.write("invite_id", inviteID)
        fields.kind(Self.kind)
        fields.write("member", member)
    }
}

/// `GuestAdded`: somebody without a device takes part; the event's id names them (§5).
package struct GuestAdded: PayloadFields {
    package static let kind = EventKind.guestAdded

    /// The guest's name.
    package var name: String

    /// Makes the payload.
    package init(name: String) {
        self.name = name
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        name = try fields.text("name", ProtocolLimits.name)
    }

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
        fields.write("name", name)
    }
}

/// `GuestClaimed`: a guest turns out to be a member; the last in order holds (§5).
package struct GuestClaimed: PayloadFields {
    package static let kind = EventKind.guestClaimed

    /// The event that added the guest.
    package var guest: EventID
    /// Whose money the guest's becomes.
    package var member: MemberID

    /// Makes the payload.
    package init(guest: EventID, member: MemberID) {
        self.guest = guest
        self.member = member
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        guest = try fields.required("guest")
        member = try fields.required("member")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("guest", guest)
        fields.kind(Self.kind)
        fields.write("member", member)
    }
}
