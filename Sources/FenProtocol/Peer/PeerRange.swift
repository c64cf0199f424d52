/// Numbers of one author's log, from one to another, both included.
package typealias PeerRange = ClosedRange<UInt64>

/// Numbers of one author's log, as frames name them.
package typealias PeerRanges = NumberSet
