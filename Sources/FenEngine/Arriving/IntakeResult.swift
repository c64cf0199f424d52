import FenLedger
import FenProtocol
import FenStore

/// What became of a batch of lines.
struct IntakeResult {
    /// What was stored.
    var facts: [Fact] = []
    /// The numbers of the events stored.
    var numbers: [EventID: EventNumber] = [:]
    /// Events stored before whose chain turned out to be broken.
    var withdrawn: [WithdrawnEvent] = []
    /// Events that were here already.
    var duplicates = 0
    /// Lines kept until a successor or a good copy comes.
    var held = 0
    /// Lines refused, by reason.
    var refused: [RefusalReason: Int] = [:]
    /// Authors whose lines were left in the file because nobody has admitted them.
    var strangers: Set<MemberID> = []

    /// Adds what another batch came to.
    mutating func add(_ other: IntakeResult) {
        facts += other.facts
        numbers.merge(other.numbers) { $1 }
        withdrawn += other.withdrawn
        duplicates += other.duplicates
        held += other.held
        refused.merge(other.refused) { $0 + $1 }
        strangers.formUnion(other.strangers)
    }

    /// Counts a line that is refused.
    mutating func refuse(_ reason: RefusalReason) {
        refused[reason, default: 0] += 1
    }
}
