import FenCrypto
import FenEncoding
import FenPeer
package import FenProtocol
import FenStore

/// Erasing what is here.
extension Engine {
    /// Removes a group from this home with everything that belongs to it, keys and credentials
    /// too, and the lines that were typed at the prompt; overwrites what was there. What others
    /// hold, and the store, stay as they are.
    package func forget(_ id: GroupID) async throws(FenError) {
        try answering {
            try requireWriter()
            _ = try group(id)
        }
        try await exclusively(id) { engine throws(FenError) in
            await engine.letGo(of: id)
            try await engine.removeAll(of: id)
        }
    }

    private func letGo(of id: GroupID) async {
        await peers?.hubs[id]?.end()
        peers?.hubs[id] = nil
        peers?.sessions[id] = nil
        loaded[id] = nil
        mergedOwnLogs.remove(id)
        toldOwnTail.remove(id)
        seenStores[id] = nil
        unsent[id] = nil
        backends[id] = nil
        buckets[id] = nil
        shares[id] = nil
        formerBackends[id] = nil
        storeTrouble[id] = nil
        toldOfMove[id] = nil
        told[id] = nil
        lab[id] = nil
    }

    private func removeAll(of id: GroupID) throws(FenError) {
        try answering {
            guard let number = try database.groups.find(id.raw)?.number else { return }
            try database.transaction {
                try database.removeGroup(number)
                try database.secrets.remove(SecretName.account(of: id))
            }
            // Nobody can say which of the typed lines were about it.
            HomeFolder.shred(database.home.file("history"))
            try database.compact()
        }
        loaded[id] = nil
        setPeerKeys()
    }

    /// No group is the current one at the next start.
    package func forgetCurrentGroup() throws(FenError) {
        try answering {
            try requireWriter()
            try database.transaction { try database.settings.set("group", nil) }
        }
    }

    /// Erases this home: every file in it is overwritten and removed. Nothing works here any more.
    /// Returns the names of what could not be removed.
    package func eraseHome() async throws(FenError) -> [String] {
        try answering { try requireWriter() }
        await close()
        return database.home.erase()
    }
}
