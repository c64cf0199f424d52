/// The addresses of this computer that others can type.
package enum LocalAddresses {
    /// Every address of an interface that is up, loopback and link-local ones aside; the loopback
    /// where there is no other.
    package static func all(isIPv4: Bool, port: UInt16) -> [PeerAddress] {
        let addresses = NetworkInterface.all.filter { !$0.isLoopback }
            .map { $0.address.with(port: port) }
            .filter { ($0.host.count == 4) == isIPv4 && !$0.isLinkLocal }
        if !addresses.isEmpty { return addresses }
        return [isIPv4 ? .loopback(port: port) : .loopback6(port: port)]
    }
}

extension PeerAddress {
    /// Whether the address is good on one wire only (RFC 3927, RFC 4291 §2.5.6).
    fileprivate var isLinkLocal: Bool {
        host.count == 4
            ? host[0] == 169 && host[1] == 254 : host[0] == 0xfe && host[1] & 0xc0 == 0x80
    }
}
