import FenEncoding
import FenLedger
import FenProtocol
import FenStorage
import FenStore

extension StoreRotation {
    /// The store it names; nil where this version of fen cannot use it, or must not.
    var target: StorageDescriptor? {
        guard let descriptor = try? StorageDescriptor(cbor: descriptor),
            (try? descriptor.check()) != nil
        else { return nil }
        return descriptor
    }

    /// Whether it names a folder, which every member finds for themselves.
    var isFolder: Bool { target?.isFolder == true }
}

/// Going after a group that its organiser has moved, on a member's device.
extension Engine {
    /// The store that the group was moved to and that this device does not use yet; nil where there
    /// is none, or where the invite that named this device's store was issued after the move.
    func awaitedStore(of group: LocalGroup) throws -> StoreRotation? {
        guard let rotation = group.context.storeRotation,
            try database.settings.value(SettingName.rotation, in: group.number)
                != rotation.order.id.hex,
            try pendingMove(of: group) == nil
        else { return nil }
        let me = try person()?.publicKey
        switch me.flatMap({ group.context.status(of: $0) }) {
        case nil, .active: break
        case .left, .removed, .rekeyed: return nil
        }
        let invite = try database.settings.value(SettingName.storeInvite, in: group.number)
        guard let invite else { return rotation }
        // While the issuing is not stored nobody knows which of the two is newer.
        guard
            let issued = group.context.invites.values.first(where: { $0.id.hex == invite })?.issued,
            let order = group.projector.control[issued]?.order
        else { return nil }
        return order < rotation.order ? rotation : nil
    }

    /// Goes on with a move: one's own that has begun, or the organiser's, where that needs nobody.
    /// What cannot be done now is said once and done by a later pass; meanwhile the group stays
    /// where it is. True where the group has another store now.
    func settleMove(_ id: GroupID, _ progress: ProgressHandler?) async -> Bool {
        do throws(FenError) {
            if try await completeMove(id, insists: false, progress) { return true }
            guard let awaited = try answering({ try awaitedStore(of: group(id)) }) else {
                return false
            }
            switch awaited.target {
            case .s3?, .nextcloud?: break
            case .folder?, StorageDescriptor.none?, nil:
                tellOfMove(id, nil)
                return false
            }
            guard let target = awaited.target else { return false }
            try await follow(
                awaited,
                to: StoreTarget(
                    target, authorities: try answering { try authorities(of: group(id)) }), in: id)
            return true
        } catch {
            tellOfMove(id, error)
            return false
        }
    }

    /// Uses the store of a move: it is reached, and gets this person's own log, before the old one
    /// is left.
    func follow(
        _ rotation: StoreRotation, to target: StoreTarget, in id: GroupID
    ) async throws(FenError) {
        try answering { try requireOnline(id) }
        if let folder = target.folder, await !holds(folder, logOf: rotation.author, in: id) {
            // Not the one meant, or nothing has arrived in it yet.
            throw FenError(
                "OTHER_FOLDER", "This folder does not hold the group's logs.",
                hint: "Say where the group's new folder is on this device, once everything has "
                    + "arrived in it.")
        }
        let reached = try await reach(target, makes: false)
        let link = try answering {
            try self.link(to: reached.backend, at: target.descriptor, of: id)
        }
        let organisers = link.layout.log(author: rotation.author.hex)
        let listing = try await asking { try await link.backend.list(link.layout.logs) }
        guard listing.contains(where: { $0.path == organisers }) else {
            throw FenError(
                "OTHER_STORE",
                "The store that the organiser has named does not hold the group's logs.",
                hint: "Ask the organiser what is there; the group stays where it is.")
        }
        try await copy(id, to: link, .own, progress: nil)
        let kept =
            rotation.target.map {
                StoreTarget($0, folder: target.folder, authorities: target.authorities)
            } ?? target
        try note(kept, by: .rotation(rotation.order.id), of: id)
        try note(reached, of: id)
        announcer.yield(.storeMoved(id))
    }

    /// Says once that the group has moved where this device cannot follow yet.
    private func tellOfMove(_ id: GroupID, _ error: FenError?) {
        if ["CLOSING", "LAB_OFFLINE"].contains(error?.code) { return }
        // A pass that cannot use the old store says so itself.
        if (try? pendingMove(of: group(id))) != .some(nil) {
            storeTrouble[id] = error
            return
        }
        let isNew = toldOfMove[id] != .some(error?.code ?? "")
        storeTrouble[id] = error
        toldOfMove[id] = error?.code ?? ""
        if isNew { announcer.yield(.storeMoved(id)) }
    }

    /// How this device stands with a move of the group; nil where there is nothing to say.
    func moveView(of group: LocalGroup) throws -> StoreMoveView? {
        let trouble = storeTrouble[group.id]?.message
        if let move = try pendingMove(of: group) {
            return .finishing(to: move.descriptor.words, trouble: trouble)
        }
        guard let awaited = try awaitedStore(of: group) else { return nil }
        switch awaited.target {
        case .folder(let label)?: return .folderWanted(label: label)
        case .s3(let store)?: return .following(to: "\(store)", trouble: trouble)
        case .nextcloud(let store)?: return .following(to: "\(store)", trouble: trouble)
        case StorageDescriptor.none?, nil: return .unknown
        }
    }
}
