import FenCrypto
import FenLedger
import FenMoney
import FenPeer
package import FenProtocol
import FenStore

extension Engine {
    /// Takes connections of other devices from now on; nil listens on all interfaces. Returns where,
    /// with the addresses that others can type.
    package func listen(on typed: String?) throws(FenError) -> [ListeningPlace] {
        try answering {
            try requireWriting()
            let address = try typed.map { text throws(FenError) in
                guard let address = PeerAddress(text) else {
                    throw PeerDestination.noAddress(
                        text,
                        hint: "Such as 127.0.0.1:7117; /listen alone listens on all interfaces.")
                }
                return address
            }
            let room = try peerRoom()
            let listeners = try Self.listeners(at: address, of: room.node)
            for old in room.listeners { room.node.stopListening(old) }
            peers?.listeners = listeners
            return listening
        }
    }

    /// Takes no connections any more; those that are up stay. Says whether any were taken before.
    @discardableResult
    package func stopListening() -> Bool {
        let listeners = peers?.listeners ?? []
        for listener in listeners { peers?.node.stopListening(listener) }
        peers?.listeners = []
        return !listeners.isEmpty
    }

    /// Where this device listens, as others can type it.
    package var listening: [ListeningPlace] {
        listeningAddresses.map { ListeningPlace(address: "\($0)", isLoopback: $0.isLoopback) }
    }

    private var listeningAddresses: [PeerAddress] {
        (peers?.listeners ?? []).map(\.address).flatMap { address in
            let isAny = address.host.allSatisfy { $0 == 0 }
            return isAny
                ? LocalAddresses.all(isIPv4: address.host.count == 4, port: address.port)
                : [address]
        }
    }

    /// Connects to another device of the group and waits until everything it holds is here, or for
    /// 10 s.
    package func connect(
        to typed: String, in id: GroupID
    ) async throws(FenError) -> ConnectReport {
        let node = try answering {
            try requireWriting()
            _ = try group(id)
            try requireOnline(id)
            _ = try hub(of: id)
            return try peerRoom().node
        }
        let destination = try await PeerDestination(typed)
        let number: Int
        do throws(PeerDialError) {
            number = try await destination.tryEach { address throws(PeerDialError) in
                try await node.connect(to: address, group: id)
            } goesOn: {
                $0.isOfAddress
            }
        } catch {
            throw FenError(
                "NOT_CONNECTED",
                "No connection to \(destination.name): \(error.message).",
                hint: hint(for: error, in: id), status: .network)
        }
        await level(with: number, in: id, for: .seconds(10))
        let dialled = try await remaining(of: number, to: destination.name, in: id)
        return try answering {
            let group = try group(id)
            guard let session = peers?.sessions[id]?[dialled.session] else {
                throw Self.peerGone(destination.name, "the connection was cut")
            }
            return ConnectReport(
                peer: view(of: session, in: group),
                received: session.received - dialled.receivedBefore,
                wasConnected: dialled.wasConnected, isCaughtUp: session.isLevelHere,
                isWhole: try group.isWhole())
        }
    }

    /// What to do about a connection that came to nothing.
    private func hint(for error: PeerDialError, in id: GroupID) -> String {
        if error == .refused(.removed), let group = try? group(id),
            let me = try? person()?.publicKey, group.context.returners[me] != nil
        {
            let organiser = group.displayName(of: PartyID(member: group.context.organiser))
            return "Only the organiser's own device can let you in again: ask \(organiser) to type "
                + "/listen, and /connect to the address it shows."
        }
        return "Whoever you want to reach types /listen and says the address it shows."
    }

    /// Where an invite says that this device listens: as many addresses as one may hold.
    var inviteAddresses: [InviteAddress] {
        listeningAddresses.prefix(ProtocolLimits.inviteAddresses).map { address in
            address.host.count == 4
                ? .ipv4(address.host, port: address.port)
                : .ipv6(address.host, port: address.port)
        }
    }

    /// Connects to the first address of an invite that answers; that none does keeps nobody from
    /// joining.
    func reachInviter(_ invite: Invite) async {
        for address in invite.addresses {
            if (try? await connect(to: "\(address)", in: invite.groupID)) != nil { return }
        }
    }

    /// Waits a moment to be let in, where somebody is connected who may pass the wish on.
    func beLetIn(_ id: GroupID) async {
        for _ in 0..<150 {
            guard peers?.sessions[id]?.isEmpty == false, let me = try? person()?.publicKey,
                let context = try? group(id).context, !context.isActive(me)
            else { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The devices that are connected in a group.
    package func connected(in id: GroupID) throws(FenError) -> [PeerView] {
        try answering {
            let group = try group(id)
            return (peers?.sessions[id] ?? [:]).values.sorted { $0.number < $1.number }
                .map { view(of: $0, in: group) }
        }
    }

    /// Ends everything with other devices; part of closing.
    func closePeers() async {
        closeTable()
        closeMove()
        backCalls = [:]
        guard let room = peers else { return }
        for hub in room.hubs.values { await hub.end() }
        if !room.sessions.values.allSatisfy(\.isEmpty) {
            // Farewells go out before the sockets are cut.
            try? await Task.sleep(for: .milliseconds(50))
        }
        room.node.stop()
        for task in room.watching { task.cancel() }
        let waiting = peers?.waiting.values.flatMap(\.self) ?? []
        peers = nil
        for continuation in waiting { continuation.resume() }
    }

    // MARK: The room

    /// The room, which is made when it is needed first.
    private func peerRoom() throws -> PeerRoom {
        if let peers { return peers }
        let node = try PeerNode(
            identity: try requireSigner().x25519(), admission: EnginePeerAdmission(engine: self),
            watch: { [wire] step in wire.take(step) })
        var room = PeerRoom(node: node)
        room.watching.append(
            Task { [weak self] in
                for await notice in node.notices { await self?.take(notice) }
            })
        peers = room
        for record in try database.groups.all() { _ = try hub(of: GroupID(raw: record.id)) }
        setPeerKeys()
        return peers ?? room
    }

    /// The hub of a group; it exists as long as the room.
    @discardableResult
    func hub(of id: GroupID) throws -> PeerHub {
        if let known = peers?.hubs[id] { return known }
        let node = try peerRoom().node
        if let made = peers?.hubs[id] { return made }
        let hub = PeerHub(
            group: id,
            store: EnginePeerStore(engine: self, group: id, id: StoreID(raw: database.storeID)))
        peers?.hubs[id] = hub
        node.setHub(hub, for: id)
        setPeerKeys()
        peers?.watching.append(
            Task { [weak self] in
                for await event in hub.events { await self?.take(event, in: id) }
            })
        return hub
    }

    /// Hands the node the keys of all groups, so that it finds the group of whoever connects.
    func setPeerKeys() {
        guard let peers else { return }
        peers.node.setKeys(peers.hubs.keys.flatMap { (try? peerKeys(of: $0)) ?? [] })
    }

    /// The keys of one group.
    func peerKeys(of id: GroupID) throws -> [PeerGroupKey] {
        let group = try group(id)
        let newest = group.doorKey
        return group.keys.all.map { key in
            PeerGroupKey(key, isNewest: key.keyID == newest?.keyID && key.epoch == newest?.epoch)
        }
    }

    private static func listeners(
        at address: PeerAddress?, of node: PeerNode
    ) throws -> [PeerListener] {
        do throws(SocketError) {
            if let address { return [try node.listen(on: address)] }
            for port in PeerAddress.usualPort..<PeerAddress.usualPort + 20 {
                do throws(SocketError) {
                    let four = try node.listen(on: .any(port: port))
                    // A computer without IPv6 listens on what it has.
                    return [four] + [try? node.listen(on: .any6(port: port))].compactMap(\.self)
                } catch {
                    guard error.isAddressInUse else { throw error }
                }
            }
            return [try node.listen(on: .any())]
        } catch {
            throw FenError(
                "NOT_LISTENING", "This device cannot listen there: \(error.message).",
                hint: "/listen alone takes the next free port.", status: .network)
        }
    }
}
