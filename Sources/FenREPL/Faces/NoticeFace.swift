internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// What happened by itself, in words that name the next command.
struct NoticeFace {
    private static let most = 8
    let group: GroupView
    let events: EventFace
    /// The clock, in Unix milliseconds.
    let now: Int64

    func phrases(_ notice: Notice) -> [Phrase] {
        let roster = Roster(group)
        switch notice {
        case .arrived(_, let arrived):
            // Of what the others write since somebody has gone they get the covers only.
            let arrived = arrived.filter { !group.isOut || $0.payload != nil }
            var lines = arrived.suffix(Self.most).map(events.line)
            if arrived.count > Self.most {
                lines.insert("\(arrived.count - Self.most) earlier events arrived: /history", at: 0)
            }
            return lines
        case .admitted(_, let party, let invited):
            return [
                party == group.me
                    ? "You are in: \(roster.shown(group.organiser))'s device let you in."
                    : Self.isIn(party, invitedAs: invited, roster)
            ]
        case .waitingForChoice:
            return ["More than one person asked to join with one invite: /invites"]
        case .conflict(_, let event):
            return [
                Sentences.alsoEdited(
                    roster.shown(event.reference.author),
                    reference: target(event, roster)
                )
            ]
        case .gateShut:
            // What they cannot open any more is not theirs to open.
            if group.isOut { return [] }
            // A fork has a notice of its own; nothing is missing then.
            guard group.gate.isEmpty || group.gate.contains(where: { !$0.isFork }) else {
                return []
            }
            return [
                Sentences.historyIncomplete(hasStore: group.hasStore),
                "/status says whose events, and what to do.",
            ]
        case .gateOpened:
            return ["Every log is whole here again."]
        case .forked(_, let party):
            return [
                party == group.me
                    ? """
                    You wrote two different events with one number, as happens when a home is copied \
                    and both copies are used. /status says what to do.
                    """
                    : """
                    \(roster.shown(party)) wrote two different events with one number: both are \
                    kept, and settlements are refused. /status says more.
                    """
            ]
        case .connected(_, let who): return ["Connected: \(foreign: who)."]
        case .disconnected(_, let who, let why): return ["\(foreign: who): \(foreign: why)."]
        case .notDelivered(_, let who, let author, let ranges):
            return [
                """
                \(foreign: who) said it holds \(roster.shown(author)) \
                \(own: NumberRanges.words(ranges)) and did not send them; the next source is \
                asked. /gaps says what is missing.
                """
            ]
        case .guestAtTable(_, let place):
            return [
                """
                Somebody at \(foreign: place) knows the three words: /open yes NAME gives them an \
                invite, /open no turns them away.
                """
            ]
        case .tableTold(_, let what): return ["At the table: \(foreign: what)."]
        case .peerRefused(let place, let why): return ["\(foreign: place): \(foreign: why)."]
        case .refusalsLeftOut(let most):
            return [
                """
                More than \(most) connections were refused within a minute; the others are not \
                listed. /listen off takes none at all.
                """
            ]
        // Worded by WireFace, which needs to know nothing of the group.
        case .wire, .wireSummed, .move: return []
        case .rotated(_, let epoch, let former):
            return [
                """
                The group has a new key (number \(own: String(epoch))), which \
                \(roster.shown(former)) \(former.count == 1 ? "does" : "do") not get.
                """
            ]
        case .wrongKey(_, let party, let epoch):
            return ["\(KeyFace.wrongKey(roster.shown(party), epoch: epoch)) /status says more."]
        case .invited(_, let party):
            return [
                "\(roster.shown(party)) has added you to another group: /friends shows it and asks."
            ]
        case .outOfGroup: return GroupFace.outOfGroup(group).map { [$0] } ?? []
        case .organiserChanged(_, let party):
            return [
                party == group.me
                    ? "You are the organiser of this group now."
                    : "\(roster.shown(party)) is the organiser of this group now."
            ]
        case .lateChanges(_, let party, let count):
            return ["\(GroupFace.lateChanges(party, count, in: group)) /late lists them."]
        case .vouched(_, let vouch): return NewKeyFace(group).isVouchedFor(vouch)
        case .rekeyed(_, let view): return NewKeyFace(group).isRekeyed(view)
        // Worded by BackFace: they belong to no group yet.
        case .backCode, .backOffered: return []
        case .storeMoved:
            return MoveFace.words(group).map { [$0] }
                ?? ["The group was moved to another store.", BackendFace.words(group)]
        case .storeDiffers(_, let doubt):
            let face = ShownLessFace(group: group) { LocalTime(milliseconds: $0).text }
            return face.lines(doubt)
        case .syncRecovered: return [Sentences.answersAgain]
        case .syncFailed(_, let error):
            if let trouble = group.trouble, trouble.code == error.code {
                return TroubleFace(trouble: trouble, now: now).sentences(unsynced: group.unsynced)
                    + [TroubleFace.accessRotated(group)].compactMap(\.self)
                    + ["\(foreign: error.message) /status says more."]
            }
            var lines: [Phrase] = [Sentences.syncFailed, "\(foreign: error.message)"]
            if let hint = error.hint { lines.append("\(foreign: hint)") }
            return lines
        }
    }

    /// Somebody was let in; the invite is named where it was made for another name.
    static func isIn(_ party: PartyID, invitedAs invited: String?, _ roster: Roster) -> Phrase {
        let name = roster.members.first { $0.party == party }?.name ?? ""
        guard let invited, invited.lowercased() != name.lowercased() else {
            return "\(roster.shown(party)) is in."
        }
        return "\(roster.shown(party)) is in, by the invite for \(foreign: invited)."
    }

    /// The expense that an event changed.
    private func target(_ event: EventView, _ roster: Roster) -> Phrase {
        guard let expense = EventFace.target(of: event) else {
            return roster.shown(event.reference)
        }
        return "#\(own: String(expense.hex.prefix(8)))"
    }
}
