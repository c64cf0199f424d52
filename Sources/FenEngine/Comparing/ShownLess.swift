import FenCrypto
import FenEncoding
import FenProtocol

/// An event that a group's store has shown to another member's device and not to this one.
///
/// That by itself is nothing: the other device may have looked later, the store may lag, may have
/// lost a file and got it back. So it counts turn by turn, each of which begins after the one before
/// has ended whatever any clock shows: this device reads all files anew a while after it heard of the
/// event and is not shown it, the other device looks again and has it, this one again not, the
/// other one again. After the fourth turn no honest store is left.
struct ShownLess: Equatable {
    /// How long a store may take to show everybody what it has shown one, in milliseconds.
    static let patience: UInt64 = 600_000
    /// After so many turns it is sure.
    static let lastTurn = 4

    /// Whose log it is in.
    let author: MemberID
    /// The event.
    let head: Head
    /// The store, as ``PeerStoreReport/store`` names it.
    let store: Bytes16
    /// When this device heard of it first, in Unix milliseconds, as all times here.
    let since: UInt64
    /// Whose device has been shown it, as it says.
    private(set) var witness: MemberID
    /// When that device's last look that counts began, at the earliest.
    private(set) var theirs: UInt64
    /// When this device's last look that counts ended.
    private(set) var own: UInt64 = 0
    /// The largest number of that log that this device had been shown by then; 0 for none.
    private(set) var here: UInt64 = 0
    /// How many turns have been.
    private(set) var turns = 0
    /// The files are being read anew, or were.
    var isReread = false

    /// Somebody's device says that it was shown an event.
    init(
        _ head: Head, of author: MemberID, store: Bytes16, witness: MemberID, theirs: UInt64,
        now: UInt64
    ) {
        (self.author, self.head, self.store) = (author, head, store)
        (self.witness, self.theirs, since) = (witness, theirs, now)
    }

    /// Whether nothing else than a store with two faces explains it.
    var isSure: Bool { turns == Self.lastTurn }

    /// Whether the files are to be read anew by a look that begins now.
    func wantsRereading(at now: UInt64) -> Bool {
        turns == 0 && !isReread && now >= since + Self.patience
    }

    /// This device has looked at everything and was not shown it, but others of that log.
    mutating func looked(from start: UInt64, to end: UInt64, here: UInt64) {
        let counts =
            switch turns {
            case 0: isReread
            case 2: start > theirs
            default: false
            }
        guard counts else { return }
        turns += 1
        (own, self.here) = (end, here)
    }

    /// A device says that it was shown it in a look that began no earlier than at a time.
    mutating func told(by member: MemberID, look time: UInt64) {
        guard turns == 1 || turns == 3, time > own else { return }
        turns += 1
        (witness, theirs) = (member, time)
    }
}

extension ShownLess {
    /// The line in which it is kept.
    var line: String {
        [
            author.hex, String(head.seq), head.id.hex, store.hex, String(since), witness.hex,
            String(theirs), String(own), String(here), String(turns), isReread ? "1" : "0",
        ].joined(separator: " ")
    }

    /// Reads such a line; nil for anything else.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 11, let author = MemberID(hex: words[0]), let seq = UInt64(words[1]),
            let id = EventID(hex: words[2]), let store = Bytes16(hex: words[3]),
            let since = UInt64(words[4]), let witness = MemberID(hex: words[5]),
            let theirs = UInt64(words[6]), let own = UInt64(words[7]), let here = UInt64(words[8]),
            let turns = Int(words[9])
        else { return nil }
        self.init(
            Head(id: id, seq: seq), of: author, store: store, witness: witness, theirs: theirs,
            now: since)
        (self.own, self.here, self.turns, isReread) = (own, here, turns, words[10] == "1")
    }
}
