import FenEncoding
import FenProtocol

/// The UDP datagram by which an open table says that it is there. It is not sealed and proves
/// nothing: it only saves typing an address.
///
///     "fenu" || u8(1) || u16 port || u8 length || name
package struct TableAnnouncement: Equatable, Sendable {
    /// The port announcements are sent to and heard on, by broadcast and multicast alike.
    package static let port: UInt16 = 7_118
    /// The longest name, in bytes of UTF-8.
    package static let nameBytes = 80
    /// How often an open table says it, in milliseconds.
    package static let interval: Int64 = 2_000
    /// The longest datagram.
    package static let mostBytes = 8 + nameBytes

    private static let magic = [UInt8]("fenu".utf8) + [1]

    /// The TCP port of the table; the address is the sender's.
    package let port: UInt16
    /// The name of who opened it, for a list to choose from.
    package let name: String

    /// Announces a table; nil for a port of 0 or a name that is empty, too long, or holds what
    /// would move a cursor.
    package init?(port: UInt16, name: String) {
        guard port > 0, 1...Self.nameBytes ~= name.utf8.count,
            name.unicodeScalars.allSatisfy(\.isPlain)
        else { return nil }
        self.port = port
        self.name = name
    }

    /// The datagram.
    package var bytes: [UInt8] {
        let text = [UInt8](name.utf8)
        return Self.magic + [UInt8(port >> 8), UInt8(truncatingIfNeeded: port)]
            + [UInt8(text.count)] + text
    }

    /// Reads a datagram; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes.count <= Self.mostBytes, bytes.starts(with: Self.magic),
            bytes.count == 8 + Int(bytes[7]),
            let name = String(validating: bytes[8...], as: UTF8.self)
        else { return nil }
        self.init(port: UInt16(bytes[5]) << 8 | UInt16(bytes[6]), name: name)
    }
}
