internal import FenEngine

/// What somebody reads who has asked to be let in and is not in yet.
struct WaitFace {
    let group: GroupView

    /// Whom and what they wait for, as part of a sentence.
    func waiting(_ organiser: Phrase) -> Phrase {
        switch group.waitsFor {
        case .several:
            "waiting for \(organiser)'s choice, since more than one person has answered this invite"
        case .expired:
            "waiting for \(organiser)'s yes, since the invite ran out more than a day ago"
        case .olderKey:
            "waiting for \(organiser)'s yes, since the group's key has changed after the invite"
        case .device, .used, .revoked, .formerOrganiser, nil: Sentences.waitingFor(organiser)
        }
    }

    /// What the organiser's device does then, behind its mention.
    func then(_ organiser: Phrase) -> Phrase {
        switch group.waitsFor {
        case .several, .expired, .olderKey: "where \(organiser) says whether it is you"
        case .device, .used, .revoked, .formerOrganiser, nil: "which lets you in by itself"
        }
    }

    /// That the invite they came with lets them in no more, and why; nil where it may yet.
    func closed(organiser: Phrase) -> Phrase? {
        let why: Phrase
        switch group.waitsFor {
        case .used(let party): why = "was already used by \(Roster(group).shown(party))"
        case .revoked: why = "was taken back"
        case .formerOrganiser: why = "is of somebody who is not the organiser any more"
        case .device, .several, .expired, .olderKey, nil: return nil
        }
        return Sentences.inviteClosed(why: why, organiser)
    }
}
