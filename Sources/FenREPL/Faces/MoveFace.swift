internal import FenEngine
internal import FenProtocol

/// A move of the group to another store that has not ended on this device.
enum MoveFace {
    /// What is so and what to do; nil where no move is under way.
    static func words(_ group: GroupView) -> Phrase? {
        let organiser = Roster(group).shown(group.organiser)
        switch group.move {
        case nil: return nil
        case .finishing(let place, let trouble):
            return """
                It is on its way to \(foreign: place); everything is there already. It goes over \
                as soon as the members can read that in the old store.\(last(trouble))
                """
        case .following(let place, let trouble):
            return """
                \(organiser) has moved the group to \(foreign: place). This device goes there with \
                the next pass that reaches it: /sync.\(last(trouble))
                """
        case .folderWanted(let label):
            return """
                \(organiser) has moved the group to a shared folder (\(foreign: label)). Say where \
                that is on this device: /backend folder PATH
                """
        case .unknown:
            return """
                \(organiser) has moved the group to a store that this version of fen cannot use. \
                Update fen, or reach the others directly: /connect
                """
        }
    }

    /// Why the last try came to nothing, where it did.
    private static func last(_ trouble: String?) -> Phrase {
        trouble.map { " The last try failed: \(foreign: UsageError.sentence($0))" } ?? ""
    }

    static func json(_ move: StoreMoveView?) -> OutputJSON {
        switch move {
        case nil: .null
        case .finishing(let place, let trouble): json("finishing", to: place, trouble)
        case .following(let place, let trouble): json("following", to: place, trouble)
        case .folderWanted(let label): json("folder_wanted", to: label, nil)
        case .unknown: json("unknown", to: nil, nil)
        }
    }

    private static func json(_ state: String, to place: String?, _ trouble: String?) -> OutputJSON {
        .fields(["state": .string(state), "to": .text(place), "trouble": .text(trouble)])
    }
}
