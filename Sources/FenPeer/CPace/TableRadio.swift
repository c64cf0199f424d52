/// Says and hears announcements of open tables on the local network, by IPv4 broadcast.
package final class TableRadio: Sendable {
    /// A table that was heard.
    package struct Heard: Hashable, Sendable {
        /// Where to join it.
        package let address: PeerAddress
        /// Who opened it, as they say.
        package let name: String
    }

    private let socket: Socket

    /// A radio that hears; several programs of one computer may. `port` is for tests.
    package init(port: UInt16 = TableAnnouncement.port) throws(SocketError) {
        socket = try Socket.datagrams(on: .any(port: port))
    }

    /// Says once that a table is open, to everyone the system's broadcast reaches; `to` is for
    /// tests. A network that is not there is no error: there is nobody to hear.
    package static func say(
        _ announcement: TableAnnouncement,
        to addresses: [PeerAddress] = broadcasts
    ) {
        guard let socket = try? Socket.datagrams(on: .any()) else { return }
        let bytes = announcement.bytes
        for address in addresses { socket.sendDatagram(bytes, to: address) }
    }

    /// The broadcast address of every IPv4 network this computer is in.
    package static var broadcasts: [PeerAddress] {
        NetworkInterface.all.compactMap(\.broadcast)
            .map { $0.with(port: TableAnnouncement.port) }
    }

    /// The tables heard within a time, in milliseconds: each once, at most 32.
    package func hear(for time: Int64) async -> [Heard] {
        let deadline = MonotonicTime.now + time
        var heard: [Heard] = []
        while MonotonicTime.now < deadline, heard.count < 32, !Task.isCancelled {
            guard let (bytes, sender) = socket.datagram(most: TableAnnouncement.mostBytes) else {
                try? await Task.sleep(for: .milliseconds(20))
                continue
            }
            guard let announcement = TableAnnouncement(bytes) else { continue }
            let table = Heard(
                address: sender.with(port: announcement.port), name: announcement.name)
            if !heard.contains(table) { heard.append(table) }
        }
        return heard
    }
}
