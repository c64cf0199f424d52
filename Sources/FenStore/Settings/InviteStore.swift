package import FenEncoding

/// An invitation that this device has issued.
package struct InviteRecord: Hashable, Sendable {
    /// What becomes of an invitation.
    package enum State: String, Sendable {
        /// It can be used.
        case open
        /// Somebody was admitted by it.
        case used
        /// It was taken back.
        case revoked
    }

    /// Names it in the log.
    package var id: Bytes16
    /// Whom it is meant for.
    package var name: String
    /// What a joiner must know; never in the log.
    package var token: Bytes16
    /// The whole link, to show it again.
    package var link: String
    /// When it was issued, in Unix milliseconds.
    package var issuedAt: UInt64
    /// When it ends, in Unix milliseconds.
    package var expiresAt: UInt64
    /// What has become of it.
    package var state: State
    /// Who was admitted by it.
    package var usedBy: Bytes32?

    /// An open invitation.
    package init(
        id: Bytes16, name: String, token: Bytes16, link: String, issuedAt: UInt64,
        expiresAt: UInt64
    ) {
        self.id = id
        self.name = name
        self.token = token
        self.link = link
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        state = .open
    }
}

extension InviteRecord: CustomStringConvertible, CustomReflectable {
    /// Says whom it is for; token and link are secrets.
    package var description: String { "invite for \(name)" }

    /// Shows no parts: token and link are some.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The invitations that this device has issued. Links and tokens are secrets.
package final class InviteStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// Keeps an invitation, or what has become of it.
    package func put(_ invite: InviteRecord, in group: GroupNumber) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO invites(group_no, invite_id, name, token, link, issued_at,
                expires_at, state, used_by)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, group, invite.id, invite.name, invite.token, invite.link, invite.issuedAt,
            invite.expiresAt, invite.state.rawValue, invite.usedBy)
    }

    /// The invitation with an id, or nil when it was issued elsewhere.
    package func find(
        _ id: Bytes16, in group: GroupNumber
    ) throws(StoreError) -> InviteRecord? {
        try connection.first(
            """
            SELECT invite_id, name, token, link, issued_at, expires_at, state, used_by FROM invites
            WHERE group_no = ?1 AND invite_id = ?2
            """, group, id, as: Self.invite)
    }

    /// All invitations of a group, oldest first.
    package func all(in group: GroupNumber) throws(StoreError) -> [InviteRecord] {
        try connection.all(
            """
            SELECT invite_id, name, token, link, issued_at, expires_at, state, used_by FROM invites
            WHERE group_no = ?1 ORDER BY issued_at, invite_id
            """, group, as: Self.invite)
    }

    private static func invite(_ row: Statement) throws(StoreError) -> InviteRecord {
        var invite = InviteRecord(
            id: try row.fixed(0), name: row.text(1), token: try row.fixed(2), link: row.text(3),
            issuedAt: row.unsigned(4), expiresAt: row.unsigned(5))
        invite.state = InviteRecord.State(rawValue: row.text(6)) ?? .revoked
        invite.usedBy = try row.optionalFixed(7)
        return invite
    }
}
