/// Why an invite cannot be read or used. Each has its own sentence, since each asks the person for
/// something else (§7).
package enum InviteError: Error, Hashable, Sendable {
    /// Cut: the end or the beginning is missing.
    case incomplete
    /// Whole by its looks, but it does not open.
    case damaged
    /// Something else altogether.
    case notAnInvite
    /// A package of version 2, which is older.
    case version2
    /// A package of a newer version.
    case newerVersion
    /// It opens, and what is in it is not what §7 says.
    case malformed
    /// It names a store over `http://` on another machine.
    case insecureStore
    /// It names a kind of store of a newer version.
    case unknownStore
    /// Its time is over.
    case expired
    /// What is to be put in it takes more room than an invite has.
    case tooLarge

    /// A stable name, for `--json` and exit status.
    package var code: String {
        switch self {
        case .incomplete: "invite_incomplete"
        case .damaged: "invite_damaged"
        case .notAnInvite: "not_an_invite"
        case .version2: "invite_version_2"
        case .newerVersion: "invite_newer_version"
        case .malformed: "invite_malformed"
        case .insecureStore: "invite_insecure_store"
        case .unknownStore: "invite_unknown_store"
        case .expired: "invite_expired"
        case .tooLarge: "invite_too_large"
        }
    }

    /// What happened, in one sentence.
    package var message: String {
        switch self {
        case .incomplete:
            "this invite is incomplete, copy it again"
        case .damaged:
            "this invite is damaged: something in it was changed on the way"
        case .notAnInvite:
            "this is not an invite to a fen group"
        case .version2:
            "this invite is of version 2, which fen no longer reads"
        case .newerVersion:
            "this invite was made by a newer version of fen"
        case .malformed:
            "this invite opens, but it says something no fen writes"
        case .insecureStore:
            "this invite names a store reached over http, without encryption"
        case .unknownStore:
            "this invite names a kind of store this fen does not know"
        case .expired:
            "this invite has expired"
        case .tooLarge:
            "this does not fit into an invite"
        }
    }

    /// What the person can do.
    package var hint: String {
        switch self {
        case .incomplete:
            "copy all of it, from fen:// or FEN:J3/ to its last character"
        case .damaged:
            "ask for it to be sent again as it is, or scan the QR code"
        case .notAnInvite:
            "an invite begins with fen://join# or FEN:J3/"
        case .version2:
            "ask for a fresh invite, made with this version of fen"
        case .newerVersion, .unknownStore:
            "update fen, then open the invite again"
        case .malformed:
            "ask whoever sent it which program made it"
        case .insecureStore:
            "the owner has to put the store behind https; http works on one machine only"
        case .expired:
            "ask for a fresh one; nothing was written"
        case .tooLarge:
            "use shorter names or a shorter address of the store, or fewer addresses"
        }
    }
}

extension InviteError {
    /// The invite's reason for a descriptor's.
    init(_ error: DescriptorError) {
        switch error {
        case .malformed: self = .malformed
        case .unknownKind: self = .unknownStore
        case .insecure: self = .insecureStore
        }
    }
}
