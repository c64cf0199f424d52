package import FenProtocol

/// One thing that passed on a connection, for whoever wants to see what goes over the wire: what it
/// was, how large, and when. Nothing secret is in it: no key, no nonce, no line, no text of the
/// other side's.
package struct PeerStep: Equatable, Sendable {
    /// The connection's number; it grows from one connection of a node to the next.
    package let connection: Int
    /// Where the other side is.
    package let address: PeerAddress
    /// The group; nil where the opening named none that is known here.
    package let group: GroupID?
    /// Whether it went out; else it came.
    package let isOutgoing: Bool
    /// What it was: `hello`, `handshake-1` to `handshake-3`, `refusal`, the name of a frame
    /// (``FenProtocol/PeerFrame/name``), or `unreadable` for a message that is no frame.
    package let kind: String
    /// Its bytes on the wire, with the length before it and what sealing adds.
    package let bytes: Int
    /// What is counted in it, by name: ``FenProtocol/PeerFrame/counts``.
    package let counts: [String: UInt64]
    /// Milliseconds since the connection began.
    package let milliseconds: Int64
    /// Whether it shows that a session is under way: any message after the handshake but the
    /// farewell, which is all that is said to somebody who is not let in.
    package let isOfSession: Bool
}

/// Somebody who sees every step of every connection. Called on the network thread and by sessions,
/// one step after the other for each connection: it has to be quick.
package typealias PeerWatch = @Sendable (PeerStep) -> Void

/// Tells what passes on one connection, where somebody watches.
struct PeerTracer: Sendable {
    /// The connection's number.
    let connection: Int
    /// Where the other side is.
    let address: PeerAddress
    /// When the connection began, by ``MonotonicTime``.
    let start: Int64
    /// Who watches; nil costs nothing.
    let watch: PeerWatch?
    /// The group, once it is known.
    var group: GroupID?

    /// Tells a part of the handshake, or a refusal in clear.
    func tell(_ part: PeerHandshake.Part, now: Int64) {
        watch?(
            step(
                part.kind, part.bytes, isOutgoing: part.isOutgoing, isOfSession: false, now: now))
    }

    /// Tells a frame, of so many bytes on the wire; nil stands for bytes that are no frame.
    func tell(_ frame: PeerFrame?, _ bytes: Int, isOutgoing: Bool, now: Int64) {
        guard let watch else { return }
        var isFarewell = false
        if case .bye = frame { isFarewell = true }
        watch(
            step(
                frame?.name ?? "unreadable", bytes, frame?.counts ?? [:], isOutgoing: isOutgoing,
                isOfSession: !isFarewell, now: now))
    }

    private func step(
        _ kind: String, _ bytes: Int, _ counts: [String: UInt64] = [:], isOutgoing: Bool,
        isOfSession: Bool, now: Int64
    ) -> PeerStep {
        PeerStep(
            connection: connection, address: address, group: group, isOutgoing: isOutgoing,
            kind: kind, bytes: bytes, counts: counts, milliseconds: max(0, now - start),
            isOfSession: isOfSession)
    }
}
