import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import FenStorage
import FenStore

/// Taking in the groups that a member's device has handed over.
extension Engine {
    /// Takes them in after the person has said yes: each is kept at once, then its store and the
    /// member's device are asked for what is there. Groups in a shared folder that is not found at
    /// `folder` wait until it is.
    package func takeOfferedGroups(folder typed: String?) async throws(FenError) -> BackTaken {
        let (groups, folder) = try answering {
            try requireWriting()
            try requireReal()
            guard let asked = try askedBack(), asked.handover != nil else {
                throw FenError(
                    "NOTHING_OFFERED", "Nothing was handed over to this device.",
                    hint: "/restore member asks a member for help.")
            }
            return (try opened(asked).groups, try typed.map(Self.absolute))
        }
        var taken = BackTaken()
        for group in groups {
            var path: String?
            if group.invite.descriptor.isFolder, try answering({ try !isHere(group) }) {
                if let folder,
                    await holds(folder, logOf: group.invite.founder, in: group.invite.groupID)
                {
                    path = folder
                } else {
                    taken.lacking.append(group.invite.groupName)
                    continue
                }
            }
            try answering { try take(group, folder: path) }
            taken.groups.append(group.invite.groupID)
        }
        if taken.lacking.isEmpty { try answering { try keep(nil as AskedBack?) } }
        for group in groups where taken.groups.contains(group.invite.groupID) {
            // Whoever listens already is found by the others of this group, too.
            if peers != nil { _ = try? hub(of: group.invite.groupID) }
            // A store that cannot be reached now is asked by the next pass.
            _ = try? await sync(in: group.invite.groupID)
            await reachInviter(group.invite)
        }
        return taken
    }

    private func isHere(_ group: BackGroup) throws -> Bool {
        try database.groups.find(group.invite.groupID.raw) != nil
    }

    private func take(_ group: BackGroup, folder: String?) throws {
        let invite = group.invite
        guard let known = try database.groups.find(invite.groupID.raw) else {
            return try database.transaction {
                let number = try insert(
                    invite, StoreTarget(invite.descriptor, folder: folder))
                try database.settings.set(SettingName.oldKey, group.member.hex, in: number)
                try database.settings.set(
                    SettingName.rotation, group.rotation?.hex, in: number)
            }
        }
        guard known.founder == invite.founder.raw else {
            throw FenError(
                "OTHER_FOUNDER",
                "What was handed over names another founder than the group that is here.",
                hint: "Ask the organiser what is going on; nothing was changed.", status: .trust)
        }
        try change(invite.groupID) { here in
            for key in invite.keys { try here.adopt(key, at: now()) }
        }
    }
}
