import FenEncoding
import FenLedger
package import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Who settles as one in this person's view of a group. Nobody else learns of it.
    package func pairs(in id: GroupID) throws(FenError) -> Households {
        try answering { try households(of: try group(id)) }
    }

    /// Lets people settle as one, together with whoever settles with one of them already.
    package func pair(_ people: [PartyID], in id: GroupID) throws(FenError) -> Households {
        try answering {
            try keep(try households(of: try group(id)).all + [people], in: id)
        }
    }

    /// Lets everybody who settles as one with somebody settle for themselves again, and says who
    /// they are; nobody where they did.
    package func unpair(_ party: PartyID, in id: GroupID) throws(FenError) -> [PartyID] {
        try answering {
            let pairs = try households(of: try group(id))
            let people = pairs.people(with: party)
            guard people.count > 1 else { return [] }
            _ = try keep(pairs.all.filter { $0 != people }, in: id)
            return people
        }
    }

    /// Who settles as one, as they are now: guests claimed and keys replaced.
    func households(of group: LocalGroup) throws -> Households {
        let kept = try database.settings.value(SettingName.pairs, in: group.number) ?? ""
        return Households(
            kept.split(separator: "\n").map { line in
                line.split(separator: ",").compactMap { PartyID(hex: String($0)) }
                    .map(group.context.current)
            })
    }

    private func keep(_ people: [[PartyID]], in id: GroupID) throws -> Households {
        let pairs = Households(people)
        let lines = pairs.all.map { $0.map(\.hex).joined(separator: ",") }
        try change(id) { group in
            try database.settings.set(
                SettingName.pairs, lines.isEmpty ? nil : lines.joined(separator: "\n"),
                in: group.number)
        }
        return pairs
    }
}
