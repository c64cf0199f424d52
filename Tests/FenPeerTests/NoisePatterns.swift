@testable import FenPeer

/// The patterns that published vectors exist for besides the one in use: the same machine runs
/// them all, so each of them tests it.
enum NoisePatterns {
    static let all: [String: NoisePattern] = {
        let patterns = [
            .xxPSK0,
            pattern("NNpsk0", [[.psk, .ephemeral], [.ephemeral, .ee]]),
            pattern("XX", [[.ephemeral], [.ephemeral, .ee, .fixed, .es], [.fixed, .se]]),
            pattern(
                "XXpsk3", [[.ephemeral], [.ephemeral, .ee, .fixed, .es], [.fixed, .se, .psk]]),
            pattern(
                "XXpsk0+psk3",
                [[.psk, .ephemeral], [.ephemeral, .ee, .fixed, .es], [.fixed, .se, .psk]]),
            pattern(
                "KK", initiator: true, responder: true,
                [[.ephemeral, .es, .ss], [.ephemeral, .ee, .se]]),
            pattern(
                "IK", responder: true,
                [[.ephemeral, .es, .fixed, .ss], [.ephemeral, .ee, .se]]),
        ]
        return Dictionary(uniqueKeysWithValues: patterns.map { ($0.protocolName, $0) })
    }()

    private static func pattern(
        _ name: String,
        initiator: Bool = false,
        responder: Bool = false,
        _ messages: [[NoiseToken]]
    ) -> NoisePattern {
        NoisePattern(
            name: name, initiatorIsKnown: initiator, responderIsKnown: responder,
            messages: messages)
    }
}

extension NoisePattern {
    /// Whether the first message is sealed with the pre-shared key.
    var usesPSK0: Bool { messages[0].contains { $0 == .psk } }
}
