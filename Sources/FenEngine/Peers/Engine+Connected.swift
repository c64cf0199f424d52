import FenPeer
import FenProtocol

/// Which of two sessions with one device goes on.
extension Engine {
    /// The session that a dialled one has come to.
    struct Dialled {
        /// Its number.
        let session: Int
        /// How many events had come over it before.
        var receivedBefore = 0
        /// The two devices were connected before.
        var wasConnected = false
    }

    /// Waits until it is decided which session goes on, where the two devices were connected
    /// already. One that was there before is asked anew for what is lacking here: something may have
    /// been lost since.
    func remaining(
        of number: Int, to name: String, in id: GroupID
    ) async throws(FenError) -> Dialled {
        for _ in 0..<100 {
            if let session = peers?.sessions[id]?[number] {
                guard session.isSecond else { return Dialled(session: number) }
                guard peers?.twin(of: session, in: id) != nil else {
                    return Dialled(session: number, wasConnected: true)
                }
            } else {
                return try await instead(of: number, to: name, in: id)
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return Dialled(session: number, wasConnected: true)
    }

    /// What goes on in place of a session that has ended.
    private func instead(
        of number: Int, to name: String, in id: GroupID
    ) async throws(FenError) -> Dialled {
        guard let over = peers?.ended[id]?.last(where: { $0.session.number == number }) else {
            throw Self.peerGone(name, "the connection was cut")
        }
        if over.end.reason == .ownStore {
            throw FenError(
                "OWN_DEVICE", "The address \(name) leads to this device itself.",
                hint: "/connect takes the address that /listen shows on another member's device.",
                status: .usage)
        }
        guard over.end.reason == .duplicate,
            let other = peers?.twin(of: over.session, in: id)
        else { throw Self.peerGone(name, over.end.message) }
        peers?.sessions[id]?[other.number]?.isLevelHere = false
        await peers?.hubs[id]?.renew(other.number)
        await level(with: other.number, in: id, for: .seconds(10))
        // What came over the one that ended came because of this too.
        return Dialled(
            session: other.number, receivedBefore: other.received - over.session.received,
            wasConnected: true)
    }

    /// A connection that was there a moment ago.
    static func peerGone(_ name: String, _ why: String) -> FenError {
        FenError(
            "PEER_GONE", "The connection to \(name) has ended: \(why).",
            hint: "/connect tries again.", status: .network)
    }
}
