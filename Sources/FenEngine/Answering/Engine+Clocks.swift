import FenCrypto
import FenEncoding
import FenProtocol
import FenStore

/// Remembers what was claimed for the events of the number before, on a walk through one log by
/// number.
struct ClaimWalk {
    private var seq: UInt64 = 0
    private var before: [Bytes32: UInt64] = [:]
    private var here: [Bytes32: UInt64] = [:]

    /// Takes the next row and returns what was claimed for the event before it, if the walk has
    /// come past that one.
    mutating func step(_ row: FenStore.EventView) throws -> UInt64? {
        if row.seq != seq {
            before = here
            here = [:]
            seq = row.seq
        }
        here[try row.id] = row.createdAt
        return before[try row.prev]
    }
}

extension Engine {
    /// When an event says it was written; nil for one that is not here.
    func claim(of event: Bytes32, in group: LocalGroup) throws -> UInt64? {
        guard event != .zero else { return nil }
        return try database.events.find(event, in: group.number)?.record.createdAt
    }
}
