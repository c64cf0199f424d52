/// What a handshake message carries, in order (Noise revision 34, §5.3, §7, §9).
enum NoiseToken: Sendable {
    /// The sender's ephemeral public key.
    case ephemeral
    /// The sender's static public key, sealed if there is a key by then.
    case fixed
    /// Ephemeral with ephemeral.
    case ee
    /// The initiator's ephemeral with the responder's static key.
    case es
    /// The initiator's static with the responder's ephemeral key.
    case se
    /// Static with static.
    case ss
    /// The pre-shared key.
    case psk
}

/// A handshake pattern: who says what in which message (Noise revision 34, §7.5, §9.4).
package struct NoisePattern: Sendable {
    /// The name in the protocol's name, such as `XXpsk0`.
    package let name: String
    /// Whether the responder knows the initiator's static key beforehand.
    let initiatorIsKnown: Bool
    /// Whether the initiator knows the responder's static key beforehand.
    let responderIsKnown: Bool
    /// The messages, the initiator's first, taking turns.
    let messages: [[NoiseToken]]

    /// The whole name of the protocol with Curve25519, ChaCha20-Poly1305 and SHA-256.
    var protocolName: String { "Noise_\(name)_25519_ChaChaPoly_SHA256" }

    /// Whether a pre-shared key takes part; then every ephemeral key is mixed in as well (§9.2).
    var usesPSK: Bool { messages.contains { $0.contains { $0 == .psk } } }

    /// The pattern of `fen-peer/1`: the pre-shared key is mixed in before all else, so a first
    /// message that opens shows a sender who has it.
    package static let xxPSK0 = NoisePattern(
        name: "XXpsk0",
        initiatorIsKnown: false,
        responderIsKnown: false,
        messages: [[.psk, .ephemeral], [.ephemeral, .ee, .fixed, .es], [.fixed, .se]]
    )
}
