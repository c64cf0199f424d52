import FenProtocol

/// What the projector writes of an event, or of an entity with all its events.
extension Projector {
    /// Saves the labels of control events that have changed.
    func saveControlLabels<Store: ProjectionStore>(
        since before: GroupContext,
        _ store: inout Store
    ) throws(Store.Failure) {
        var delta = Totals()
        for event in Set(before.labels.keys).union(context.labels.keys) {
            let change = LabelChange(
                event: event, before: before.labels[event], after: context.labels[event])
            guard change.before != change.after, let fact = control[event] else { continue }
            try store.setLabel(change)
            if fact.isEntry { try evaluate(event, &store, &delta) }
        }
        try store.add(delta)
    }

    /// Saves a new event that nothing depends on.
    func save<Store: ProjectionStore>(
        _ fact: Fact,
        _ store: inout Store,
        _ delta: inout Totals
    ) throws(Store.Failure) {
        try save(fact.id, EntryEvaluator.evaluate(fact, in: context), &store, &delta)
    }

    /// Saves what an event that nothing depends on comes to.
    func save<Store: ProjectionStore>(
        _ event: EventID,
        _ evaluation: Evaluation,
        _ store: inout Store,
        _ delta: inout Totals
    ) throws(Store.Failure) {
        guard let entry = evaluation.entry else {
            if let label = evaluation.rootLabel {
                try store.setLabel(LabelChange(event: event, before: nil, after: label))
            }
            return
        }
        delta.add(entry)
        let labels = entry.label.map { [LabelChange(event: event, before: nil, after: $0)] }
        try store.commit(
            EntryChange(entity: event, before: nil, after: entry, labels: labels ?? []))
    }

    /// Saves a new event together with new ones that change what it creates.
    func save<Store: ProjectionStore>(
        _ fact: Fact,
        _ dependents: [Fact],
        _ store: inout Store,
        _ delta: inout Totals
    ) throws(Store.Failure) {
        let facts = EntityFacts(
            root: LabelledFact(fact: fact, label: nil),
            dependents: dependents.sorted { $0.order < $1.order }
                .map { LabelledFact(fact: $0, label: nil) })
        try evaluate(fact.id, facts, before: nil, &store, &delta)
    }

    /// Evaluates an entity anew and saves what has changed.
    func evaluate<Store: ProjectionStore>(
        _ entity: EventID,
        _ store: inout Store,
        _ delta: inout Totals
    ) throws(Store.Failure) {
        try evaluate(
            entity, try store.facts(of: entity), before: try store.entry(entity), &store, &delta)
    }

    /// Evaluates an entity from its events and saves how it differs from what it was before.
    func evaluate<Store: ProjectionStore>(
        _ entity: EventID,
        _ facts: EntityFacts,
        before: Entry?,
        _ store: inout Store,
        _ delta: inout Totals
    ) throws(Store.Failure) {
        let evaluation = EntryEvaluator.evaluate(
            root: facts.root?.fact, dependents: facts.dependents.map(\.fact), in: context)
        var labels: [LabelChange] = []
        func note(_ labelled: LabelledFact, _ label: RefusalReason?) {
            guard labelled.label != label else { return }
            labels.append(
                LabelChange(event: labelled.fact.id, before: labelled.label, after: label))
        }
        if let root = facts.root {
            switch root.fact.role {
            case .root, .loose: note(root, evaluation.rootLabel)
            case .control, .dependent: break
            }
        }
        for (dependent, label) in zip(facts.dependents, evaluation.labels) {
            note(dependent, label)
        }
        guard before != evaluation.entry || !labels.isEmpty else { return }
        if let before { delta.subtract(before) }
        if let after = evaluation.entry { delta.add(after) }
        try store.commit(
            EntryChange(
                entity: entity, before: before, after: evaluation.entry, labels: labels))
    }
}
