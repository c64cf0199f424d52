import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import FenStore

/// Files of a store that are not what they were: nothing here goes by that, but what they had is no
/// longer known to be in the store.
extension Engine {
    /// Notes the files that are not in the store any more.
    func noteVanished(
        _ listing: [ObjectInfo], _ store: StoreLink, in id: GroupID
    ) throws {
        let there = Set(listing.map(\.path.text) + [store.ownLog.text])
        let group = try group(id)
        let cursors = try database.cursors.all(of: CursorSource.store, in: group.number)
        for cursor in cursors.values where !there.contains(cursor.path) {
            guard let path = ObjectPath(cursor.path) else { continue }
            try change(id) { group in
                try markUnpublished(path, store.layout, in: group)
                try database.cursors.remove(cursor.path, of: CursorSource.store, in: group.number)
            }
        }
    }

    /// Notes the files that are shorter than they were: before any is read, so that what one of
    /// them has lost is looked for in all others by the same pass.
    func noteShrunk(_ listing: [ObjectInfo], _ store: StoreLink, in id: GroupID) throws {
        let cursors = try database.cursors.all(
            of: CursorSource.store, in: try group(id).number)
        for object in listing where object.size < cursors[object.path.text]?.size ?? 0 {
            try noteLoss(of: object.path, store, in: id)
        }
    }

    /// Notes that a file is not what it was.
    func noteLoss(of path: ObjectPath, _ store: StoreLink, in id: GroupID) throws {
        try change(id) { group in try markUnpublished(path, store.layout, in: group) }
    }

    /// Nothing of those whose lines this file had is known to be in the store any more, until it
    /// is seen there again: in their own files or in somebody's repair file.
    private func markUnpublished(
        _ path: ObjectPath, _ layout: StorageLayout, in group: LocalGroup
    ) throws {
        guard let name = layout.author(of: path).map(String.init) else { return }
        var authors: Set<String> = []
        if layout.log(author: name) == path { authors = [name] }
        if layout.repair(holder: name) == path { authors = try repaired(in: path, of: group) }
        let me = try requirePerson().publicKey
        let cursors = try database.cursors.all(of: CursorSource.store, in: group.number)
        for author in authors {
            guard let key = MemberID(hex: author), key != me, let log = group.book.logs[key]
            else { continue }
            try database.events.setAllUnpublished(of: log.number, since: now())
            for cursor in cursors.values where cursor.path != path.text {
                guard let other = ObjectPath(cursor.path) else { continue }
                if other.text.hasSuffix(".repair.jsonl") || other.name.hasPrefix(author) {
                    try database.cursors.remove(
                        cursor.path, of: CursorSource.store, in: group.number)
                }
            }
        }
    }

    // MARK: Whose lines a repair file has

    /// Remembers whose lines stand in a repair file, so that its loss says whose are missed.
    func noteRepaired(
        _ lines: ParsedLines, in path: ObjectPath, _ layout: StorageLayout, of group: LocalGroup
    ) throws {
        guard let name = layout.author(of: path), layout.repair(holder: String(name)) == path
        else { return }
        let known = try repaired(in: path, of: group)
        let all = known.union(lines.events.map(\.event.header.author.hex))
        if all == known { return }
        try database.settings.set(
            SettingName.repaired + path.text, all.sorted().joined(separator: "\n"),
            in: group.number)
    }

    private func repaired(in path: ObjectPath, of group: LocalGroup) throws -> Set<String> {
        let value = try database.settings.value(
            SettingName.repaired + path.text, in: group.number)
        return Set((value ?? "").split(separator: "\n").map(String.init))
    }
}
