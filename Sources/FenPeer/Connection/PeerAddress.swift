internal import Glibc

/// Where a device listens or is dialled: an IPv4 or IPv6 address and a TCP port.
package struct PeerAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    package let host: [UInt8]
    /// The port; 0 asks for any free one when listening.
    package let port: UInt16
    /// The interface of a link-local IPv6 address; 0 where there is none.
    package let scope: UInt32

    /// The port `/listen` takes when it is free.
    package static let usualPort: UInt16 = 7_117

    /// Puts an address together; nil when the host has not 4 or 16 bytes.
    package init?(host: [UInt8], port: UInt16, scope: UInt32 = 0) {
        guard host.count == 4 || host.count == 16 else { return nil }
        self.host = host
        self.port = port
        self.scope = scope
    }

    private init(fixed host: [UInt8], port: UInt16) {
        self.host = host
        self.port = port
        scope = 0
    }

    /// 127.0.0.1.
    package static func loopback(port: UInt16 = 0) -> PeerAddress {
        PeerAddress(fixed: [127, 0, 0, 1], port: port)
    }

    /// ::1.
    package static func loopback6(port: UInt16 = 0) -> PeerAddress {
        PeerAddress(fixed: [UInt8](repeating: 0, count: 15) + [1], port: port)
    }

    /// All interfaces, IPv4.
    package static func any(port: UInt16 = 0) -> PeerAddress {
        PeerAddress(fixed: [0, 0, 0, 0], port: port)
    }

    /// All interfaces, IPv6 only.
    package static func any6(port: UInt16 = 0) -> PeerAddress {
        PeerAddress(fixed: [UInt8](repeating: 0, count: 16), port: port)
    }

    /// Reads `192.0.2.1:7117` or `[2001:db8::1]:7117`, without a port the usual one; nil for
    /// anything else. Names are looked up with ``HostName``.
    package init?(_ text: String) {
        var host = text[...]
        var port = Self.usualPort
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty {
                guard let number = Self.port(rest.dropFirst()) else { return nil }
                port = number
            }
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            host = text[..<colon]
            guard let number = Self.port(text[text.index(after: colon)...]) else { return nil }
            port = number
        }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, String(host), &four) == 1 {
            self.init(host: withUnsafeBytes(of: four) { [UInt8]($0) }, port: port)
        } else if inet_pton(AF_INET6, String(host), &six) == 1 {
            self.init(host: withUnsafeBytes(of: six) { [UInt8]($0) }, port: port)
        } else {
            return nil
        }
    }

    /// Reads a port; nil for what is none.
    static func port(_ text: Substring) -> UInt16? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return UInt16(text)
    }

    /// The same address with another port.
    package func with(port: UInt16) -> PeerAddress {
        PeerAddress(host: host, port: port, scope: scope) ?? self
    }

    /// Whether the address is this machine's own loopback, by either family's spelling.
    package var isLoopback: Bool {
        if host.count == 4 { return host[0] == 127 }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        return host == [UInt8](repeating: 0, count: 15) + [1]
            || (host.starts(with: mapped) && host[12] == 127)
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The address as it is typed: `192.0.2.1:7117`, `[2001:db8::1]:7117`.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = host.count == 4 ? AF_INET : AF_INET6
        _ = host.withUnsafeBytes { host in
            inet_ntop(family, host.baseAddress, &text, socklen_t(text.count))
        }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return host.count == 4 ? "\(name):\(port)" : "[\(name)]:\(port)"
    }
}

extension PeerAddress {
    /// Lends the address as the system wants it.
    func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        if host.count == 4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: host) }
            return Self.lend(&address, body)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_scope_id = scope
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: host) }
        return Self.lend(&address, body)
    }

    private static func lend<Address, R>(
        _ address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
    ) -> R {
        withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                guard let start = pointer.baseAddress else {
                    // A value of some bytes has a start.
                    preconditionFailure("an address without bytes")
                }
                return body(start, socklen_t(bytes.count))
            }
        }
    }

    /// Reads what a call of the system wrote; nil for other families.
    init?(storage: sockaddr_storage) {
        let read = withUnsafeBytes(of: storage) { bytes in
            bytes.baseAddress.flatMap { PeerAddress(at: $0) }
        }
        guard let read else { return nil }
        self = read
    }

    /// Reads an address of the system's where it stands, as long as its family says; nil for other
    /// families than IPv4 and IPv6.
    init?(at place: UnsafeRawPointer) {
        switch Int32(place.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let address = place.loadUnaligned(as: sockaddr_in.self)
            self.init(
                host: withUnsafeBytes(of: address.sin_addr) { [UInt8]($0) },
                port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = place.loadUnaligned(as: sockaddr_in6.self)
            self.init(
                host: withUnsafeBytes(of: address.sin6_addr) { [UInt8]($0) },
                port: UInt16(bigEndian: address.sin6_port), scope: address.sin6_scope_id)
        default: return nil
        }
    }
}
