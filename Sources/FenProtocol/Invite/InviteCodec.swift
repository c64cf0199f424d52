package import FenCrypto

/// An invite that was read, with the digest its `InviteIssued` carries.
package struct OpenedInvite: Equatable, Sendable {
    /// What it says.
    package let invite: Invite
    /// SHA-256 of its body.
    package let digest: Hash32
}

/// Invites from what they say to what is handed over, and back (§7).
package enum InviteCodec {
    /// Seals an invite and gives the digest for its `InviteIssued`.
    package static func seal(
        _ invite: Invite,
        entropy: EntropySource
    ) throws(InviteError) -> (sealed: SealedInvite, digest: Hash32) {
        let body = try invite.body()
        return (SealedInvite(body: body, entropy: entropy), Invite.digest(ofBody: body))
    }

    /// Reads a pasted or scanned invite and refuses one whose time is over, by the later of this
    /// device's clock and any heard lately, in Unix seconds.
    package static func parse(
        pasted text: String,
        now: UInt64,
        heard: [UInt64] = []
    ) throws(InviteError) -> OpenedInvite {
        let opened = try read(pasted: text)
        try opened.invite.checkExpiry(now: now, heard: heard)
        return opened
    }

    /// Reads a pasted or scanned invite whatever its expiry, to explain it.
    package static func read(pasted text: String) throws(InviteError) -> OpenedInvite {
        let body = try PastedInvite.parse(text).body()
        let invite = try Invite(body: body)
        guard invite.expiry != nil else {
            throw .malformed
        }
        return OpenedInvite(invite: invite, digest: Invite.digest(ofBody: body))
    }
}
