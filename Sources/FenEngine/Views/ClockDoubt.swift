/// Why the time that an event claims cannot be right: its author's clock was far off, here or
/// before. It changes nothing but what is shown, for times are the author's claim and order
/// nothing.
package enum ClockDoubt: Sendable, Equatable {
    /// The claim is so many milliseconds ahead of this device's clock, now that it is shown.
    case ahead(milliseconds: Int64)
    /// The claim is so many milliseconds before what the same author claimed for the event just
    /// before it.
    case behind(milliseconds: Int64)

    /// How far off a clock may be without a word, in milliseconds: 10 minutes.
    package static let tolerance: Int64 = 600_000

    /// Judges a claim by the author's claim before it, where that is here, and by this device's
    /// clock, all in Unix milliseconds; nil when there is nothing to say.
    init?(claimed: UInt64, after earlier: UInt64?, now: UInt64) {
        let limit = UInt64(Self.tolerance)
        if claimed > now, claimed - now > limit {
            self = .ahead(milliseconds: Int64(clamping: claimed - now))
        } else if let earlier, earlier > claimed, earlier - claimed > limit {
            self = .behind(milliseconds: Int64(clamping: earlier - claimed))
        } else {
            return nil
        }
    }
}
