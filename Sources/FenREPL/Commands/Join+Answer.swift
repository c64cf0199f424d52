internal import FenEngine
internal import FenProtocol

extension JoinCommands {
    /// What a joiner reads: where they are, and what happens next.
    static func joined(_ group: GroupView, preview: InvitePreview) -> CommandResult {
        let roster = Roster(group)
        let named = group.member(group.organiser)?.name ?? ""
        let known = named.isEmpty ? preview.invite.inviterName : named
        let organiser = Phrase(foreign: known)
        var result = CommandResult()
        if preview.isKnownGroup {
            if group.hasStore {
                result.say("\(foreign: group.name) uses the store of this invite now.")
            }
            if let out = GroupFace.outOfGroup(group) { result.text.append(.paragraph(out)) }
            if group.isReturning, !group.hasStore, group.connected == 0 {
                result.say(
                    """
                    This group has no store, so only \(organiser)'s own device can let you in again: \
                    ask \(organiser) to type /listen, and /connect to the address it shows.
                    """)
            } else if group.myStatus == .pending {
                let wait = WaitFace(group: group)
                result.say(
                    wait.closed(organiser: organiser) ?? "You are \(wait.waiting(organiser)).")
            } else if !group.isOut, !group.hasStore {
                result.say("You are in \(foreign: group.name).")
            }
        } else if group.myStatus == .active {
            result.say("You are in \(foreign: group.name).")
        } else if let closed = WaitFace(group: group).closed(organiser: organiser) {
            result.say("Joined \(foreign: group.name).")
            result.say(closed)
        } else {
            result.say(
                "Joined \(foreign: group.name), \(WaitFace(group: group).waiting(organiser)).")
            if group.connected > 0 {
                result.say(
                    """
                    What happens next: your request is on its way to \(organiser)'s device, \
                    \(WaitFace(group: group).then(organiser)). What you log until then counts once you are in.
                    """)
            } else if case .none = group.backend {
                result.say(
                    """
                    This group has no store, and no device of it could be reached. What happens \
                    next: ask anybody in it to type /listen, and /connect to the address it shows; \
                    your request travels on to \(organiser)'s device, \
                    \(WaitFace(group: group).then(organiser)).
                    """)
            } else {
                result.say(
                    """
                    What happens next: your request travels with the next sync to \(organiser)'s \
                    device, \(WaitFace(group: group).then(organiser)). What you log until then counts once you are in.
                    """)
            }
        }
        result.set("group", GroupFace.json(group))
        result.set("organiser", roster.json(group.organiser))
        result.mainValue = group.id.uuidString
        return result
    }
}
