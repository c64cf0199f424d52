import FenEncoding

/// Where a member's device listened when an invite was made (§7).
package enum InviteAddress: Hashable, Sendable {
    /// Four bytes and a port.
    case ipv4([UInt8], port: UInt16)
    /// Sixteen bytes and a port.
    case ipv6([UInt8], port: UInt16)
    /// A host name with port, as text.
    case text(String)

    /// The longest text taken: a host name of 253 bytes, a colon, five digits.
    package static let textBytes = 1...259

    /// The wire's bytes of a numeric address; nil for text.
    package var packed: [UInt8]? {
        switch self {
        case .ipv4(let bytes, let port), .ipv6(let bytes, let port):
            bytes + [UInt8(port >> 8), UInt8(truncatingIfNeeded: port)]
        case .text:
            nil
        }
    }

    /// Reads the wire's bytes: 6 or 18 of them.
    package init?(packed bytes: [UInt8]) {
        guard bytes.count == 6 || bytes.count == 18 else {
            return nil
        }
        let host = [UInt8](bytes.dropLast(2))
        let port = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
        self = bytes.count == 6 ? .ipv4(host, port: port) : .ipv6(host, port: port)
    }
}

extension InviteAddress {
    /// As it stands in a body.
    var value: CBORValue {
        packed.map(CBORValue.bytes) ?? .text(description)
    }

    /// Reads a list of them; none when the field is absent, nil when it is no such list.
    static func list(_ value: CBORValue?) -> [InviteAddress]? {
        guard let value else {
            return []
        }
        guard let list = value.arrayValue, list.count <= ProtocolLimits.inviteAddresses else {
            return nil
        }
        let addresses = list.compactMap { item -> InviteAddress? in
            if let packed = item.bytesValue {
                return InviteAddress(packed: packed)
            }
            return item.textValue.flatMap { text in
                textBytes.contains(text.utf8.count) ? .text(text) : nil
            }
        }
        return addresses.count == list.count ? addresses : nil
    }
}

extension InviteAddress: CustomStringConvertible {
    /// The address as it is dialled: `192.0.2.1:4711`, `[2001:db8:0:0:0:0:0:1]:4711`.
    package var description: String {
        switch self {
        case .ipv4(let bytes, let port):
            return bytes.map(String.init).joined(separator: ".") + ":\(port)"
        case .ipv6(let bytes, let port):
            let groups = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
                String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
            }
            return "[\(groups.joined(separator: ":"))]:\(port)"
        case .text(let text):
            return text
        }
    }
}
