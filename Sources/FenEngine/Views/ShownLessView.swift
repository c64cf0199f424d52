package import FenMoney

/// An entry that a group's store has shown to another member's device and not to this one.
package struct ShownLessView: Sendable, Equatable {
    /// Whose entry.
    package let author: PartyID
    /// Its number.
    package let seq: UInt64
    /// The largest number of theirs that the store has shown here; 0 for none. Where it is not
    /// smaller than ``seq``, the two devices were shown different entries.
    package let here: UInt64
    /// Whose device was shown it, as that device says.
    package let witness: PartyID
    /// When that device looked, and this one, in Unix milliseconds.
    package let theirLook: Int64
    package let ownLook: Int64
    /// The store is a shared folder: each device has a copy of its own, which may lag honestly.
    package let isFolder: Bool
    /// No honest store would do so; else it may lag or have lost something.
    package let isSure: Bool
}
