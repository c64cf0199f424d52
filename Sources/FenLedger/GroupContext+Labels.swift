import FenMoney
package import FenProtocol

extension GroupContext {
    /// What layers 1, 3, 4 and 5 say about an event; nil when nothing speaks against it (§5.2).
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
        guard admitted.contains(fact.author) else { return .pending }
        if hasExclusions, let standing = standings[fact.author],
            standing.excludes(fact.seq, fact.id)
        {
            return .afterRemoval
        }
        return fact.lamport > clockBound ? .clockAhead : nil
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
