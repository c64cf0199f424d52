import FenCrypto
import FenLedger
import FenMoney
import FenPeer
package import FenProtocol
import FenStore

extension Engine {
    /// The frontiers of this device and of a connected one, author by author. The other device is
    /// named by its person's name, or by its address; nil takes the only one.
    package func frontier(
        against typed: String?, in id: GroupID
    ) throws(FenError) -> FrontierComparison {
        try answering {
            let group = try group(id)
            let session = try session(typed, in: group)
            let here = try peerHoldings(of: nil, in: id)
            let rows = Set(here.keys).union(session.holdings.keys).sorted().map { author in
                let mine = here[author]?.numbers ?? NumberSet()
                let theirs = session.holdings[author]?.numbers ?? NumberSet()
                return ComparedFrontier(
                    party: PartyID(member: author),
                    here: here[author]?.contiguous ?? 0,
                    there: session.holdings[author]?.contiguous ?? 0,
                    onlyHere: mine.subtracting(theirs).ranges,
                    onlyThere: theirs.subtracting(mine).ranges)
            }
            return FrontierComparison(peer: view(of: session, in: group), rows: rows)
        }
    }

    private func session(
        _ typed: String?, in group: LocalGroup
    ) throws(FenError) -> PeerRoom.Session {
        let sessions = (peers?.sessions[group.id] ?? [:]).values.sorted { $0.number < $1.number }
        let wanted = typed?.lowercased()
        let found = sessions.filter { session in
            let view = view(of: session, in: group)
            return wanted == nil || view.address == wanted
                || view.person?.name.lowercased() == wanted
        }
        guard let first = found.first, found.count == 1 else {
            throw FenError(
                "NO_PEER",
                found.isEmpty
                    ? "No such device is connected." : "More than one such device is connected.",
                hint: "/peers lists them; name one by its address.", status: .usage)
        }
        return first
    }
}
