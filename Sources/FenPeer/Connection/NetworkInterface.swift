internal import Glibc

/// An address that a network interface of this computer has while it is up.
struct NetworkInterface {
    /// The address, without a port.
    let address: PeerAddress
    /// The IPv4 address that reaches everybody on its network; nil where there is none.
    let broadcast: PeerAddress?

    /// It reaches this computer only.
    let isLoopback: Bool

    /// All of them, in the system's order; none where the system does not tell.
    static var all: [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var interfaces: [NetworkInterface] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            guard flags & Int32(IFF_UP) != 0,
                let address = entry.pointee.ifa_addr.flatMap({ PeerAddress(at: $0) })
            else { continue }
            var broadcast: PeerAddress?
            if flags & Int32(IFF_BROADCAST) != 0, address.host.count == 4 {
                broadcast = entry.pointee.ifa_ifu.ifu_broadaddr.flatMap { PeerAddress(at: $0) }
            }
            interfaces.append(
                NetworkInterface(
                    address: address, broadcast: broadcast,
                    isLoopback: flags & Int32(IFF_LOOPBACK) != 0))
        }
        return interfaces
    }
}
