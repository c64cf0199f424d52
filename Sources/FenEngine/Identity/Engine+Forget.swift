import FenCrypto
import FenEncoding
import FenLedger
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
        defer {
            loaded[id] = nil
            setPeerKeys()
        }
        try answering {
            guard let number = try database.groups.find(id.raw)?.number else { return }
            let isBornHere = try database.isIdentityBornHere
            try database.transaction {
                try database.removeGroup(number)
                try database.secrets.remove(SecretName.account(of: id))
                try forgetStrangers(without: id)
                // From here on others have numbers of this person's that this home lacks.
                if isBornHere { try trustRemainingLogs() }
            }
            // Nobody can say which of the typed lines were about it.
            HomeFolder.shred(database.home.file("history"))
            try database.compact()
        }
    }

    /// Of friends who are in no other group here neither name nor key is left.
    private func forgetStrangers(without id: GroupID) throws {
        let groups = try database.groups.all().filter { $0.id != id.raw }
            .map { try group(GroupID(raw: $0.id)) }
        for friend in try database.friends.all() {
            let member = MemberID(raw: friend.member)
            if groups.contains(where: { $0.context.standings[member] != nil }) { continue }
            try database.friends.remove(friend.member)
        }
    }

    /// What this home is trusted with because the identity was made in it holds of the groups that
    /// it still has, each by itself.
    private func trustRemainingLogs() throws {
        try database.meta.remove(.birthplace)
        for group in try database.groups.all() {
            try database.settings.set(
                SettingName.ownTail, database.storeID.hex, in: group.number)
        }
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
