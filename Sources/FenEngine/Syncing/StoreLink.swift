import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import FenStore

/// A group's store with the paths in it: what one pass works with.
struct StoreLink: Sendable {
    /// The place itself.
    let backend: any StorageBackend
    /// Where the group's files are in it.
    let layout: StorageLayout
    /// The file only this person writes.
    let ownLog: ObjectPath
    /// The file for lines of others that only this person writes.
    let ownRepair: ObjectPath
    /// The name under which its cursors are kept, a ``CursorSource``.
    var cursors = CursorSource.store

    /// Whether the group's logs travel through it no more: what it has says nothing of what is
    /// published.
    var isFormer: Bool { cursors == CursorSource.former }
}

/// The name under which cursors of a group's store are kept.
enum CursorSource {
    /// The one store of a group.
    static let store = "store"
    /// The store before a move.
    static let former = "former_store"
}

extension Engine {
    /// The group's store, whose steps are seen on the wire from here on as one pass; nil where it
    /// has none. For something written while a failed try waits for the next one it is tried once.
    func storeLink(
        of id: GroupID, for origin: PassOrigin? = nil
    ) async throws(FenError) -> StoreLink? {
        try answering { try requireNotLeftAlone(group(id)) }
        try await learnConditions(of: id)
        try await learnShare(of: id)
        return try answering {
            let group = try group(id)
            guard var backend = try backend(of: group) else { return nil }
            try requireOnline(id)
            if origin == .write, try isWaiting(group), let patient = backend as? RetryBackend {
                backend = patient.tryingOnce
            }
            return try link(to: backend, at: descriptor(of: group), of: id)
        }
    }

    /// Where a group's files are in its store.
    func layout(of group: LocalGroup) throws -> StorageLayout {
        guard let layout = try descriptor(of: group).layout(of: group.id) else {
            throw FenError("DEFECT", "The store's paths cannot be made.", status: .defect)
        }
        return layout
    }

    /// A place with the paths of a group in it, whose steps are seen on the wire from here on.
    func link(
        to backend: any StorageBackend, at descriptor: StorageDescriptor, of id: GroupID
    ) throws -> StoreLink {
        let me = try requirePerson().publicKey
        guard let layout = descriptor.layout(of: id),
            let ownLog = layout.log(author: me.hex),
            let ownRepair = layout.repair(holder: me.hex)
        else { throw FenError("DEFECT", "The store's paths cannot be made.", status: .defect) }
        return StoreLink(
            backend: TraceBackend(backend, tell: wire.beginPass(in: id)), layout: layout,
            ownLog: ownLog, ownRepair: ownRepair)
    }

    /// Runs something with the store and makes a person's error of what it throws.
    nonisolated func asking<Answer: Sendable>(
        _ body: () async throws -> Answer
    ) async throws(FenError) -> Answer {
        do {
            return try await body()
        } catch {
            throw FenError(translating: error)
        }
    }
}

extension StorageDescriptor {
    /// Where a group's files are in such a store; nil where the group's id is none.
    func layout(of group: GroupID) -> StorageLayout? {
        if case .nextcloud = self { return .alone }
        return StorageLayout(group: group.uuidString)
    }
}
