internal import Dispatch
package import FenCrypto
package import FenProtocol
internal import Synchronization

/// Everything of this device that listens and dials: one thread for all connections, which blocks
/// in the system and nowhere else, and a task for each session.
///
/// Who uses it gives it the group keys and, for each group, a ``PeerHub``; changes of keys and
/// members are said with ``setKeys(_:)`` and ``PeerHub/review()``.
package final class PeerNode: Sendable {
    /// What happens outside of any session, for a person's screen.
    package enum Notice: Sendable, Equatable {
        /// Somebody was refused, and why.
        case refused(PeerAddress, PeerFarewell)
        /// A connection came to nothing: no handshake in 5 s, or bytes that are none.
        case noHandshake(PeerAddress)
    }

    /// Asks the thread for something.
    enum Command: Sendable {
        case listen(PeerListener)
        case unlisten(PeerListener)
        case dial(PeerAddress, PeerGroupKey, PeerDial)
        case begin(Int, PeerChannel)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var keys: [PeerGroupKey] = []
        var hubs: [GroupID: PeerHub] = [:]
        var table: OpenTable?
        var move: OpenMove?
        var door: BackDoor?
        var seated = 0
        var isStopped = false
    }

    /// How many exchanges outside of sessions are served at once, of all kinds together.
    static let seats = 16
    /// What each of them says where there is no room: 3 is busy in all three.
    private static let busy = TableExchange.Refusal.busy.rawValue

    /// What happens outside of any session; the newest 256 are kept for a slow reader.
    package let notices: AsyncStream<Notice>

    let identity: AgreementKey
    let watch: PeerWatch?
    let wakeUp: WakeUp
    private let admission: any PeerAdmission
    private let continuation: AsyncStream<Notice>.Continuation
    private let state = Mutex(State())

    /// Starts the thread. `identity` is the X25519 image of the person's key (§2); `watch` sees
    /// every step of every connection.
    package init(
        identity: AgreementKey, admission: any PeerAdmission, watch: PeerWatch? = nil
    ) throws {
        self.identity = identity
        self.watch = watch
        self.admission = admission
        wakeUp = try WakeUp()
        (notices, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        // A serial queue of its own has a thread of its own while it runs.
        DispatchQueue(label: "fen.peer").async { [self] in
            PeerLoop(node: self).run()
        }
    }

    /// Sets all group keys that are known: of every group that may be found here, every epoch.
    package func setKeys(_ keys: [PeerGroupKey]) {
        state.withLock { $0.keys = keys }
    }

    /// Sets where sessions of a group go, or that there are none.
    package func setHub(_ hub: PeerHub?, for group: GroupID) {
        state.withLock { $0.hubs[group] = hub }
    }

    /// Sets the table that is served to whoever connects and wants to join one, or none.
    package func setTable(_ table: OpenTable?) {
        state.withLock { $0.table = table }
    }

    /// Sets the move that is served to whoever connects and has its link, or none.
    package func setMove(_ move: OpenMove?) {
        state.withLock { $0.move = move }
    }

    /// Sets the door at which members' devices help this person back in, or that there is none.
    package func setDoor(_ door: BackDoor?) {
        state.withLock { $0.door = door }
    }

    /// Listens on an address and returns it with the port it has. The listener ends when it is
    /// given to ``stopListening(_:)``.
    package func listen(on address: PeerAddress) throws(SocketError) -> PeerListener {
        let listener = try PeerListener(address)
        command(.listen(listener))
        return listener
    }

    /// Ends a listener; sessions stay.
    package func stopListening(_ listener: PeerListener) {
        command(.unlisten(listener))
    }

    /// How many keys of a group are tried at most: whoever has missed more rotations dials.
    private static let mostKeysTried = 16

    /// Dials an address for a group, under its newest key that is known, and returns the number of
    /// the session when the other side was let in by this one. Whoever does not know that key may
    /// have missed a rotation: then the older ones are tried, the newest first.
    package func connect(
        to address: PeerAddress,
        group: GroupID
    ) async throws(PeerDialError) -> Int {
        let keys = state.withLock { state in
            state.keys.filter { $0.group == group }.sorted { one, other in
                (one.isNewest ? 1 : 0, one.epoch) > (other.isNewest ? 1 : 0, other.epoch)
            }
        }
        guard let newest = keys.first else { throw .noKey }
        do throws(PeerDialError) {
            return try await connect(to: address, under: newest)
        } catch {
            guard error == .refused(.unknownGroup) else { throw error }
            for key in keys.dropFirst().prefix(Self.mostKeysTried - 1) {
                do throws(PeerDialError) {
                    return try await connect(to: address, under: key)
                } catch {
                    guard error == .refused(.unknownGroup) else { throw error }
                }
            }
            throw error
        }
    }

    private func connect(
        to address: PeerAddress, under key: PeerGroupKey
    ) async throws(PeerDialError) -> Int {
        let dial = PeerDial()
        command(.dial(address, key, dial))
        return try await dial.result()
    }

    /// Ends the thread and cuts all connections. End the hubs before, for farewells to be said.
    package func stop() {
        state.withLock { $0.isStopped = true }
        command(.stop)
        continuation.finish()
    }

    // MARK: For the thread

    /// The commands since the last time.
    func takeCommands() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// The keys by now.
    var keys: [PeerGroupKey] { state.withLock { $0.keys } }

    /// Tells what happened.
    func tell(_ notice: Notice) {
        continuation.yield(notice)
    }

    /// Serves somebody who wants to join a table, to take an identity over, or to help this person
    /// back in.
    func seat(_ socket: Socket, input: [UInt8], from address: PeerAddress) {
        if BackDoor.isAskedFor(by: input) {
            let door = state.withLock { $0.door }
            serve(socket) {
                guard let door else { return await BackDoor.refuse(socket) }
                await door.serve(socket, input: input)
            }
            return
        }
        if input.starts(with: MoveExchange.kind.mark.dropLast()) {
            guard let move = state.withLock({ $0.move }) else { return }
            serve(socket) { await move.serve(socket, input: input, from: address) }
            return
        }
        guard let table = state.withLock({ $0.table }) else { return }
        serve(socket) { await table.serve(socket, input: input, from: address) }
    }

    /// Serves somebody in a task of their own, where there is a seat.
    private func serve(_ socket: Socket, _ body: @escaping @Sendable () async -> Void) {
        let hasSeat = state.withLock { state in
            guard state.seated < Self.seats else { return false }
            state.seated += 1
            return true
        }
        guard hasSeat else {
            // It is one byte into an empty buffer; who does not get it is turned away all the same.
            _ = withUnsafeBytes(of: Self.busy) { socket.write($0) }
            return
        }
        Task { [self] in
            await body()
            state.withLock { $0.seated -= 1 }
        }
    }

    func command(_ command: Command) {
        state.withLock { $0.commands.append(command) }
        wakeUp.wake()
    }

    /// Decides about somebody whose handshake is done, and begins the session or the farewell.
    func admit(
        _ outcome: PeerHandshake.Outcome,
        tracer: PeerTracer,
        dial: PeerDial?
    ) {
        let (wire, address) = (tracer.connection, tracer.address)
        let hub = state.withLock { $0.hubs[outcome.key.group] }
        let channel = PeerChannel(transport: outcome.transport, tracer: tracer) { [wakeUp] in
            wakeUp.wake()
        }
        let stranger = PeerStranger(
            key: outcome.other, group: outcome.key.group, hasNewestKey: outcome.key.isNewest,
            isDialled: dial != nil, address: address)
        Task {
            var verdict = await admission.verdict(on: stranger)
            if hub == nil { verdict = .refused(.leaving) }
            command(.begin(wire, channel))
            switch verdict {
            case .lane(let lane):
                let number = await hub?.join(
                    channel: channel, stranger: stranger, lane: lane, admission: admission)
                dial?.finish(number.map { .success($0) } ?? .failure(.stopped))
            case .refused(let reason):
                channel.send(.bye(code: reason.rawValue, text: reason.message))
                channel.close()
                tell(.refused(address, reason))
                dial?.finish(.failure(.refusedHere(reason)))
            }
        }
    }
}
