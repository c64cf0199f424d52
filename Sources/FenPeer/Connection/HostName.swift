internal import FenProtocol

/// A computer's name and a port, as they are typed: `laptop:7117`, `laptop.local`.
package struct HostName: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The port; the usual one where none was typed.
    package let port: UInt16
    /// Whether a port was typed.
    package let hasPort: Bool

    /// Reads a name of letters, digits, dots, hyphens and underlines, with or without a port; nil
    /// for anything else. The last label begins with a letter, so that no misspelt address is
    /// looked up as a name (RFC 1123 §2.1).
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, (1...253).contains(name.utf8.count) else {
            return nil
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.utf8.count) && !$0.hasPrefix("-") }),
            name.utf8.allSatisfy(Self.isAllowed),
            let first = labels.last?.utf8.first, Self.isLetter(first)
        else { return nil }
        self.name = String(name)
        hasPort = parts.count == 2
        guard hasPort else {
            port = PeerAddress.usualPort
            return
        }
        guard let port = PeerAddress.port(parts[1]) else { return nil }
        self.port = port
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetter(byte) || 0x30...0x39 ~= byte || [0x2d, 0x2e, 0x5f].contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x41...0x5a ~= byte || 0x61...0x7a ~= byte
    }

    /// The addresses that this computer knows for the name, in the order to try them (RFC 6724),
    /// at most `PeerLimits.addresses`. The system's look-up blocks, so it has a thread of its own.
    package func addresses() async throws(HostNameError) -> [PeerAddress] {
        try await HostLookup(self).result()
    }
}

extension HostName: CustomStringConvertible {
    /// The name as it is typed, with its port.
    package var description: String { "\(name):\(port)" }
}

/// Why a name led to no address.
package enum HostNameError: Error, Equatable, Sendable {
    /// No computer has that name, or it has no address.
    case unknown
    /// Names cannot be looked up just now.
    case noNetwork
    /// The look-up took longer than `PeerLimits.lookupTime`.
    case late
    /// The system failed.
    case failed(SocketError)

    /// The sentence for a person.
    package var message: String {
        switch self {
        case .unknown: "no computer of that name is known here"
        case .noNetwork: "names cannot be looked up just now; there may be no network"
        case .late: "the name was not found within \(PeerLimits.lookupTime / 1_000) seconds"
        case .failed(let error): error.message
        }
    }
}
