/// Joining (Flows 1, 3 and 4).
extension Sentences {
    /// The first line of a first start.
    package static let name: Phrase = "FEN\(own: sign)"

    /// The sign behind the name, left out where only ASCII is shown.
    package static let sign = " / 分"

    /// The second line of a first start.
    package static let motto: Phrase = "Shared expenses, private by design."

    /// Above an invite.
    package static let invited: Phrase = "You've been invited to a group"

    /// Who organises a group.
    package static func organisedBy(_ name: String) -> Phrase {
        "Organised by \(foreign: name)"
    }

    /// How many are in a group, and its currency.
    package static func size(_ members: Int, currency: String) -> Phrase {
        "\(members, "member") · \(own: currency)"
    }

    /// Until the organiser's device has let this person in.
    package static func waitingFor(_ name: Phrase) -> Phrase {
        "waiting for \(name)'s device"
    }

    /// A joiner whose invite will not let them in.
    static func inviteClosed(why: Phrase, _ organiser: Phrase) -> Phrase {
        """
        The invite you came with \(why): ask \(organiser) for one of your own. What you log counts \
        once you are in.
        """
    }

    /// An invite that nobody has used.
    package static func pendingInvite(_ name: String) -> Phrase {
        "Pending — \(foreign: name)"
    }
}
