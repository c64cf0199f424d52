import FenMoney
import FenProtocol

extension ContextBuilder {
    /// Finds the closing in force: the last counted closing or reopening in order decides.
    mutating func close<Index: LogIndex>(
        _ reader: inout AncestryReader<Index>
    ) throws(Index.Failure) {
        let last = control.last { fact in
            guard context.labels[fact.id] == nil else { return false }
            switch fact.payload {
            case .groupClosed, .groupReopened: return true
            default: return false
            }
        }
        guard let last, case .groupClosed(let closing) = last.payload else { return }
        var cut: [MemberID: Coverage] = [:]
        for log in closing.cut {
            cut[log.member] = try reader.coverage(of: log.member, by: log.heads)
        }
        context.closing = Closing(order: last.order, cut: cut)
    }

    /// Judges claims: the guest's adding must count and be older, the member must be admitted. The
    /// last in order holds.
    mutating func claim<Index: LogIndex>(_ index: Index) throws(Index.Failure) {
        for fact in control {
            guard context.labels[fact.id] == nil, case .guestClaimed(let claim) = fact.payload
            else { continue }
            guard let guest = context.guests[claim.guest] else {
                context.awaited.insert(claim.guest)
                context.labels[fact.id] = try targetLabel(claim.guest, index)
                continue
            }
            guard guest.lamport < fact.lamport else {
                context.labels[fact.id] = .noRight
                continue
            }
            guard context.isAdmitted(claim.member) else {
                context.labels[fact.id] = .unknownMember
                continue
            }
            context.guests[claim.guest]?.claimed = claim.member
        }
    }

    /// What an event that makes no guest known says as the target of a claim.
    private func targetLabel<Index: LogIndex>(
        _ target: EventID,
        _ index: Index
    ) throws(Index.Failure) -> RefusalReason {
        guard let place = try index.place(of: target), place.isOpened,
            context.membershipLabel(of: target, by: place.author, place.seq) == nil
        else { return .orphan }
        return .noRight
    }

    /// Judges what an organiser wrote on behalf of excluded events: of several for one event the
    /// first in order counts.
    mutating func chooseBehalf() {
        for fact in control {
            guard context.labels[fact.id] == nil, let target = fact.onBehalfOf else { continue }
            let label: RefusalReason? =
                switch fact.payload {
                case .expenseLogged(let expense):
                    context.currencyLabel(expense.money)
                case .settlementRecorded(let settlement):
                    context.currencyLabel(
                        settlement.currency, settlement.amount, settlement.settlementAmount,
                        hasRate: settlement.rate != nil
                    )
                default: nil
                }
            if let label = label ?? (context.isAfterClosing(fact) ? .afterClosing : nil) {
                context.labels[fact.id] = label
            } else if context.behalf[target] != nil {
                context.labels[fact.id] = .noRight
            } else {
                context.behalf[target] = fact.id
                context.labels[fact.id] = waitingLabel(fact)
            }
        }
    }

    private func waitingLabel(_ fact: Fact) -> RefusalReason? {
        let waits =
            switch fact.payload {
            case .expenseLogged(let expense): context.isWaiting(expense.money)
            case .settlementRecorded(let settlement):
                !context.parties.contains(settlement.from)
                    || !context.parties.contains(settlement.to)
            default: false
            }
        return waits ? .unknownMember : nil
    }
}
