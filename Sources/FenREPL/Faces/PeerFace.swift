internal import FenEngine

/// Devices that are connected, in words and JSON.
struct PeerFace {
    let group: GroupView

    private var roster: Roster { Roster(group) }

    /// What `/connect` answers.
    func result(_ report: ConnectReport) -> CommandResult {
        var result = CommandResult()
        let peer = report.peer
        result.say(
            report.wasConnected
                ? """
                \(name(peer)) is connected already: asked anew for what is missing here, received \
                \(report.received, "event").
                """
                : """
                Connected to \(name(peer)): received \(report.received, "event"), sent \
                \(peer.sent).
                """)
        if !report.isCaughtUp {
            result.say("More is on its way; /peers says when both are level.")
        } else if report.isWhole {
            result.say("Every log is whole here, as \(name(peer)) has it.")
        } else {
            result.say("\(name(peer)) lacks the rest as well: /gaps says what is missing.")
        }
        result.set("group", .string(group.name))
        result.set("peer", json(peer))
        result.set("received", .number(report.received))
        result.set("already_connected", .bool(report.wasConnected))
        result.set("caught_up", .bool(report.isCaughtUp))
        result.set("whole", .bool(report.isWhole))
        return result
    }

    /// What `/peers` answers; alone, in a process that runs only this, it has nothing to tell.
    func result(_ peers: [PeerView], listening: [String], isAlone: Bool) -> CommandResult {
        var result = CommandResult()
        for peer in peers {
            let state: Phrase = peer.isLevel ? "level" : "evening out"
            result.say(
                """
                \(name(peer)) at \(own: peer.address): \(state), received \(peer.received), sent \
                \(peer.sent)
                """)
        }
        if isAlone {
            result.say(Self.alone)
        } else if peers.isEmpty {
            result.say("No device is connected: /connect ADDR:PORT, or /listen.")
        }
        if !listening.isEmpty {
            result.say("Listening: \(own: listening.joined(separator: ", "))")
        }
        result.set("group", .string(group.name))
        result.set("peers", .list(peers, json))
        result.set("listening", .list(listening) { .string($0) })
        return result
    }

    /// What a single command knows of connections.
    static let alone: Phrase =
        """
        A single command has no connections of its own, and does not see those of another process. \
        Type this at the prompt that is connected, or behind /connect in a script.
        """

    private func name(_ peer: PeerView) -> Phrase {
        peer.person.map { roster.shown($0.party) } ?? "\(own: peer.address)"
    }

    private func json(_ peer: PeerView) -> OutputJSON {
        .fields([
            "person": peer.person.map { roster.json($0.party) } ?? .null,
            "address": .string(peer.address),
            "received": .number(peer.received),
            "sent": .number(peer.sent),
            "level": .bool(peer.isLevel),
        ])
    }
}
