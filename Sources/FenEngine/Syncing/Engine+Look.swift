import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import FenStore

/// What a pass finds in a group's store before it does anything there.
struct StoreLook: Sendable {
    /// What to ask with the next time.
    let token: ChangeToken
    /// All files of the logs' folder; nil where none has changed since all of them were read.
    let objects: [ObjectInfo]?
}

/// What a group's store looked like when all that was in it had been read.
struct SeenStore: Sendable {
    /// The store's own word for how it looked.
    let token: ChangeToken
    /// The files that were read.
    let paths: [String]
}

extension Engine {
    /// Asks a group's store whether anything is new in it, and for the listing where something may
    /// be: one question where nothing is.
    func look(_ id: GroupID, into store: StoreLink) async throws(FenError) -> StoreLook {
        let known = try answering { try knownToken(of: id, store) }
        let folder = store.layout.logs
        let answer = try await asking {
            try await store.backend.changed(under: folder, since: known)
        }
        guard answer.isChanged else { return StoreLook(token: answer.token, objects: nil) }
        // Asked after the token was: what changes in between is seen the next time.
        var objects = answer.objects
        if objects == nil { objects = try await asking { try await store.backend.list(folder) } }
        return StoreLook(token: answer.token, objects: objects)
    }

    /// Notes that everything a look has found was read.
    func note(_ look: StoreLook, read objects: [ObjectInfo], in id: GroupID) {
        seenStores[id] = SeenStore(token: look.token, paths: objects.map(\.path.text))
    }

    /// The token to ask with; nil where the listing is wanted whatever the store says: nobody has
    /// looked in this process yet, the own file is to be compared, or there is something to read
    /// again in a file that is still the same.
    private func knownToken(of id: GroupID, _ store: StoreLink) throws -> ChangeToken? {
        guard let seen = seenStores[id], mergedOwnLogs.contains(id),
            try filesOfFormerStrangers(in: id) == nil
        else { return nil }
        let cursors = try database.cursors.all(of: store.cursors, in: try group(id).number)
        return seen.paths.allSatisfy { cursors[$0]?.etag != nil } ? seen.token : nil
    }
}
