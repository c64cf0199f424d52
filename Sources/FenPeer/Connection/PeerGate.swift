import FenProtocol

/// Whether there is room for another connection (§8): few handshakes at once, fewer from one
/// address, and so many sessions.
struct PeerGate {
    /// Where those are whose handshakes are under way.
    let shaking: [PeerAddress]
    /// How many sessions there are.
    let sessions: Int

    /// Whether somebody from this address may begin a handshake. Loopback is bound by the number of
    /// all handshakes only, since all of this computer's programs share it.
    func admits(_ address: PeerAddress) -> Bool {
        guard sessions < PeerLimits.sessions, shaking.count < PeerLimits.handshakes else {
            return false
        }
        let alike = shaking.filter { $0.host == address.host }.count
        return address.isLoopback || alike < PeerLimits.handshakesPerAddress
    }
}
