/// Why a line or an event is refused, kept aside, waiting or not counted.
///
/// The raw value is the label people and other implementations see; it never changes.
package enum RefusalReason: String, Error, Sendable, CaseIterable {
    // MARK: The line (§4, ingest). Rejected, nothing is stored.

    /// Not canonical JSON, or not the line form.
    case notCanonical = "NOT_CANONICAL"
    /// A line form this version does not know; the raw line is kept and read after an upgrade.
    case unknownFormat = "UNKNOWN_FMT"
    /// Longer than a line may be (§9).
    case tooLong = "TOO_LONG"
    /// A field or ciphertext that is not so many bytes of hex or base64url.
    case badSize = "BAD_SIZE"
    /// A number outside its range.
    case badRange = "BAD_RANGE"
    /// The author is no valid Ed25519 public key (§2).
    case badAuthorKey = "BAD_AUTHOR_KEY"
    /// The signature does not verify; held until a successor names it or a good copy comes.
    case badSignature = "BAD_SIGNATURE"
    /// Already stored.
    case duplicate = "DUPLICATE"
    /// By an author nobody has admitted and who has no place in the group (§9).
    case stranger = "STRANGER"

    // MARK: The stored event (§4). Kept, not projected.

    /// The previous event has another author, number or a lamport not smaller.
    case badChain = "BAD_CHAIN"
    /// The lamport runs ahead of what the group's events allow.
    case clockAhead = "CLOCK_AHEAD"
    /// The key it names is not held on this device.
    case unknownEpoch = "UNKNOWN_EPOCH"
    /// The key is held, and it does not open, unpad, parse or match its schema.
    case corrupt = "CORRUPT"
    /// A kind from a newer version of fen.
    case newerKind = "NEWER_KIND"
    /// A line form from a newer version of fen.
    case newerFormat = "NEWER_FMT"

    // MARK: What counts (§5.2).

    /// The key it is sealed under has not been announced by an organiser.
    case unannouncedKey = "UNANNOUNCED_KEY"
    /// The author has not been admitted yet.
    case pending = "PENDING"
    /// The author had no right to do this.
    case noRight = "NO_RIGHT"
    /// Outside the heads of the author's removal, or after their leaving.
    case afterRemoval = "AFTER_REMOVAL"
    /// Money outside the cut of a closed group.
    case afterClosing = "AFTER_CLOSING"
    /// A money field names somebody who was never admitted; the unit waits.
    case unknownMember = "UNKNOWN_MEMBER"
    /// What it refers to is not stored yet.
    case orphan = "ORPHAN"
    /// What it refers to is of the wrong kind, does not count, or is not older.
    case badTarget = "BAD_TARGET"
    /// A rate or settlement amount that does not fit the group's currency.
    case badCurrency = "BAD_CURRENCY"
    /// An earlier event for the same thing holds (`on_behalf_of`, an invite's winner).
    case superseded = "SUPERSEDED"

    /// The label, for messages.
    package var label: String {
        rawValue
    }
}
