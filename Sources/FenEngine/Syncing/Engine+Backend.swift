import FenCrypto
import FenEncoding
import FenLedger
package import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// Binds a group to a shared folder on this device, to a bucket, to a share, or to no store.
    ///
    /// A group that has a store is moved by its organiser: everything is brought to the new store
    /// and read back before anybody is told (``move(_:to:insists:progress:)``). `insists` moves it
    /// though the old store cannot be reached; one that is gone or full is not waited for anyway.
    /// Another member says by a folder only where it is on
    /// this device. `authorities` is the PEM file that says on this device who the server is.
    ///
    /// Returns whether the folder had to be made.
    @discardableResult
    package func setBackend(
        _ choice: BackendChoice, in id: GroupID, authorities: String? = nil, insists: Bool = false,
        progress: ProgressHandler? = nil
    ) async throws(FenError) -> Bool {
        let target: StoreTarget
        let authorities = authorities.map(Paths.absolute)
        switch choice {
        case .none:
            try await bind(id, to: StoreTarget(.none), by: .person)
            return false
        case .s3(let store): target = StoreTarget(.s3(store), authorities: authorities)
        case .nextcloud(let store):
            target = StoreTarget(.nextcloud(store), authorities: authorities)
        case .folder(let path): target = StoreTarget(folder: try Self.absolute(path))
        }
        let isMade = target.folder.map { !Paths.exists($0) } ?? false
        switch try await wayBack(to: target, in: id) {
        case .binds:
            let reached = try await reach(target, makes: true)
            try await bind(id, to: target, by: .person)
            try note(reached, of: id)
        case .moves:
            let insists = try answering { try insists || isLost(group(id)) }
            try await move(id, to: target, insists: insists, progress: progress)
        case .follows(let rotation):
            try await exclusively(id) { engine throws(FenError) in
                try await engine.follow(rotation, to: target, in: id)
            }
        }
        return isMade
    }

    /// Whether a group's store is gone or takes nothing more, so that nobody can be told in it.
    private func isLost(_ group: LocalGroup) throws -> Bool {
        guard let trouble = try trouble(of: group) else { return false }
        return [.gone, .full].contains(trouble.kind)
    }

    /// Where a group's logs travel, for people.
    func backendView(of group: LocalGroup) throws -> BackendView {
        let failing = try database.outbox.all(in: group.number).first { $0.attempts > 0 }
        let state = failing?.message ?? "ready"
        if let path = try database.settings.value(SettingName.folder, in: group.number) {
            return .folder(path: path, state: state)
        }
        switch try descriptor(of: group) {
        case .none, .folder: return .none
        case .s3(let store):
            return .s3(
                endpoint: store.endpoint, bucket: store.bucket, state: state,
                remarks: buckets[group.id]?.remarks ?? [])
        case .nextcloud(let store): return try shareView(of: group, at: store, state: state)
        }
    }

    /// What the group's invites say of its store.
    func descriptor(of group: LocalGroup) throws -> StorageDescriptor {
        guard let bytes = try database.groups.descriptor(of: group.number) else { return .none }
        return try StorageDescriptor(cbor: bytes.withUnsafeBytes { [UInt8]($0) })
    }

    /// The store of a group on this device; ``StorageDescriptor/none`` for peers only.
    func target(of group: LocalGroup) throws -> StoreTarget {
        StoreTarget(
            try descriptor(of: group),
            folder: try database.settings.value(SettingName.folder, in: group.number),
            authorities: try authorities(of: group))
    }

    /// The place a group's logs are kept; nil for peers only.
    func backend(of group: LocalGroup) throws -> (any StorageBackend)? {
        if let known = backends[group.id] { return known }
        var backend: (any StorageBackend)?
        if let path = try database.settings.value(SettingName.folder, in: group.number) {
            backend = decorate(try target(of: group), FolderBackend(root: path))
        } else if case .s3(let store) = try descriptor(of: group) {
            backend = try bucketBackend(of: group, at: store)
        } else if case .nextcloud(let store) = try descriptor(of: group) {
            backend = try shareBackend(of: group, at: store)
        }
        backends[group.id] = backend
        return backend
    }

    /// Notes a store. A pass over the old one ends first: what it would note at its end is of files
    /// that the new one does not have.
    func bind(
        _ id: GroupID, to target: StoreTarget, by origin: StoreOrigin
    ) async throws(FenError) {
        try await exclusively(id) { engine throws(FenError) in
            try await engine.note(target, by: origin, of: id)
        }
    }

    /// Notes a store; call it while nothing else is done with the group's store.
    func note(
        _ target: StoreTarget, by origin: StoreOrigin, of id: GroupID
    ) throws(FenError) {
        try answering { try change(id) { group in try keep(target, by: origin, of: group) } }
        forgetReached(id)
        seenStores[id] = nil
        mergedOwnLogs.remove(id)
    }

    private func keep(
        _ target: StoreTarget, by origin: StoreOrigin, of group: LocalGroup
    ) throws {
        let settings = database.settings
        let before = try self.target(of: group)
        // One that is gone, or refuses this device, has nothing to be read in it.
        let isDead = try isLost(group) || standing(of: group) == .refused
        try database.groups.setDescriptor(
            SecretBytes(copying: target.descriptor.encode()), of: group.number)
        try settings.set(SettingName.folder, target.folder, in: group.number)
        try settings.set(SettingName.authorities, target.authorities, in: group.number)
        try settings.set(SettingName.move, nil, in: group.number)
        try settings.set(SettingName.standing, nil, in: group.number)
        try forgetTrouble(of: group)
        var (invite, rotation): (InviteID?, EventID?)
        switch origin {
        // What this person knew of when they chose moves this device no more.
        case .person: rotation = group.context.storeRotation?.order.id
        case .invite(let id): invite = id
        case .rotation(let event): rotation = event
        }
        try settings.set(SettingName.storeInvite, invite?.hex, in: group.number)
        try settings.set(SettingName.rotation, rotation?.hex, in: group.number)
        guard !target.isSamePlace(as: before) else { return }
        let left = target == StoreTarget(.none) && !isDead ? before.text(0) : nil
        try settings.set(SettingName.leftStore, left, in: group.number)
        if !isDead { try keepFormer(before, now: target, of: group) }
        try settings.set(SettingName.conditions, nil, in: group.number)
        if !target.isSameServer(as: before) { try forgetAccount(of: group) }
        try database.outbox.removeAll(in: group.number)
        try database.cursors.removeAll(of: CursorSource.store, in: group.number)
        // Where there is no store, what the others have had through the old one they still have.
        guard target != StoreTarget(.none) else { return }
        try database.events.setAllUnpublished(in: group.number, since: now())
    }

    /// What it means that this person names a store. Before a group without one gets another than
    /// the one it was taken from, it is in that one again: the others still are, and are told there.
    /// Whoever is alone, or binds the same place, needs no way back.
    private func wayBack(
        to target: StoreTarget, in id: GroupID
    ) async throws(FenError) -> StoreWay {
        let left = try answering { () -> StoreTarget? in
            let group = try group(id)
            let me = try requirePerson().publicKey
            guard try self.target(of: group) == StoreTarget(.none),
                group.context.members.contains(where: { $0.id != me }),
                let kept = try database.settings.value(SettingName.leftStore, in: group.number)
            else { return nil }
            return StoreTarget.read(kept)?.target
        }
        guard let left, !left.isSamePlace(as: target) else {
            return try await way(to: target, in: id)
        }
        try await bind(id, to: left, by: .person)
        do throws(FenError) {
            return try await way(to: target, in: id)
        } catch {
            try await bind(id, to: StoreTarget(.none), by: .person)
            throw error
        }
    }

    /// A folder as an absolute path, `~` meaning this person's own.
    static func absolute(_ path: String) throws(FenError) -> String {
        let typed = path.trimmingWhitespace
        guard !typed.isEmpty else {
            throw FenError(
                "NO_FOLDER", "Say which folder.", hint: "Such as: /backend folder ~/Shared/trip",
                status: .usage)
        }
        return Paths.absolute(typed)
    }
}
