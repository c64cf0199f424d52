package import FenProtocol

/// Says in words why an event does not count.
package enum LabelFace {
    /// One or two words for a list.
    package static func short(_ label: RefusalReason) -> Phrase {
        switch label {
        case .pending: "waiting"
        case .unknownEpoch: "not decrypted"
        case .corrupt: "ignored"
        case .newerKind, .newerFormat: "from a newer fen"
        case .orphan, .unknownMember: "waits"
        case .badSignature: "held"
        default: "not counted"
        }
    }

    /// A sentence that says why, with the label behind it.
    package static func sentence(_ label: RefusalReason) -> Phrase {
        "\(own: words(label)) (\(own: label.rawValue))"
    }

    /// A label in plain words.
    static func words(_ label: RefusalReason) -> String {
        switch label {
        case .notCanonical: "its line is not in the form the protocol fixes"
        case .unknownFormat, .newerFormat: "it was written by a newer version of fen"
        case .tooLong: "its line is longer than a line may be"
        case .badSize: "its size cannot be"
        case .badRange: "a number in it is out of range"
        case .badAuthorKey: "its author's key is no valid key"
        case .badSignature: "its signature does not verify; it waits for a good copy"
        case .duplicate: "it is stored already"
        case .stranger: "nobody has let its author into the group"
        case .badChain: "it does not continue its author's log"
        case .clockAhead: "its logical clock runs far ahead of the group's"
        case .unknownEpoch: Sentences.unknownEpoch.text
        case .corrupt: "it could not be verified and was ignored"
        case .newerKind: "it is of a kind that a newer version of fen writes"
        case .unannouncedKey: "no organiser has announced the key it is sealed with"
        case .pending: "its author waits to be let in"
        case .noRight: "its author had no right to do this"
        case .afterRemoval: "it was written after its author's removal or leaving"
        case .afterClosing: "it arrived after the group was closed"
        case .unknownMember: "it names somebody who is not in the group yet"
        case .orphan: "what it refers to is not here yet"
        case .badTarget: "what it refers to cannot be changed by it"
        case .badCurrency: "its rate or amount does not fit the group's currency"
        case .superseded: "an earlier event for the same thing holds"
        }
    }
}
