import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenPeer
package import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// What a link says. Writes nothing.
    package func previewInvite(_ text: String) throws(FenError) -> InvitePreview {
        try answering {
            try preview(of: try InviteCodec.read(pasted: text).invite)
        }
    }

    /// What an invite says, with what is here of its group.
    func preview(of invite: Invite) throws -> InvitePreview {
        InvitePreview(
            invite: invite, founderTag: invite.founder.tag,
            isExpired: invite.isExpired(at: now() / 1_000),
            isKnownGroup: try database.groups.find(invite.groupID.raw) != nil,
            storeWords: invite.descriptor.words,
            needsFolder: invite.descriptor.isFolder)
    }

    /// Joins after the person has said yes: everything is kept at once, then the store is asked
    /// for what is there already. For a group that is here, only its store is renewed.
    package func join(
        _ preview: InvitePreview, folder: String?, authorities: String? = nil, myName: String? = nil
    ) async throws(FenError) -> GroupID {
        let invite = preview.invite
        let path = try await checkedFolder(preview, folder)
        if authorities != nil { try Self.requireAuthorities(for: invite.descriptor) }
        let target = StoreTarget(
            invite.descriptor, folder: path, authorities: authorities.map(Paths.absolute))
        let (payload, draft) = try answering {
            try requireWriting()
            let payload = try announcement(with: invite, name: myName)
            try invite.checkExpiry(now: now() / 1_000)
            guard invite.key != nil else { throw InviteError.malformed }
            guard let known = try database.groups.find(invite.groupID.raw) else {
                return (payload, try keep(invite, target, payload) as DraftNumber?)
            }
            guard known.founder == invite.founder.raw else {
                throw FenError(
                    "OTHER_FOUNDER",
                    "This invite names another founder than the group that is here.",
                    hint: "Ask the organiser, not by this link, what is going on.",
                    status: .trust)
            }
            try change(invite.groupID) { group in
                for key in invite.keys { try group.adopt(key, at: now()) }
            }
            setPeerKeys()
            return (payload, nil)
        }
        if draft == nil {
            try await bind(invite.groupID, to: target, by: .invite(invite.id))
        }
        try await announceMyself(payload, with: invite, draft: draft)
        return invite.groupID
    }

    /// The group and, as a draft, the announcement that has yet to be written: a crash in between
    /// leaves something to finish, not a group that nobody can be let into.
    private func keep(
        _ invite: Invite, _ target: StoreTarget, _ payload: Payload
    ) throws -> DraftNumber {
        try database.transaction {
            let number = try insert(invite, target)
            try database.settings.set(SettingName.storeInvite, invite.id.hex, in: number)
            return try begin(payload, in: number)
        }
    }

    /// Keeps what an invite says of a group that is not here yet; call it inside a transaction.
    func insert(_ invite: Invite, _ target: StoreTarget) throws -> GroupNumber {
        let number = try database.groups.insert(
            GroupRecord(
                id: invite.groupID.raw, founder: invite.founder.raw, name: invite.groupName,
                currency: invite.currency.code, state: "joining", createdAt: now()))
        for key in invite.keys {
            try database.keys.insert(KeyRecord(key, at: now()), in: number)
        }
        try database.groups.setDescriptor(
            SecretBytes(copying: invite.descriptor.encode()), of: number)
        try database.settings.set(SettingName.folder, target.folder, in: number)
        try database.settings.set(SettingName.authorities, target.authorities, in: number)
        try database.settings.set(SettingName.inviter, invite.inviterName, in: number)
        return number
    }

    private func announcement(with invite: Invite, name: String?) throws -> Payload {
        let person = try requirePerson()
        return .memberJoined(
            MemberJoined(
                inviteID: invite.id, name: try Names.checked(name ?? person.name),
                proof: JoinProof.make(
                    token: invite.joinToken, group: invite.groupID, author: person.publicKey)))
    }

    /// Fetches what is there first, so that the joiner's lamport comes after it; a store that
    /// cannot be reached now does not keep anybody from joining.
    private func announceMyself(
        _ payload: Payload, with invite: Invite, draft: DraftNumber?
    ) async throws(FenError) {
        let id = invite.groupID
        _ = try? await sync(in: id)
        await reachInviter(invite)
        if draft != nil { try await keepOutOfRealGroup(id) }
        let isKnown = try answering {
            let group = try group(id)
            let me = try requirePerson().publicKey
            let waits = group.context.joiners[me] ?? group.context.returners[me]
            // Whoever was added without having said a word has yet to say their name.
            let hasName = group.context.names[me]?.isEmpty == false
            return group.context.isActive(me) && hasName || waits?.invite == invite.id
        }
        guard isKnown else {
            _ = try await write(payload, in: id, draft: draft)
            await beLetIn(id)
            return
        }
        // Somebody who comes back with their key is known already.
        if let draft {
            try answering { try database.transaction { try database.drafts.finish(draft) } }
        }
    }

    /// A practice home that finds itself in a real group goes again, before it has shown anything.
    private func keepOutOfRealGroup(_ id: GroupID) async throws(FenError) {
        let group: LocalGroup = try answering { try self.group(id) }
        guard group.context.created != nil else { return }
        do throws(FenError) {
            try requireHarmless(lab: group.context.isLab)
        } catch {
            await peers?.hubs[id]?.end()
            try answering { try database.transaction { try database.removeGroup(group.number) } }
            loaded[id] = nil
            backends[id] = nil
            throw error
        }
    }

    private func checkedFolder(
        _ preview: InvitePreview, _ folder: String?
    ) async throws(FenError) -> String? {
        switch preview.invite.descriptor {
        // A server is asked when the group is kept: what the invite says is all it needs.
        case .none, .s3, .nextcloud: return nil
        case .folder:
            guard let folder else {
                throw FenError(
                    "FOLDER_NEEDED", "This group's logs travel through a shared folder.",
                    hint: "Say where that folder is on this laptop: /join LINK folder=PATH",
                    status: .usage)
            }
            let path = try answering { try Self.absolute(folder) }
            let backend = FolderBackend(root: path)
            guard let layout = StorageLayout(group: preview.invite.groupID.uuidString) else {
                throw FenError("DEFECT", "The store's paths cannot be made.", status: .defect)
            }
            _ = try await asking { try await backend.list(layout.logs) }
            return path
        }
    }
}

extension StorageDescriptor {
    /// The store in words, without secrets.
    var words: String {
        switch self {
        case .s3(let store): "\(store)"
        case .nextcloud(let store): "\(store)"
        case .folder(let label): "a shared folder (\(label))"
        case .none: "none; members' devices reach each other directly"
        }
    }

    /// Members share a folder, and each says where it is for them.
    var isFolder: Bool {
        if case .folder = self { true } else { false }
    }
}
