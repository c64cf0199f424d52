import FenCrypto
package import FenEncoding

/// An invitation that this device has issued. What became of it stands in the log.
package struct InviteRecord: Hashable, Sendable {
    /// Names it in the log.
    package var id: Bytes16
    /// Whom it is meant for.
    package var name: String
    /// What a joiner must know; never in the log.
    package var token: Bytes16
    /// When it was issued, in Unix milliseconds.
    package var issuedAt: UInt64
    /// When it ends, in Unix milliseconds.
    package var expiresAt: UInt64

    /// Describes an invitation.
    package init(
        id: Bytes16, name: String, token: Bytes16, issuedAt: UInt64, expiresAt: UInt64
    ) {
        self.id = id
        self.name = name
        self.token = token
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

extension InviteRecord: CustomStringConvertible, CustomReflectable {
    /// Says whom it is for; the token is a secret.
    package var description: String { "invite for \(name)" }

    /// Shows no parts: the token is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The invitations that this device has issued. Tokens are secrets; links, which hold
/// the group's key, are not kept.
package final class InviteStore {
    private let connection: Connection
    private let vault: Vault

    init(connection: Connection, vault: Vault) {
        self.connection = connection
        self.vault = vault
    }

    /// Keeps an invitation.
    package func put(_ invite: InviteRecord, in group: GroupNumber) throws(StoreError) {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO invites(group_no, invite_id, name, issued_at, expires_at, token)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6)
            """)
        defer { statement.finish() }
        statement.bind(group, invite.id, invite.name, invite.issuedAt, invite.expiresAt)
        let token = SecretBytes(copying: invite.token)
        try statement.run(borrowing: vault.stored(token, Self.place(invite.id)), at: 6)
    }

    /// The invitation with an id, or nil when it was issued elsewhere.
    package func find(
        _ id: Bytes16, in group: GroupNumber
    ) throws(StoreError) -> InviteRecord? {
        try connection.first(
            """
            SELECT invite_id, name, token, issued_at, expires_at FROM invites
            WHERE group_no = ?1 AND invite_id = ?2
            """, group, id, as: invite)
    }

    /// All invitations of a group, oldest first.
    package func all(in group: GroupNumber) throws(StoreError) -> [InviteRecord] {
        try connection.all(
            """
            SELECT invite_id, name, token, issued_at, expires_at FROM invites
            WHERE group_no = ?1 ORDER BY issued_at, invite_id
            """, group, as: invite)
    }

    private static func place(_ id: Bytes16) -> String { "invite/\(id.hex)" }

    private func invite(_ row: Statement) throws(StoreError) -> InviteRecord {
        let id: Bytes16 = try row.fixed(0)
        let secret = try vault.secret(SecretBytes(copying: row.raw(2)), Self.place(id))
        guard let token = secret.withUnsafeBytes({ Bytes16($0) }) else {
            throw .corrupt("a token has a wrong length")
        }
        return InviteRecord(
            id: id, name: row.text(1), token: token, issuedAt: row.unsigned(3),
            expiresAt: row.unsigned(4))
    }
}
