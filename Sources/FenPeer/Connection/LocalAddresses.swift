internal import Glibc

/// The addresses of this computer that others can type.
package enum LocalAddresses {
    /// Every address of an interface that is up, loopback and link-local ones aside; the loopback
    /// where there is no other.
    package static func all(isIPv4: Bool, port: UInt16) -> [PeerAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [PeerAddress] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
                let found = entry.pointee.ifa_addr
            else { continue }
            if let address = address(found, isIPv4: isIPv4, port: port), !address.isLinkLocal {
                addresses.append(address)
            }
        }
        if !addresses.isEmpty { return addresses }
        return [isIPv4 ? .loopback(port: port) : .loopback6(port: port)]
    }

    private static func address(
        _ found: UnsafeMutablePointer<sockaddr>, isIPv4: Bool, port: UInt16
    ) -> PeerAddress? {
        let raw = UnsafeRawPointer(found)
        switch Int32(found.pointee.sa_family) {
        case AF_INET where isIPv4:
            let host = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return PeerAddress(host: withUnsafeBytes(of: host) { [UInt8]($0) }, port: port)
        case AF_INET6 where !isIPv4:
            let host = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return PeerAddress(host: withUnsafeBytes(of: host) { [UInt8]($0) }, port: port)
        default: return nil
        }
    }
}

extension PeerAddress {
    /// Whether the address is good on one wire only (RFC 3927, RFC 4291 §2.5.6).
    fileprivate var isLinkLocal: Bool {
        host.count == 4
            ? host[0] == 169 && host[1] == 254 : host[0] == 0xfe && host[1] & 0xc0 == 0x80
    }
}
