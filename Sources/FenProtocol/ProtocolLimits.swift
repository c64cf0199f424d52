/// Every number of the protocol in one place, so that a limit is changed in one place only.
package enum ProtocolLimits {
    /// The only line form this version writes and opens (WireFormat §4).
    package static let format: Int64 = 1
    /// The largest integer a payload or line may carry: 2^53 − 1 (§3).
    package static let largestInteger: Int64 = 9_007_199_254_740_991
    /// The largest `author_seq`, `lamport` and `created_at` (§4).
    package static let largestCounter: UInt64 = 9_007_199_254_740_991

    /// The longest canonical payload in bytes (§3).
    package static let payloadBytes = 32_768
    /// The deepest payload, the top object being at 1 (§3).
    package static let payloadDepth = 8
    /// Payloads and attachments are padded to a multiple of this many bytes (§3).
    package static let paddingBlock = 256
    /// The tag XChaCha20-Poly1305 appends.
    package static let tagBytes = 16
    /// The most padding blocks a ciphertext may hold (§3).
    package static let ciphertextBlocks = 129
    /// The longest line of a log file, newline not counted: 48 KiB (§9).
    package static let lineBytes = 49_152

    /// Names of groups, members, guests and invites (§3).
    package static let name = 1...80
    /// An expense's description (§3).
    package static let description = 1...140
    /// A note (§3).
    package static let note = 0...1_000
    /// A category; empty clears it in an update (§3, §5).
    package static let category = 0...40
    /// Where a rate comes from (§3).
    package static let source = 0...40
    /// What a person typed for a split (§3).
    package static let typed = 0...200
    /// A chat message (§3).
    package static let message = 1...4_000
    /// The row of the file an expense was imported from. The page names no limit; ours is 200.
    package static let imported = 1...200

    /// Amounts in minor units (§5).
    package static let amount: ClosedRange<Int64> = 1...1_000_000_000_000_000
    /// Entries of a list of {`member`, …} (§5).
    package static let members = 1...128
    /// Heads of one log (§5).
    package static let heads = 0...8
    /// Heads a `ForkAcknowledged` names (§5).
    package static let forkHeads = 2...8
    /// Digits of a balance in a `SettlementSnapshot`. The page names no limit; 38 is ours.
    package static let balanceDigits = 38
    /// What percentages of a split add up to, in hundredths of a percent (§5.1).
    package static let percentTotal: Int64 = 10_000
    /// Weights of a split by shares (§5.1).
    package static let shareWeight: ClosedRange<Int64> = 1...1_000_000

    /// A box for a group key: the ephemeral key, 32 sealed bytes, the tag (§6).
    package static let keyBoxBytes = 80
    /// The longest invite body (§7).
    package static let inviteBodyBytes = 1_024
    /// The most addresses in an invite (§7).
    package static let inviteAddresses = 4
    /// The most older keys in an invite. The page names none; 8 is ours.
    package static let inviteOlderKeys = 8
    /// How long after its expiry the organiser's device still admits by itself (§7), in seconds.
    package static let inviteGraceSeconds: UInt64 = 86_400
    /// Longest text read as a pasted invite: twice what a body of the largest size needs.
    package static let pastedInviteBytes = 8_192

    /// The longest message by which somebody gets back in, and the most groups in one; ours.
    package static let backMessageBytes = 24_576
    /// The most groups in one handover.
    package static let backGroups = 32

    /// Events of a pending author a device takes (§8, §9).
    package static let pendingEvents = 64
    /// Events of a former member that came too late to count and are kept to be looked at (§5.2).
    package static let lateEvents = 1_000
    /// `CLOCK_AHEAD` while a lamport is above this many times the stored events (§4).
    package static let lamportPerEvent: UInt64 = 1 << 20
}
