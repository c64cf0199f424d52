package import FenMoney

/// Why somebody who has asked to be let in is not in yet, as their own device knows it.
package enum AdmissionWait: Sendable, Equatable {
    /// The organiser's device has yet to hear of them, and lets them in by itself.
    case device
    /// More than one person has answered the invite: the organiser chooses.
    case several
    /// The invite ran out more than a day ago: the organiser is asked.
    case expired
    /// The group's key has changed since the invite was made: the organiser is asked.
    case olderKey
    /// The invite has let somebody in already.
    case used(by: PartyID)
    /// The invite was taken back.
    case revoked
    /// The invite is of somebody who is not the organiser any more.
    case formerOrganiser

    /// Nothing that anybody does with this invite lets them in.
    package var isHopeless: Bool {
        switch self {
        case .device, .several, .expired, .olderKey: false
        case .used, .revoked, .formerOrganiser: true
        }
    }

    /// A word for programs.
    package var code: String {
        switch self {
        case .device: "device"
        case .several: "several"
        case .expired: "expired"
        case .olderKey: "older_key"
        case .used: "used"
        case .revoked: "revoked"
        case .formerOrganiser: "former_organiser"
        }
    }
}
