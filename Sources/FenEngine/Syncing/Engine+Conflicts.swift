import FenLedger
import FenMoney
package import FenProtocol

extension Engine {
    /// The events that have replaced what this person had set and nobody could see yet, since this
    /// was last asked.
    package func takeReplacing(in id: GroupID) -> [EventView] {
        replacing.removeValue(forKey: id) ?? []
    }

    /// Whether an event that has just arrived replaces what this person had set before anybody
    /// could see it: the same register of the same expense, and later in order.
    func replacesUnsent(_ fact: Fact, in group: LocalGroup) throws -> Bool {
        guard let unsent = unsent[group.id], !unsent.isEmpty,
            case .dependent(let expense) = fact.role, let payload = fact.payload
        else { return false }
        let registers = payload.registers
        let dependents = try group.projection().facts(of: expense).dependents
        return dependents.contains { other in
            guard unsent.contains(other.fact.id), other.label == nil, other.fact.order < fact.order,
                let mine = other.fact.payload
            else { return false }
            return !mine.registers.isDisjoint(with: registers)
        }
    }
}

/// The registers of an expense that a person sets (What counts).
private enum Register {
    case money
    case description
    case date
    case category
    case note
    case blob
    case deleted
}

extension Payload {
    /// Which registers of an expense this sets.
    fileprivate var registers: Set<Register> {
        switch self {
        case .expenseDeleted, .expenseRestored: return [.deleted]
        case .expenseUpdated(let update):
            var registers: Set<Register> = []
            if update.money != nil { registers.insert(.money) }
            if update.description != nil { registers.insert(.description) }
            if update.date != nil { registers.insert(.date) }
            if update.category != nil { registers.insert(.category) }
            if update.note != nil { registers.insert(.note) }
            if update.blob != nil { registers.insert(.blob) }
            return registers
        default: return []
        }
    }
}
