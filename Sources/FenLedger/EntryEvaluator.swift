import FenMoney
package import FenProtocol

/// What an entity's events come to.
package struct Evaluation: Sendable {
    /// The entry; nil when the event that would create it is not there, or creates none.
    package var entry: Entry?
    /// The label of the event the entity is named by; nil when it counts.
    package var rootLabel: RefusalReason?
    /// The labels of the dependents, in the order they were given.
    package var labels: [RefusalReason?]
}

/// Evaluates one entity: the event it is named by, and the events that change what that created
/// (What counts, layer 6). Pure, so that arrival order cannot matter.
package enum EntryEvaluator {
    /// Evaluates an event that nothing depends on. The hot path: nothing is looked up that is not
    /// needed.
    package static func evaluate(_ root: Fact, in context: GroupContext) -> Evaluation {
        guard case .payload(let payload) = root.content else {
            return Evaluation(entry: nil, rootLabel: context.looseLabel(root), labels: [])
        }
        let label: RefusalReason?
        let body: Entry.Body
        switch payload {
        case .expenseLogged(let expense):
            label = self.label(of: expense, root, context)
            body = .expense(ExpenseState(expense, waits: label == .unknownMember))
        case .settlementRecorded(let settlement):
            label = self.label(of: settlement, root, context)
            body = .settlement(SettlementState(record: settlement))
        case .messagePosted(let message):
            label = context.layerLabel(root)
            body = .message(message)
        case .unknown:
            return Evaluation(entry: nil, rootLabel: context.looseLabel(root), labels: [])
        default:
            // Control events are labelled by the context, dependents with their own entity.
            return Evaluation(entry: nil, rootLabel: context.labels[root.id], labels: [])
        }
        let entry = Entry(
            id: root.id, lamport: root.lamport, author: root.author, seq: root.seq,
            createdAt: root.createdAt, label: label, body: body
        )
        return Evaluation(entry: entry, rootLabel: label, labels: [])
    }

    /// Evaluates an entity. The root is whatever event has the entity's id, nil when none is
    /// stored; the dependents come in canonical order.
    package static func evaluate(
        root: Fact?,
        dependents: [Fact],
        in context: GroupContext
    ) -> Evaluation {
        var evaluation =
            root.map { evaluate($0, in: context) }
            ?? Evaluation(entry: nil, rootLabel: nil, labels: [])
        if dependents.isEmpty { return evaluation }
        evaluation.labels.reserveCapacity(dependents.count)
        for dependent in dependents {
            let label =
                ownLabel(of: dependent, context)
                ?? targetLabel(of: dependent, root, evaluation.entry, context)
                ?? apply(dependent, to: &evaluation.entry, context)
            evaluation.labels.append(label)
        }
        return evaluation
    }

    private static func label(
        of expense: ExpenseLogged,
        _ fact: Fact,
        _ context: GroupContext
    ) -> RefusalReason? {
        if expense.onBehalfOf != nil { return context.labels[fact.id] }
        if let label = context.layerLabel(fact) { return label }
        if let label = context.currencyLabel(expense.money) { return label }
        if context.isAfterClosing(fact) { return .afterClosing }
        return context.isWaiting(expense.money) ? .unknownMember : nil
    }

    private static func label(
        of settlement: SettlementRecorded,
        _ fact: Fact,
        _ context: GroupContext
    ) -> RefusalReason? {
        if settlement.onBehalfOf != nil { return context.labels[fact.id] }
        let label =
            context.layerLabel(fact)
            ?? context.currencyLabel(
                settlement.currency, settlement.amount, settlement.settlementAmount,
                hasRate: settlement.rate != nil
            )
        if let label { return label }
        if context.isAfterClosing(fact) { return .afterClosing }
        let areKnown =
            context.parties.contains(settlement.from) && context.parties.contains(settlement.to)
        return areKnown ? nil : .unknownMember
    }

    /// What speaks against a dependent before its target is looked at.
    private static func ownLabel(of fact: Fact, _ context: GroupContext) -> RefusalReason? {
        if let label = context.layerLabel(fact) { return label }
        switch fact.payload {
        case .expenseUpdated(let update):
            if let money = update.money, let label = context.currencyLabel(money) { return label }
        case .attachmentUploaded: return nil
        default: break
        }
        return context.isAfterClosing(fact) ? .afterClosing : nil
    }

    /// What the target says: it must be stored and opened, of the right kind, older, and count.
    private static func targetLabel(
        of fact: Fact,
        _ root: Fact?,
        _ entry: Entry?,
        _ context: GroupContext
    ) -> RefusalReason? {
        guard let root, root.payload != nil,
            context.membershipLabel(of: root.id, by: root.author, root.seq) == nil
        else { return .orphan }
        guard let entry, entry.stands, root.lamport < fact.lamport else { return .noRight }
        return switch (fact.payload, entry.body) {
        case (.settlementVoided, .settlement): nil
        case (.settlementVoided, _): .noRight
        case (_, .expense): nil
        default: .noRight
        }
    }
}
