/// Why a Noise message is refused. After any of these the state that gave it is of no more use.
package enum NoiseError: Error, Equatable, Sendable {
    /// A message is longer than 65,535 bytes, or a text longer than what fits into one.
    case tooLong
    /// A message ends before all that belongs into it.
    case truncated
    /// A part was not sealed with the keys and the history this side has: a wrong key, a changed
    /// byte, a message from another time.
    case notAuthentic
    /// A public key that agrees on zero with every other.
    case badKey
    /// All 2^64 − 1 numbers of a key are used up.
    case exhausted
    /// It is the other side's turn, the handshake is over, or it failed before.
    case outOfTurn
    /// A key that the pattern needs was not given, or has not 32 bytes.
    case missingKey
}
