/// What follows a handshake: sealed messages in both directions, each with a number of its own
/// (Noise revision 34, §5.3, §3). A message that was changed, left out, repeated or taken from
/// another place does not open, and no other opens after it.
package struct NoiseTransport: Sendable {
    /// The longest text of one message, in bytes: the tag takes 16 of 65,535.
    package static let longestText = 65_519

    private var sending: CipherState
    private var receiving: CipherState
    private var hasFailed = false

    /// Puts the ciphers of both directions together.
    package init(sending: CipherState, receiving: CipherState) {
        self.sending = sending
        self.receiving = receiving
    }

    /// Seals the next text.
    package mutating func seal(_ text: [UInt8]) throws(NoiseError) -> [UInt8] {
        guard text.count <= Self.longestText else { throw .tooLong }
        return try sending.encrypt(text)
    }

    /// Opens the next message; after one that does not open, every other is refused too.
    package mutating func open(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        guard !hasFailed else { throw .outOfTurn }
        do throws(NoiseError) {
            guard message.count <= NoiseHandshake.longestMessage else { throw NoiseError.tooLong }
            return try receiving.decrypt(message)
        } catch {
            hasFailed = true
            throw error
        }
    }
}
