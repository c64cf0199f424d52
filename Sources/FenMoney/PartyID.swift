public import FenEncoding

/// Whom money belongs to: a member's key, or the id of the event that added a guest.
///
/// Parties compare as unsigned bytes; every tie between people is broken in that order.
@usableFromInline
package struct PartyID: FixedBytesWrapper {
    /// The plain bytes.
    @usableFromInline package var raw: Bytes32

    /// Gives 32 bytes the meaning of a party.
    @inlinable
    package init(raw: Bytes32) { self.raw = raw }
}
