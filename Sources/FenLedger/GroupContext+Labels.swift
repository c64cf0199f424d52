import FenMoney
package import FenProtocol

extension GroupContext {
    /// What layers 1, 3, 4 and 5 say about an event; nil when nothing speaks against it.
    ///
    /// The label of an event is the first that applies: the author is not admitted, the event is
    /// excluded, its lamport runs ahead, it is not opened, its key is not announced.
    package func layerLabel(_ fact: Fact) -> RefusalReason? {
        if let label = standingLabel(fact) { return label }
        switch fact.content {
        case .payload(let payload):
            if isAnnounced(fact.epoch, fact.keyID) { return nil }
            switch payload {
            case .groupCreated, .keyEpochUpdate, .keyHistory:
                return tenures.hasRight(fact) ? nil : .unannouncedKey
            default: return .unannouncedKey
            }
        case .unknownKey: return .unknownEpoch
        case .corrupt: return .corrupt
        }
    }

    /// What layers 3 and 4 say about an event before its content is looked at.
    func standingLabel(_ fact: Fact) -> RefusalReason? {
        membershipLabel(of: fact.id, by: fact.author, fact.seq)
            ?? (fact.lamport > clockBound ? .clockAhead : nil)
    }

    /// What layer 3 says about an event. One with such a label may be on this device and not on
    /// another, so nothing else may depend on whether it is.
    package func membershipLabel(
        of event: EventID, by author: MemberID, _ seq: UInt64
    ) -> RefusalReason? {
        guard admitted.contains(author) else { return .pending }
        guard hasExclusions, let standing = standings[author], standing.excludes(seq, event) else {
            return nil
        }
        return .afterRemoval
    }

    /// The label of an event that stands for itself: not opened, or of a newer kind.
    package func looseLabel(_ fact: Fact) -> RefusalReason? {
        layerLabel(fact) ?? (fact.payload == nil ? nil : .newerKind)
    }

    /// What speaks against money by the currency rule: in the group's currency it settles as it
    /// stands and has no rate, in another it has one.
    func currencyLabel(
        _ currency: Currency,
        _ amount: Int64,
        _ settlementAmount: Int64,
        hasRate: Bool
    ) -> RefusalReason? {
        guard let groupCurrency = self.currency else { return nil }
        let fits =
            currency == groupCurrency
            ? amount == settlementAmount && !hasRate : hasRate
        return fits ? nil : .noRight
    }

    /// What speaks against a money unit by the currency rule.
    func currencyLabel(_ money: MoneyUnit) -> RefusalReason? {
        currencyLabel(
            money.currency, money.amount, money.settlementAmount, hasRate: money.rate != nil)
    }

    /// Whether the closing in force leaves an event outside.
    func isAfterClosing(_ fact: Fact) -> Bool {
        guard let closing else { return false }
        return !closing.covers(fact)
    }

    /// Whether a money unit names somebody who was never admitted and is no guest.
    func isWaiting(_ money: MoneyUnit) -> Bool {
        for payment in money.paidBy where !parties.contains(payment.party) { return true }
        for part in money.split.parts where !parties.contains(part.party) { return true }
        return false
    }
}
