import FenCrypto
import FenLedger
import FenMoney
import FenProtocol
import FenStore

extension LocalGroup {
    /// How far every admitted key's log goes.
    func frontiers() throws -> [AuthorFrontier] {
        if let knownFrontiers { return knownFrontiers }
        let frontiers = try AuthorFrontier.all(in: context, index: book)
        knownFrontiers = frontiers
        return frontiers
    }

    /// Keys that events of this group name and this device lacks.
    func unheldKeys() throws -> [UnheldKey] {
        struct Name: Hashable {
            let author: MemberID
            let epoch: UInt32
            let keyID: KeyID
        }
        var numbers: [Name: NumberSet] = [:]
        try database.events.forEach(.labelled(number, RefusalReason.unknownEpoch.rawValue)) {
            let name = Name(
                author: MemberID(raw: try $0.author), epoch: $0.epoch,
                keyID: KeyID(raw: try $0.keyID))
            numbers[name] = (numbers[name] ?? NumberSet()).union(NumberSet([$0.seq...$0.seq]))
        }
        return numbers.map {
            UnheldKey(author: $0.author, epoch: $0.epoch, keyID: $0.keyID, numbers: $1)
        }.sorted { ($0.author, $0.epoch, $0.keyID) < ($1.author, $1.epoch, $1.keyID) }
    }

    /// What keeps this group's totals from being whole.
    func partialTotals() throws -> PartialTotals {
        var labels: [RefusalReason: Int] = [:]
        for (label, count) in try database.events.labelCounts(in: number) {
            if let reason = RefusalReason(rawValue: label) { labels[reason] = count }
        }
        labels[.newerFormat] = try database.aside.count(
            RefusalReason.unknownFormat.label, in: number)
        return PartialTotals(frontiers: try frontiers(), labels: labels)
    }

    /// A party's name as people see it: with the key's tag where two could be confused.
    func displayName(of party: PartyID) -> String {
        let known = context.name(of: party) ?? joinerName(of: party) ?? ""
        let name = known.isEmpty ? inviterName(of: party) ?? "" : known
        if name.isEmpty { return party.member.tag }
        return isAmbiguous(name) ? "\(name)(\(party.member.tag))" : name
    }

    private func joinerName(of party: PartyID) -> String? {
        context.joiners[party.member]?.name
    }
}

extension Engine {
    /// Why the gate is shut for an action; empty when it is open.
    func gateReasons(against action: GatedAction, in group: LocalGroup) throws -> [GateReason] {
        Gate.reasons(
            against: action, frontiers: try group.frontiers(), unheld: try group.unheldKeys(),
            context: group.context, acknowledged: try group.acknowledgedReasons())
    }
}

/// The gate's refusal in words.
enum GateRefusal {
    /// How many ranges of numbers are named one by one.
    private static let mostRanges = 8

    /// Says what is refused, why, and what can be done about it.
    static func error(
        _ reasons: [GateReason], against action: GatedAction, in group: LocalGroup,
        hasStore: Bool
    ) -> FenError {
        let details = reasons.flatMap { words($0, in: group) }
        let refused =
            switch action {
            case .settle: "No settlement can be recorded here"
            case .close: "This group cannot be closed here"
            case .remove: "Nobody can be removed here"
            }
        if reasons.allSatisfy({ $0.missing.ranges.isEmpty && $0.keys.isEmpty }) {
            return FenError(
                "FORKED",
                "\(refused): \(details.joined(separator: "; ")). A log "
                    + "that goes on in two ways cannot be proven whole.",
                hint: "Nothing is missing and no /sync changes it. /acknowledge goes on with both; "
                    + "typed by the author or the organiser it does so for everybody.",
                status: .trust)
        }
        return FenError(
            "GATE_SHUT",
            "This group's history may be incomplete: \(details.joined(separator: "; ")). "
                + "Money is not moved on a log that cannot be proven whole.",
            hint: (hasStore
                ? "/sync asks the store again; whoever has the missing entries brings them with "
                    + "their own /sync."
                : "/connect to somebody who has the missing entries brings them.")
                + " /gaps shows what is missing and the ways to go on without.",
            status: .incomplete)
    }

    private static func words(_ reason: GateReason, in group: LocalGroup) -> [String] {
        let name = group.displayName(of: PartyID(member: reason.author))
        let ranges = reason.missing.ranges
        var words = ranges.prefix(mostRanges).map { range in
            range.count == 1
                ? "\(name)'s entry \(range.lowerBound) is missing"
                : "\(name)'s entries \(range.lowerBound)–\(range.upperBound) are missing"
        }
        if ranges.count > mostRanges {
            let more = NumberSet(ranges.dropFirst(mostRanges)).count
            words.append("and \(more) more of \(name)'s entries")
        }
        for key in reason.keys {
            words.append(
                "\(key.numbers.count) of \(name)'s entries are sealed with a key this device "
                    + "does not have")
        }
        for fork in reason.forks {
            let count = fork.branches.count == 2 ? "two" : "\(fork.branches.count)"
            words.append("\(name) wrote \(count) entries with the number \(fork.seq)")
        }
        return words
    }
}
