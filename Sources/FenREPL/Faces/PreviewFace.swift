internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// An invite before anything is written.
struct PreviewFace {
    private let preview: InvitePreview
    private let expires: String

    init(_ preview: InvitePreview, expires: String) {
        self.preview = preview
        self.expires = expires
    }

    /// What a joiner reads before saying yes, with the founder's key tag and the store.
    var blocks: [TextBlock] {
        let invite = preview.invite
        let members = Int(clamping: invite.memberCount)
        var ending: [TextBlock] = []
        if invite.expiry != nil {
            ending.append(
                .line(
                    preview.isExpired
                        ? "Expired at \(own: expires)" : "Works until \(own: expires)"))
        }
        return [
            .line(Sentences.invited),
            .blank,
            .line(Phrase(foreign: invite.groupName)),
            .line("\(Sentences.organisedBy(invite.inviterName)) (\(own: preview.founderTag))"),
            .line(Sentences.size(members, currency: invite.currency.code)),
            .line("Store: \(foreign: preview.storeWords)"),
        ] + ending + [.blank]
    }

    var json: OutputJSON {
        let invite = preview.invite
        return .fields([
            "group": .string(invite.groupID.uuidString),
            "name": .string(invite.groupName),
            "currency": .string(invite.currency.code),
            "organiser_name": .string(invite.inviterName),
            "founder_tag": .string(preview.founderTag),
            "members": .number(invite.memberCount),
            "store": .string(preview.storeWords),
            "expires_at": .number(invite.expiry.map { Int128($0) * 1000 }),
            "expired": .bool(preview.isExpired),
            "known_group": .bool(preview.isKnownGroup),
            "needs_folder": .bool(preview.needsFolder),
        ])
    }
}
