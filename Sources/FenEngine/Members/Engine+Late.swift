import FenLedger
import FenMoney
package import FenProtocol
import FenStore

/// What somebody wrote after they had gone, kept for the organiser to look at.
extension Engine {
    /// The changes of former members that came too late to count, in canonical order: what they
    /// wrote that is not covered by their removal, or after their leaving. One that was applied is
    /// left out.
    package func lateChanges(in id: GroupID) throws(FenError) -> [EventView] {
        try answering {
            let group = try group(id)
            try requireOrganiser(group, to: "look at what came after somebody had gone")
            var found: [EventView] = []
            try database.events.forEach(
                .labelled(group.number, RefusalReason.afterRemoval.rawValue)
            ) { row in
                guard row.chain != .refused else { return }
                let view = try view(of: row, in: group, unsynced: [])
                if group.context.behalf[view.id] == nil { found.append(view) }
            }
            return found.sorted { ($0.lamport, $0.id) < ($1.lamport, $1.id) }
        }
    }

    /// Logs somebody's late expense or settlement as the organiser's own, on their behalf. The
    /// people and amounts in it stay as they were.
    package func applyLate(
        _ event: EventID, in id: GroupID
    ) async throws(FenError) -> Written {
        try await write(in: id) { group in
            guard let found = try database.events.find(event.raw, in: group.number),
                found.record.state.label == RefusalReason.afterRemoval.rawValue
            else {
                throw FenError(
                    "NOT_LATE", "This is no change that came after somebody had gone.",
                    hint: "/late lists those.", status: .usage)
            }
            var scratch: [UInt8] = []
            let content = group.keys.open(
                SealedEvent(found.record, group: id), scratch: &scratch)
            switch content {
            case .payload(.expenseLogged(var expense)):
                expense.onBehalfOf = event
                // The source row stays with what was imported.
                expense.imported = nil
                return .expenseLogged(expense)
            case .payload(.settlementRecorded(var settlement)):
                settlement.onBehalfOf = event
                return .settlementRecorded(settlement)
            default:
                throw FenError(
                    "NOT_MONEY", "Only an expense or a settlement can be applied.",
                    hint: "Whatever else it says, you can type yourself.", status: .usage)
            }
        }
    }

    /// Refuses to apply for somebody what counts already, or by whom that would not count.
    func requireApplicable(_ event: EventID?, in group: LocalGroup) throws {
        guard let event else { return }
        try requireOrganiser(group, to: "apply somebody's late changes")
        if group.context.behalf[event] != nil {
            throw FenError(
                "APPLIED_ALREADY", "This change was applied already.",
                hint: "/late lists those that were not.")
        }
    }

    /// How many changes of former members came too late and were not applied, by author.
    func lateCounts(in group: LocalGroup) throws -> [MemberID: Int] {
        var counts: [MemberID: Int] = [:]
        for (key, standing) in group.context.standings where !standing.exclusions.isEmpty {
            guard let log = group.book.logs[key] else { continue }
            let late = try database.events.count(
                of: log.number, in: group.number, labelled: RefusalReason.afterRemoval.rawValue)
            let applied = try group.context.behalf.keys.count {
                try group.book.place(of: $0)?.author == key
            }
            if late > applied { counts[key] = late - applied }
        }
        return counts
    }
}
