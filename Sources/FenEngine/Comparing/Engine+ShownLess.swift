import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenPeer
package import FenProtocol
import FenStore

extension SettingName {
    /// What the store has shown to others and not here: a line each.
    static let shownLess = "shown_less"
}

/// Finding a store out that shows different histories to different members.
extension Engine {
    /// What the store of a group has shown to others and not here, as far as it is worth a word.
    package func shownLess(in id: GroupID) throws(FenError) -> [ShownLessView] {
        try answering {
            let group = try group(id)
            return try shownLess(of: group).filter { $0.turns > 0 }.map {
                try view(of: $0, in: group)
            }
        }
    }

    /// What is known of the store that the group has now.
    func shownLess(of group: LocalGroup) throws -> [ShownLess] {
        let value = try database.settings.value(SettingName.shownLess, in: group.number) ?? ""
        guard !value.isEmpty, let store = try storeName(of: group) else { return [] }
        return value.split(separator: "\n").compactMap { ShownLess(line: $0) }
            .filter { $0.store == store }
    }

    /// Before a look: files in which something is lacking that others have been shown are read anew,
    /// so that it is not this device's own memory of them that is wrong.
    func forgetDoubted(of id: GroupID, _ store: StoreLink) throws {
        let all = try shownLess(of: group(id))
        guard all.contains(where: { $0.wantsRereading(at: now()) }) else { return }
        try change(id) { group in
            var all = all
            let cursors = try database.cursors.all(of: store.cursors, in: group.number)
            for index in all.indices where all[index].wantsRereading(at: now()) {
                all[index].isReread = true
                let author = all[index].author.hex
                for path in cursors.keys
                where path.contains(author) || path.hasSuffix(".repair.jsonl") {
                    try database.cursors.remove(path, of: store.cursors, in: group.number)
                }
            }
            try keep(all, of: group)
        }
    }

    /// After a whole look that began at a time; call it inside a transaction.
    func noteLook(from start: UInt64, _ report: SyncReport, of group: LocalGroup) throws {
        guard let store = try storeName(of: group) else { return }
        try database.settings.set(
            SettingName.storeLook, "\(store.hex) \(start) \(now())", in: group.number)
        let before = try shownLess(of: group)
        var left: [ShownLess] = []
        for var doubt in before {
            if !doubt.isSure {
                // It was late, nothing more; and what is damaged is told of elsewhere.
                let isDamaged = report.files.keys.contains { $0.contains(doubt.author.hex) }
                guard try isShown(doubt.head, of: group) == false, !isDamaged else { continue }
                let last = try group.book.logs[doubt.author].flatMap {
                    try database.events.lastPublished(of: $0.number)
                }
                doubt.looked(from: start, to: now(), here: last?.seq ?? 0)
            }
            left.append(doubt)
        }
        if left != before { try keep(left, of: group) }
    }

    /// Another member's device says what the store has shown it.
    func takeStoreReport(_ bytes: [UInt8], from session: PeerRoom.Session, in id: GroupID) throws {
        guard case .member(let member) = session.lane, member.x25519 == session.key,
            let asked = session.reportAsked, let report = PeerStoreReport(bytes)
        else { return }
        let group = try group(id)
        guard try lastLook(of: group)?.store == report.store,
            group.context.isActive(member)
        else { return }
        let before = try shownLess(of: group)
        // It was counted when the answer was made, which was no earlier than the question.
        let theirs = asked - min(asked, report.age)
        let me = try person()?.publicKey
        var all = before
        for (author, heads) in report.shown.sorted(by: { $0.key < $1.key }) where author != me {
            if let index = all.firstIndex(where: { $0.author == author }) {
                let known = all[index].head
                guard heads.contains(where: { $0 == known || $0.seq > known.seq }) else { continue }
                all[index].told(by: member, look: theirs)
            } else if let head = try heads.first(where: { try isShown($0, of: group) == false }) {
                all.append(
                    ShownLess(
                        head, of: author, store: report.store, witness: member, theirs: theirs,
                        now: now()))
            }
        }
        guard all != before else { return }
        try change(id) { try keep(all, of: $0) }
        for (doubt, old) in zip(all, before) where doubt.isSure && !old.isSure {
            let view = try view(of: doubt, in: group)
            if view.isSure { announcer.yield(.storeDiffers(id, view)) }
        }
    }

    private func keep(_ all: [ShownLess], of group: LocalGroup) throws {
        try database.settings.set(
            SettingName.shownLess,
            all.isEmpty ? nil : all.map(\.line).joined(separator: "\n"), in: group.number)
    }

    private func view(of doubt: ShownLess, in group: LocalGroup) throws -> ShownLessView {
        var isFolder = false
        if case .folder = try descriptor(of: group) { isFolder = true }
        return ShownLessView(
            author: PartyID(member: doubt.author), seq: doubt.head.seq, here: doubt.here,
            witness: PartyID(member: doubt.witness), theirLook: Int64(clamping: doubt.theirs),
            ownLook: Int64(clamping: doubt.own), isFolder: isFolder,
            isSure: doubt.isSure && !isFolder)
    }
}
