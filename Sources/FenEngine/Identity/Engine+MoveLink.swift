import FenCrypto
import FenEncoding
import FenPeer
import FenProtocol
import FenStore

/// A move that waits for the device with its link.
struct OpenedMove {
    /// Which move it is.
    let turn: MoveTurn
    /// What is served to it.
    let move: OpenMove
    /// Hears what else happens.
    let hearing: Task<Void, Never>
    /// The device that waits for a yes.
    var guest: (view: MoveGuest, answer: CheckedContinuation<Bool, Never>)?
}

/// An identity that goes to another device over the network, to whoever has its link. Everything
/// travels as the same sealed file that `/identity move FILE` writes; its code goes last, when the
/// other device has all of it on its disk and this home has stopped writing. Cut before that nothing
/// has moved; cut after it this home only reads, as after a move by file, with the same ways out.
extension Engine {
    /// Opens a link for one device. It is said yes to without being asked where this person says so in advance.
    package func openMove(saysYes: Bool = false) throws(FenError) -> MoveLinkView {
        try answering {
            try requireWriting()
            try requireReal()
            _ = try requirePerson()
            if listening.isEmpty { _ = try listen(on: nil) }
            closeMove()
            let expiry = UInt32(clamping: now() / 1_000 + MoveLink.life)
            let link = MoveLink(expiry: expiry, addresses: inviteAddresses, entropy: .system)
            let (clock, turn) = (options.clock, MoveTurn())
            let move = OpenMove(
                secret: link.secret,
                isOver: { clock.now() / 1_000 >= Int64(expiry) },
                ask: { [weak self] address, words in
                    if saysYes { return true }
                    return await self?.ask(MoveGuest(place: "\(address)", words: words)) ?? false
                },
                give: { [weak self] giving in await self?.handOver(to: giving, in: turn) })
            let hearing = Task { [weak self] in
                for await notice in move.notices { await self?.take(notice) }
            }
            peers?.node.setMove(move)
            openedMove = OpenedMove(turn: turn, move: move, hearing: hearing)
            return MoveLinkView(
                link: link.link, qrText: link.qrText, expiresAt: Int64(expiry) * 1_000,
                places: listening)
        }
    }

    /// Makes the link worth nothing. Says whether one was open.
    @discardableResult
    package func closeMove() -> Bool {
        guard let open = openedMove else { return false }
        peers?.node.setMove(nil)
        open.hearing.cancel()
        open.guest?.answer.resume(returning: false)
        openedMove = nil
        return open.move.isOpen || open.guest != nil
    }

    /// The device that waits for a yes; nil where none does.
    package var moveGuest: MoveGuest? { openedMove?.guest?.view }

    /// Answers the device that waits, and waits in turn until everything is handed over or is not.
    /// Nil where none waits.
    package func answerMove(_ isWelcome: Bool) async -> MoveOutcome? {
        guard let guest = openedMove?.guest else { return nil }
        openedMove?.guest = nil
        let turn = openedMove?.turn
        guard isWelcome else {
            guest.answer.resume(returning: false)
            closeMove()
            return .nothingMoved("it was turned away")
        }
        return await withCheckedContinuation { continuation in
            if let turn { moveEnds[turn] = continuation }
            guest.answer.resume(returning: true)
        }
    }

    private func ask(_ guest: MoveGuest) async -> Bool {
        guard openedMove != nil else { return false }
        return await withCheckedContinuation { continuation in
            openedMove?.guest = (guest, continuation)
            announcer.yield(.move(.asked(guest)))
            let limit = MoveExchange.patience
            Task { [weak self] in
                try? await Task.sleep(for: .milliseconds(limit))
                await self?.letGo(of: guest)
            }
        }
    }

    private func letGo(of guest: MoveGuest) {
        guard let waiting = openedMove?.guest, waiting.view == guest else { return }
        openedMove?.guest = nil
        announcer.yield(.move(.left(guest.place)))
        waiting.answer.resume(returning: false)
    }

    private func take(_ notice: OpenMove.Notice) {
        switch notice {
        case .left(let address):
            if let guest = moveGuest, guest.place == "\(address)" { letGo(of: guest) }
        case .wrongSecret(let address): announcer.yield(.move(.wrongSecret("\(address)")))
        case .burnt: announcer.yield(.move(.burnt))
        }
    }

    private func handOver(to giving: MoveGiving, in turn: MoveTurn) async {
        let outcome = await give(to: giving, in: turn)
        // Another link may have been opened since this one has failed.
        if openedMove?.turn == turn { closeMove() }
        guard let end = moveEnds.removeValue(forKey: turn) else {
            announcer.yield(.move(.ended(outcome)))
            return
        }
        end.resume(returning: outcome)
    }

    private func give(to giving: MoveGiving, in turn: MoveTurn) async -> MoveOutcome {
        let code = Passphrase.code(from: .system)
        do {
            _ = try beginMoving(turn)
            defer { endMoving(turn) }
            await closePeers()
            while let task = passes.values.first { await task.value }
            let size = MoveSize()
            try await sealHome(as: .move, under: Passphrase.bytes(code)) { bytes in
                if await size.value == 0 {
                    await size.set(try SealedFileHead(bytes).fileSize)
                    try await giving.begin(size.value)
                }
                try await giving.send(bytes)
            }
            try await giving.waitUntilWhole(size.value)
            // Before the other device can use it, this one has stopped.
            try noteMoved(by: code)
        } catch {
            await giving.refuse(.failed)
            let why = (error as? MoveFailure)?.message ?? FenError(translating: error).message
            return .nothingMoved(why)
        }
        do throws(MoveFailure) {
            let words = try await giving.open(with: code)
            try confirmMove(saidBy: words)
            return .arrived
        } catch {
            return .doubtful(error.message)
        }
    }

    private func confirmMove(saidBy words: String) throws(MoveFailure) {
        do {
            try confirmMove(words)
        } catch {
            throw .misspoken
        }
    }
}

/// How many bytes a sealed file has, once its head was made.
private actor MoveSize {
    private(set) var value: UInt64 = 0

    func set(_ value: UInt64) { self.value = value }
}
