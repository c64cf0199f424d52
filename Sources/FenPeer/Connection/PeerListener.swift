/// A socket that takes connections.
package final class PeerListener: Sendable {
    /// Where it listens, with the port it really has.
    package let address: PeerAddress
    let socket: Socket

    /// Listens from now on; the system keeps who comes before they are looked at.
    init(_ address: PeerAddress) throws(SocketError) {
        socket = try Socket.listening(on: address)
        self.address = socket.localAddress ?? address
    }
}
