internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension GroupView {
    /// The group travels through a store, which can be asked for what is missing.
    var hasStore: Bool { if case .none = backend { false } else { true } }
}

/// Groups and their people.
enum GroupFace {
    /// The line a group opens with: `Dublin4Ever · 2 members · EUR`.
    static func header(_ group: GroupView) -> Phrase {
        let active = group.members.count { $0.status == .active }
        let size = Sentences.size(active, currency: group.currency.code)
        let words = ReplSession.attention(group).map { Phrase(own: $0) }
        let tail: Phrase = words.isEmpty ? "" : " · \(words.joined())"
        return "\(foreign: group.name) · \(size)\(tail)"
    }

    /// What somebody reads who waits with an invite that will not let them in; nil for any other.
    static func closedInvite(_ group: GroupView) -> Phrase? {
        WaitFace(group: group).closed(organiser: Roster(group).shown(group.organiser))
    }

    /// What somebody reads who is no member any more; nil for any other.
    static func outOfGroup(_ group: GroupView) -> Phrase? {
        guard group.isOut else { return nil }
        if let replaced = group.replaced { return NewKeyFace(group).isReplaced(replaced) }
        if group.isReturning {
            return closedInvite(group)
                ?? """
                You have asked to come back: \
                \(WaitFace(group: group).waiting(Roster(group).shown(group.organiser))).
                """
        }
        // The role may be given to somebody who has left meanwhile, and only they can pass it on.
        if group.isOrganiser {
            return """
                You have left this group, and you are its organiser: it was handed over to you before \
                that was known. /hand-over MEMBER makes somebody else that; until then nobody can be \
                let in or removed.
                """
        }
        return Sentences.outOfGroup(
            hasLeft: group.myStatus == .left, organiser: Roster(group).shown(group.organiser))
    }

    /// What came after somebody had gone.
    static func lateChanges(_ party: PartyID, _ count: Int, in group: GroupView) -> Phrase {
        Sentences.lateChanges(
            Roster(group).shown(party), count, hasLeft: group.member(party)?.status == .left)
    }

    static func json(_ group: GroupView) -> OutputJSON {
        let roster = Roster(group)
        return .fields([
            "id": .string(group.id.uuidString),
            "name": .string(group.name),
            "currency": .string(group.currency.code),
            "edit": .string(group.edit.rawValue),
            "organiser": roster.json(group.organiser),
            "deputy": group.deputy.map { roster.json($0) } ?? .null,
            "status": .string(group.myStatus.rawValue),
            "needs_fresh_invite": .bool(group.needsFreshInvite),
            "waits_for": group.waitsFor.map { .string($0.code) } ?? .null,
            "closed": .bool(group.isClosed),
            "lab": .bool(group.isLab),
            "unsynced": .number(group.unsynced),
            "backend": BackendFace.json(group),
        ])
    }

    static func list(_ groups: [GroupSummary], current: GroupID?) -> CommandResult {
        var result = CommandResult()
        var table = TextTable([.left(), .right(), .left(), .left(), .left(), .left()])
        for (index, group) in groups.enumerated() {
            var words: [Phrase] = []
            if group.unsynced > 0 { words.append("\(group.unsynced) unsynced") }
            if group.isWaiting { words.append("waiting") }
            if group.isForked { words.append("fork") }
            if group.hasGap { words.append("gap") }
            table.add(
                group.id == current ? "*" : "",
                "\(index + 1)",
                "\(own: group.currency.code)",
                "\(group.memberCount, "member")",
                words.joined(),
                "\(foreign: group.name), organised by \(foreign: group.organiserName)"
            )
        }
        if groups.isEmpty {
            result.say("No groups yet. /new NAME CURRENCY makes one, /join takes an invite.")
        }
        result.show(table)
        result.set(
            "groups",
            .list(groups) {
                .fields([
                    "id": .string($0.id.uuidString),
                    "name": .string($0.name),
                    "currency": .string($0.currency.code),
                    "organiser_name": .string($0.organiserName),
                    "members": .number($0.memberCount),
                    "unsynced": .number($0.unsynced),
                    "waiting": .bool($0.isWaiting),
                    "gate_shut": .bool($0.isGateShut),
                    "current": .bool($0.id == current),
                ])
            }
        )
        return result
    }

    static func members(
        _ group: GroupView,
        _ members: [MemberView],
        keys: Bool = false
    ) -> CommandResult {
        var result = CommandResult()
        var table = TextTable([.left("tag"), .left("status"), .left(), .left("name")])
        for member in members {
            var words: [Phrase] = []
            if member.party == group.me { words.append("you") }
            if member.isOrganiser { words.append("organiser") }
            if member.party == group.deputy { words.append("deputy") }
            if let successor = member.successor {
                words.append("replaced by \(own: String(successor.hex.prefix(4)))")
            }
            switch member.trust {
            case .verified: words.append("verified")
            case .changed: words.append("another key than the one verified")
            case .unchecked: break
            }
            let name = Phrase(foreign: Roster(group).name(member.party))
            table.add(
                "\(own: member.tag)",
                Roster.words(member.status),
                words.joined(),
                keys ? "\(name) \(own: member.party.hex)" : name
            )
        }
        result.show(table)
        let shown = Set(members.map(\.party))
        let claimed = group.claimedGuests.filter { shown.contains($0.member) }
        for guest in claimed {
            let member = Roster(group).shown(guest.member)
            result.say("\(member) is the former guest \(foreign: guest.name).")
        }
        result.set("group", .string(group.name))
        result.set(
            "members",
            .list(members) { member in
                .fields([
                    "member": .string(member.party.hex),
                    "name": .string(member.name),
                    "tag": .string(member.tag),
                    "status": .string(member.status.rawValue),
                    "organiser": .bool(member.isOrganiser),
                    "deputy": .bool(member.party == group.deputy),
                    "me": .bool(member.party == group.me),
                    "trust": .string(member.trust.rawValue),
                    "successor": .text(member.successor?.hex),
                ])
            }
        )
        result.set(
            "guests",
            .list(claimed) {
                .fields([
                    "guest": .string($0.guest.hex),
                    "name": .string($0.name),
                    "claimed_by": Roster(group).json($0.member),
                ])
            }
        )
        return result
    }

    static func settings(_ group: GroupView) -> CommandResult {
        var result = CommandResult()
        var table = TextTable([.left(), .left()])
        table.add("name", Phrase(foreign: group.name))
        table.add("currency", "\(own: group.currency.code)")
        table.add(
            "edit",
            group.edit == .creator
                ? "creator: only who logged an expense may change it"
                : "any_member: any member may change an expense"
        )
        table.add("organiser", Roster(group).shown(group.organiser))
        table.add(
            "deputy", group.deputy.map { Roster(group).shown($0) } ?? "none: /deputy names one")
        table.add("lab", group.isLab ? "yes" : "no")
        table.add("closed", group.isClosed ? "yes" : "no")
        table.add("id", "\(own: group.id.uuidString)")
        result.show(table)
        result.set("group", json(group))
        result.mainValue = group.id.uuidString
        return result
    }
}
