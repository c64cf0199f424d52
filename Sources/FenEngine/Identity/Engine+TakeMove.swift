import FenCrypto
import FenEncoding
import FenPeer
import FenProtocol
import FenStore

/// Taking an identity over from another device by its link.
extension Engine {
    /// Whether something typed is meant as such a link.
    package static func isMoveLink(_ typed: String) -> Bool { MoveLink.isMeant(typed) }

    /// Takes everything over from the old device, or nothing. `shows` is given the words that both
    /// screens show while the person there is asked.
    package func takeMove(
        _ typed: String, shows: @Sendable (String) async -> Void, progress: ProgressHandler? = nil
    ) async throws(FenError) -> TakenMove {
        let link: MoveLink
        do throws(MoveLinkError) {
            link = try MoveLink(pasted: typed)
        } catch {
            throw FenError(error.code, error.message, hint: error.hint, status: .usage)
        }
        try answering {
            try requireWriting()
            try requireUnused()
        }
        let path = database.home.arriving
        HomeFolder.shred(path)
        defer { HomeFolder.shred(path) }
        let (taking, code) = try await receive(link, into: path, shows, progress)
        do throws(FenError) {
            guard try kindOfBackup(path) == .move else { throw SealedFileError.foreign }
            // When this throws nothing is here; after it nothing can fail any more.
            let person = try restore(path, under: code).person
            let confirmation = MoveCode.confirmation(of: Passphrase.typedCode(code))
            let isTold = await taking.sayOpened(confirmation)
            if isTold { noteArrivalTold() }
            return TakenMove(person: person, confirmation: confirmation, isTold: isTold)
        } catch {
            throw FenError(
                error.code, error.message,
                hint: "Nothing is here. On the old device /identity move undo takes the identity "
                    + "back; then move it again.", status: error.status, cause: error.cause)
        }
    }

    private func receive(
        _ link: MoveLink, into path: String, _ shows: @Sendable (String) async -> Void,
        _ progress: ProgressHandler?
    ) async throws(FenError) -> (MoveTaking, code: String) {
        var hasAll = false
        do {
            let taking = try await Self.reach(link)
            await shows(taking.words)
            let size = try await taking.waitForYes()
            let file = try TargetFile(path)
            var done: UInt64 = 0
            while let piece = try await taking.next() {
                try file.write(piece)
                done += UInt64(piece.count)
                progress?(Progress(done: Int(done), total: Int(size), unit: "bytes"))
            }
            try file.finish()
            hasAll = true
            return (taking, try await taking.code(having: size))
        } catch let error as FenError {
            throw error
        } catch {
            throw noMove(MoveFailure(error), hasAll: hasAll, link)
        }
    }

    /// The first of the old device's addresses that answers.
    private static func reach(_ link: MoveLink) async throws(MoveFailure) -> MoveTaking {
        let addresses = link.addresses.compactMap { PeerAddress("\($0)") }
        var last = MoveFailure.noMove
        for address in addresses {
            do throws(MoveFailure) {
                return try await MoveTaking.begin(address, secret: link.secret)
            } catch {
                last = error
                switch error {
                case .unreachable, .noMove, .late: continue
                case .refused, .cut, .misspoken, .stopped: throw error
                }
            }
        }
        throw last
    }

    private func noMove(_ failure: MoveFailure, hasAll: Bool, _ link: MoveLink) -> FenError {
        let isOver = now() / 1_000 >= link.expiry
        let hint: String
        switch failure {
        case _ where hasAll:
            hint =
                "On the old device /identity says whether it still writes. If it says that the "
                + "identity has moved: /identity move undo there, then move it again."
        case .unreachable, .noMove, .late:
            hint =
                isOver
                ? "The link's ten minutes are over: /identity move on the old device makes a new "
                    + "one."
                : "Both devices must be in one network, and fen open on the old one. Else move by "
                    + "file: /identity move FILE there."
        case .refused, .cut, .misspoken, .stopped:
            hint = "Nothing has moved. /identity move on the old device makes a new link."
        }
        return FenError(
            "NOT_MOVED_HERE", "Nothing came from the old device: \(failure.message).", hint: hint,
            status: failure == .refused(.wrongSecret) ? .trust : .network)
    }
}
