package import FenProtocol
import FenStorage
import FenStore

/// A group's second link to its folder in a Nextcloud, after which the first is withdrawn: whoever
/// has gone knows that one.
extension Engine {
    /// How long the link before works on, in milliseconds: whoever is away for less follows by
    /// themselves.
    private static let handOff: UInt64 = 72 * 3_600_000

    /// Makes another link with a password of its own, and moves the group to it. The link before is
    /// deleted after the hand-off window, by a pass of this device.
    package func renewShare(
        in id: GroupID, progress: ProgressHandler? = nil
    ) async throws(FenError) -> ShareReport {
        let (account, old) = try answering {
            try requireWriting()
            try requireOnline(id)
            let group = try group(id)
            guard let account = try keptAccount(of: group),
                case .nextcloud(let store) = try descriptor(of: group)
            else {
                throw FenError(
                    "NO_ACCOUNT", "This device has no account at a Nextcloud for this group.",
                    hint: "Whoever owns the account makes the link, on their device.",
                    status: .usage)
            }
            try requireOrganiser(group, to: "move the group's store")
            try requireNewestKey(group, hint: "/sync first; the link stays as it is.")
            return (account, store)
        }
        let owner = try await asking { try NextcloudOwner(account) }
        let made = try await asking { try await owner.makeLink(group: id.uuidString) }
        let link = SharedLink(
            store: NextcloudStore(made.place), readiness: made.readiness, isNew: true,
            endsOn: made.lastDay)
        try answering {
            try change(id) { group in
                try setWithdrawals(
                    withdrawals(of: group) + [(old.shareToken, now() + Self.handOff)], of: group)
            }
        }
        try await bind(link, owner, account, insists: false, in: id)
        try answering {
            try change(id) { group in
                try database.settings.set(SettingName.linkEnds, made.lastDay, in: group.number)
            }
        }
        return ShareReport(
            version: made.readiness.version, isNew: true, password: .kept,
            remarks: made.readiness.remarks, endsOn: made.lastDay)
    }

    /// Deletes the links whose time is over, where the owner's account is here. One that cannot be
    /// deleted now is tried again by the next pass.
    func withdrawOldLinks(of id: GroupID) async {
        let due = try? answering { () -> (NextcloudAccount, [String])? in
            let group = try group(id)
            let known = try withdrawals(of: group)
            guard !known.isEmpty, try pendingMove(of: group) == nil,
                let account = try keptAccount(of: group),
                case .nextcloud(let store) = try descriptor(of: group)
            else { return nil }
            // The link in use is never withdrawn: the move to another may not have been made.
            let due = known.filter { $0.due <= now() && $0.token != store.shareToken }
            return due.isEmpty ? nil : (account, due.map(\.token))
        }
        guard let (account, tokens) = due ?? nil else { return }
        guard let owner = try? NextcloudOwner(account) else { return }
        var gone: Set<String> = []
        for token in tokens
        where (try? await owner.withdraw(token: token, group: id.uuidString)) != nil {
            gone.insert(token)
        }
        _ = try? change(id) { group in
            try setWithdrawals(
                withdrawals(of: group).filter { !gone.contains($0.token) }, of: group)
        }
    }

    /// The links that are to be deleted, and when, in Unix milliseconds.
    private func withdrawals(of group: LocalGroup) throws -> [(token: String, due: UInt64)] {
        let text = try database.settings.value(SettingName.oldLinks, in: group.number) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let due = UInt64(parts[1]) else { return nil }
            return (String(parts[0]), due)
        }
    }

    private func setWithdrawals(
        _ links: [(token: String, due: UInt64)], of group: LocalGroup
    ) throws {
        let text = links.map { "\($0.token) \($0.due)" }.joined(separator: "\n")
        try database.settings.set(
            SettingName.oldLinks, text.isEmpty ? nil : text, in: group.number)
    }
}
