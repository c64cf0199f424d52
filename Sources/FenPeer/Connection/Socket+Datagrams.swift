internal import Glibc

extension Socket {
    /// A UDP socket that may broadcast and shares its port with others.
    static func datagrams(on address: PeerAddress) throws(SocketError) -> Socket {
        let socket = try make(address, type: Int32(SOCK_DGRAM.rawValue))
        socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
        socket.set(SOL_SOCKET, SO_BROADCAST, 1)
        let bound = address.withSockaddr { bind(socket.descriptor, $0, $1) }
        guard bound == 0 else { throw SocketError(errno) }
        return socket
    }

    /// Sends one datagram, if it goes at once.
    func sendDatagram(_ bytes: [UInt8], to address: PeerAddress) {
        _ = bytes.withUnsafeBytes { bytes in
            address.withSockaddr { target, size in
                sendto(
                    descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), target, size)
            }
        }
    }

    /// The next datagram and its sender; nil when there is none. One that is longer is cut to a
    /// byte more than so many, which no reader takes.
    func datagram(most count: Int) -> (bytes: [UInt8], sender: PeerAddress)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var bytes = [UInt8](repeating: 0, count: count + 1)
        let got = withUnsafeMutableBytes(of: &storage) { address in
            address.withMemoryRebound(to: sockaddr.self) { address in
                recvfrom(descriptor, &bytes, bytes.count, 0, address.baseAddress, &size)
            }
        }
        guard got >= 0, let sender = PeerAddress(storage: storage) else { return nil }
        return ([UInt8](bytes.prefix(got)), sender)
    }
}
