internal import Glibc

/// A TCP or UDP socket that never blocks; closed when the last owner lets go.
final class Socket: Sendable {
    /// What one try to move bytes led to.
    enum Moved: Equatable {
        /// So many bytes were moved.
        case bytes(Int)
        /// Nothing can be moved just now.
        case later
        /// The other end has closed its direction.
        case end
        /// The connection is broken.
        case broken(Int32)
    }

    /// The descriptor.
    let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// A fresh socket for an address's family.
    static func make(_ address: PeerAddress, type: Int32) throws(SocketError) -> Socket {
        let family = address.host.count == 4 ? AF_INET : AF_INET6
        let flags = type | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, flags, 0)
        guard descriptor >= 0 else { throw SocketError(errno) }
        return Socket(descriptor)
    }

    /// Sets an option; one the system does not know changes nothing.
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// A socket that listens. IPv6 ones take IPv6 only, so that both families can have one port.
    static func listening(on address: PeerAddress) throws(SocketError) -> Socket {
        let socket = try make(address, type: Int32(SOCK_STREAM.rawValue))
        socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
        if address.host.count == 16 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        let bound = address.withSockaddr { bind(socket.descriptor, $0, $1) }
        guard bound == 0, listen(socket.descriptor, 64) == 0 else { throw SocketError(errno) }
        return socket
    }

    /// A socket that is being connected; it can be written once it is.
    static func connecting(to address: PeerAddress) throws(SocketError) -> Socket {
        let socket = try make(address, type: Int32(SOCK_STREAM.rawValue))
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        let result = address.withSockaddr { connect(socket.descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw SocketError(errno) }
        return socket
    }

    /// The next connection that waits; nil when there is none, or it is gone again.
    func accepted() -> (socket: Socket, address: PeerAddress)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                accept(self.descriptor, pointer.baseAddress, &size)
            }
        }
        guard descriptor >= 0 else { return nil }
        let socket = Socket(descriptor)
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        guard let address = PeerAddress(storage: storage) else { return nil }
        return (socket, address)
    }

    /// The address of this end.
    var localAddress: PeerAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                getsockname(descriptor, pointer.baseAddress, &size)
            }
        }
        return result == 0 ? PeerAddress(storage: storage) : nil
    }

    /// The address of the other end; nil as long as there is none.
    var remoteAddress: PeerAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                getpeername(descriptor, pointer.baseAddress, &size)
            }
        }
        return result == 0 ? PeerAddress(storage: storage) : nil
    }

    /// The error a connection attempt ended with; nil when it is connected.
    var pendingError: SocketError? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &value, &size) == 0 else {
            return SocketError(errno)
        }
        return value == 0 ? nil : SocketError(value)
    }

    /// Reads what is there, into the whole of a buffer at most.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Moved {
        moved(recv(descriptor, buffer.baseAddress, buffer.count, 0), endsAtZero: true)
    }

    /// Writes as much as goes.
    func write(_ bytes: UnsafeRawBufferPointer) -> Moved {
        let flags = Int32(MSG_NOSIGNAL)
        return moved(send(descriptor, bytes.baseAddress, bytes.count, flags), endsAtZero: false)
    }

    /// Says that nothing more is written.
    func finishWriting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private func moved(_ result: Int, endsAtZero: Bool) -> Moved {
        if result > 0 { return .bytes(result) }
        if result == 0 { return endsAtZero ? .end : .later }
        switch errno {
        case EAGAIN, EWOULDBLOCK, EINTR: return .later
        default: return .broken(errno)
        }
    }
}

/// What the system said about a socket.
package struct SocketError: Error, Equatable, Sendable {
    /// The system's number.
    package let code: Int32

    /// Takes the system's number.
    init(_ code: Int32) {
        self.code = code
    }

    /// Whether the address is taken, so that the next port may do.
    package var isAddressInUse: Bool { code == EADDRINUSE }

    /// The sentence for a person.
    package var message: String {
        switch code {
        case EADDRINUSE: "that port is taken by another program"
        case EACCES, EPERM: "this computer does not allow that port"
        case EADDRNOTAVAIL: "this computer has no such address"
        case ECONNREFUSED: "nobody listens there"
        case ENETUNREACH, EHOSTUNREACH: "there is no way to that address"
        case ETIMEDOUT: "no answer came in time"
        case ECONNRESET, EPIPE: "the connection was cut"
        case EMFILE, ENFILE: "this computer has too many files and connections open"
        case EAFNOSUPPORT: "this computer does not speak that kind of address"
        default: "the network failed (error \(code))"
        }
    }
}
