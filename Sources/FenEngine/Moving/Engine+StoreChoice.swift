import FenEncoding
import FenLedger
import FenProtocol
import FenStorage
import FenStore

/// What it means that this person names a store.
enum StoreWay {
    /// The group had none, or it is the same place: this device uses it from now on.
    case binds
    /// Its organiser moves the group there.
    case moves
    /// The group was moved to a folder, and this says where that is here.
    case follows(StoreRotation)
}

/// A store that has answered, with what was learnt on the way.
struct ReachedStore: Sendable {
    /// The place itself.
    let backend: any StorageBackend
    /// Of one on a server, whether that honours conditions of writing.
    var server: (store: StorageDescriptor, honoursConditions: Bool)?
}

extension Engine {
    /// Reaches a store before anything of a group depends on it. `makes` prepares a folder that is
    /// new, and proves that it takes files.
    func reach(_ target: StoreTarget, makes: Bool) async throws(FenError) -> ReachedStore {
        switch (target.descriptor, target.folder) {
        case (.s3(let store), _):
            try Self.checkAddress(store.endpoint)
            let bucket = try await asking {
                try await S3Backend(S3Place(store, authorities: target.authorities)).probed()
            }
            return ReachedStore(
                backend: patient(bucket, at: target.descriptor),
                server: (target.descriptor, bucket.honoursConditions))
        case (.nextcloud(let store), _):
            try Self.checkAddress(store.baseURL)
            let share = try await asking {
                try await NextcloudBackend(
                    NextcloudPlace(store, authorities: target.authorities)
                ).probed()
            }
            return ReachedStore(
                backend: patient(share, at: target.descriptor),
                server: (target.descriptor, share.honoursConditions))
        case (.folder, let path?):
            let folder = decorate(target, FolderBackend(root: path))
            if makes { try await asking { try await folder.prepare() } }
            return ReachedStore(backend: folder)
        case (.folder, nil), (.none, _):
            throw FenError(
                "STORE_NOT_YET", "This version of fen cannot reach such a store.",
                hint: "Ask the organiser to use another, or update fen.")
        }
    }

    /// Keeps what was learnt of a store that the group has now.
    func note(_ reached: ReachedStore, of id: GroupID) throws(FenError) {
        guard let server = reached.server else { return }
        try noteConditions(server.honoursConditions, of: id, at: server.store)
    }

    /// What it means that this person names a store; refused where only the organiser may.
    func way(to target: StoreTarget, in id: GroupID) async throws(FenError) -> StoreWay {
        let (current, awaited, isOrganiser, isMoving) = try answering {
            try requireWriting()
            let group = try group(id)
            let me = try requirePerson().publicKey
            return (
                try self.target(of: group), try awaitedStore(of: group),
                group.context.organiser == me && group.context.created != nil,
                try pendingMove(of: group) != nil
            )
        }
        let isAwaited = target.folder != nil && awaited?.isFolder == true
        if let awaited, isAwaited, !isOrganiser { return .follows(awaited) }
        if current == StoreTarget(.none) { return .binds }
        if target.isSamePlace(as: current) { return isMoving ? .moves : .binds }
        // The drive may only be mounted elsewhere now.
        if let old = current.folder, let new = target.folder {
            let founder = try answering { try group(id).founder }
            let isThere = await holds(new, logOf: founder, in: id)
            if isThere, await !holds(old, logOf: founder, in: id) { return .binds }
            if !isOrganiser {
                guard isThere else {
                    throw FenError(
                        "OTHER_FOLDER", "This folder does not hold the group's logs.",
                        hint: "Say where the group's own folder is on this device; only the "
                            + "organiser can move the group to another one.")
                }
                return .binds
            }
        }
        try answering { try requireOrganiser(group(id), to: "move the group's store") }
        return .moves
    }

    /// Whether a folder has somebody's log.
    func holds(_ folder: String, logOf author: MemberID, in id: GroupID) async -> Bool {
        guard let path = StorageLayout(group: id.uuidString)?.log(author: author.hex) else {
            return false
        }
        // A folder that cannot be looked into does not have it, whatever the reason.
        let body = try? await FolderBackend(root: folder).get(path, from: 0, limit: 1)
        return body != nil
    }
}
