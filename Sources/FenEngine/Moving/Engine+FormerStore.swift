import FenEncoding
import FenLedger
import FenProtocol
import FenStorage
import FenStore

/// The store before a move. Whoever has not gone over yet writes there still, so it is read for a
/// while, and never written.
extension Engine {
    /// How long at most, in milliseconds: the hand-off window in which the old credential works.
    private static let handOff: UInt64 = 72 * 3_600_000

    /// Notes what the store was before; call it inside the transaction that changes it. How far its
    /// files have been read stays known.
    func keepFormer(
        _ before: StoreTarget, now target: StoreTarget, of group: LocalGroup
    ) throws {
        formerBackends[group.id] = nil
        guard before != StoreTarget(.none), target != StoreTarget(.none) else {
            return try forgetFormer(of: group)
        }
        try database.settings.set(
            SettingName.formerStore, before.text(now() + Self.handOff), in: group.number)
        try database.cursors.removeAll(of: CursorSource.former, in: group.number)
        for cursor in try database.cursors.all(of: CursorSource.store, in: group.number).values {
            try database.cursors.put(cursor, of: CursorSource.former, in: group.number)
        }
    }

    /// Takes what is new in the store before a move. That it does not answer is no failure of a
    /// pass: the group does not depend on it any more.
    func readFormer(_ id: GroupID, into report: inout SyncReport) async {
        var read = SyncReport()
        do throws(FenError) {
            guard let former = try await formerLink(of: id) else { return }
            let listing = try await asking { try await former.backend.list(former.layout.logs) }
            let others = listing.filter {
                former.layout.isLog($0.path) && $0.path != former.ownLog
                    && $0.path != former.ownRepair
            }
            try await self.read(others, id, former, &read, nil)
            report.pulled += read.pulled
            try answering { try forgetFormerIfLeft(id, former.layout) }
        } catch {
            // It is asked again by the next pass, until its time is over.
        }
    }

    private func formerLink(of id: GroupID) async throws(FenError) -> StoreLink? {
        let former = try answering { () -> StoreTarget? in
            let group = try self.group(id)
            guard
                let kept = try database.settings.value(SettingName.formerStore, in: group.number),
                let (target, end) = StoreTarget.read(kept)
            else { return nil }
            guard now() < end else {
                try change(id) { group in try forgetFormer(of: group) }
                return nil
            }
            return target
        }
        guard let former else { return nil }
        if formerBackends[id] == nil {
            formerBackends[id] = try await reach(former, makes: false).backend
        }
        guard let backend = formerBackends[id] else { return nil }
        return try answering {
            var link = try self.link(to: backend, at: former.descriptor, of: id)
            link.cursors = CursorSource.former
            return link
        }
    }

    /// Nothing comes there any more once every active member has a log in the new store that has
    /// all that this device holds.
    private func forgetFormerIfLeft(_ id: GroupID, _ layout: StorageLayout) throws {
        let group = try group(id)
        let here = try database.cursors.all(of: CursorSource.store, in: group.number)
        let me = try requirePerson().publicKey
        let others = group.context.members.filter { $0.status == .active && $0.id != me }
        guard group.context.joiners.isEmpty,
            others.allSatisfy({ here[layout.log(author: $0.id.hex)?.text ?? ""] != nil })
        else { return }
        var hasAll = true
        try database.events.walk(.unpublishedBefore(.max >> 1, group.number)) { row in
            hasAll = row.chain == .refused
            return hasAll
        }
        if hasAll { try change(id) { group in try forgetFormer(of: group) } }
    }

    private func forgetFormer(of group: LocalGroup) throws {
        formerBackends[group.id] = nil
        try database.settings.set(SettingName.formerStore, nil, in: group.number)
        try database.cursors.removeAll(of: CursorSource.former, in: group.number)
    }
}
