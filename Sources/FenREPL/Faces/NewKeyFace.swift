internal import FenEncoding
internal import FenEngine
internal import FenMoney

/// Somebody's new key in a group: who vouches for it, and what it means for whoever reads this.
struct NewKeyFace {
    private let group: GroupView
    private let roster: Roster

    init(_ group: GroupView) {
        self.group = group
        roster = Roster(group)
    }

    /// A member vouches for a key that nobody has taken in yet.
    func isVouchedFor(_ vouch: VouchView) -> [Phrase] {
        let who = roster.shown(vouch.vouchers)
        let verb: Phrase = vouch.vouchers.count == 1 ? "vouches" : "vouch"
        if vouch.member == group.me {
            return [
                """
                Careful: \(who) \(verb) that you have a new device, with the key \
                \(tag(vouch.successor)). If that is not yours, somebody is about to take your place: \
                tell the group now, and ask \(organiser) not to take that key in.
                """
            ]
        }
        let name = roster.shown(vouch.member)
        let said: Phrase = """
            \(who) \(verb) that \(name) (\(tag(vouch.member))) has a new key, \(tag(vouch.successor)).
            """
        if group.isOrganiser {
            return ["\(said) If you believe it: /rekey \(name) gives it to them."]
        }
        if vouch.member == group.organiser {
            let deputy = group.deputy.map { roster.shown($0) } ?? "nobody"
            return [
                group.deputy == group.me
                    ? "\(said) You are the deputy: /take-over, then /rekey \(name)."
                    : """
                    \(said) \(name) is the organiser, so \(deputy) can take over and give it to \
                    them.
                    """
            ]
        }
        return ["\(said) It waits for \(organiser)'s device."]
    }

    /// Somebody has a new key from here on.
    func isRekeyed(_ view: RekeyView) -> [Phrase] {
        // Who reads of their own old key is told so as what has become of them in the group.
        if view.member == group.me { return [] }
        if view.successor == group.me {
            return ["\(roster.shown(view.by)) has taken your new key in: you can write here again."]
        }
        let name = roster.shown(view.successor)
        return [
            """
            \(name) has a new key, \(tag(view.successor))\(vouched(view)). /verify \(name) compares it \
            in person: what you verified before was the old one.
            """
        ]
    }

    /// This device's key was replaced.
    func isReplaced(_ view: RekeyView) -> Phrase {
        """
        Your key in this group was replaced by another, \(tag(view.successor))\(vouched(view)): this \
        device can only read what was here. If you have a new device, go on there. If not, somebody \
        has taken your place: tell the group now; \(roster.shown(view.by)) can /remove that key.
        """
    }

    /// Who had vouched for a new key.
    private func vouched(_ view: RekeyView) -> Phrase {
        view.vouchers.isEmpty
            ? ", given by \(roster.shown(view.by))"
            : ", vouched for by \(roster.shown(view.vouchers))"
    }

    private var organiser: Phrase { roster.shown(group.organiser) }

    private func tag(_ party: PartyID) -> Phrase { "\(own: String(party.hex.prefix(4)))" }

    /// A vouch in JSON.
    static func json(_ vouch: VouchView, _ roster: Roster) -> OutputJSON {
        .fields([
            "of": roster.json(vouch.member),
            "successor": .string(vouch.successor.hex),
            "vouchers": .list(vouch.vouchers) { roster.json($0) },
        ])
    }
}
