package import FenEncoding

/// How one author's log stands in one group.
package struct LogState: Hashable, Sendable {
    /// The log's number here.
    package let number: LogNumber
    /// Whose it is.
    package let author: Bytes32
    /// How many events of it are stored, those of all branches together.
    package internal(set) var storedCount: Int
    /// The largest number of a stored event.
    package internal(set) var maxSeq: UInt64
    /// The largest lamport of a stored event that is not `CLOCK_AHEAD`.
    package internal(set) var maxLamport: UInt64
    /// The largest connected number, as the engine has set it.
    package internal(set) var contiguousSeq: UInt64
    /// The largest number that an authentic event proves, as the engine has set it.
    package internal(set) var claimedSeq: UInt64
    /// Whether two events have one predecessor, as the engine has set it.
    package internal(set) var isForked: Bool
}

/// A log's state in memory, shared by the look-ups that find it.
final class LogEntry {
    /// How the log stands.
    var state: LogState
    /// Whether the counts are not written yet.
    var isChanged = false

    /// Takes a state that is written.
    init(_ state: LogState) { self.state = state }
}

/// What of the tables of authors and keys is kept in memory: both are small, and every event
/// refers to them by number.
struct LogCache {
    /// The logs of a group by author, once they have been read.
    var byAuthor: [GroupNumber: [Bytes32: LogEntry]] = [:]
    /// Every log that has been read.
    var logs: [LogNumber: LogEntry] = [:]
    /// The logs whose counts are not written yet.
    var changed: [LogEntry] = []
    /// The key ids by number.
    var keyIDs: [Int64: Bytes16] = [:]
    /// The numbers of key ids.
    var keyNumbers: [Bytes16: Int64] = [:]
    /// The log asked for last: events come in runs of one author.
    var lastLog: (group: GroupNumber, entry: LogEntry)?
    /// The key asked for last.
    var lastKey: (id: Bytes16, number: Int64)?
}
