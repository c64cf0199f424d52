package import FenProtocol

/// A group's projection, whole and in memory.
package struct Projection: Sendable {
    /// The group-level part.
    package let context: GroupContext
    /// How far everyone's log goes, ascending by key.
    package let frontiers: [AuthorFrontier]
    /// The entries in canonical order, those that do not count among them.
    package let entries: [Entry]
    /// The labels of events that do not count, or count without their money.
    package let labels: [EventID: RefusalReason]
    /// The raw sums.
    package let totals: Totals
    /// The raw balances.
    package var balances: Balances { totals.balances }

    /// The canonical dump (<doc:Projection>).
    package func dump(_ form: ProjectionDump.Form = .canonical) -> [UInt8] {
        var bytes: [UInt8] = []
        ProjectionDump.appendHead(context, frontiers, to: &bytes)
        for (event, label) in labels.sorted(by: { $0.key < $1.key })
        where ProjectionDump.includes(label, in: form) {
            ProjectionDump.appendLabel(label, of: event, to: &bytes)
        }
        for entry in entries { ProjectionDump.appendEntry(entry, to: &bytes) }
        ProjectionDump.appendBalances(balances, context, to: &bytes)
        return bytes
    }
}

/// A group's stored events in memory, projected anew whenever asked: the simple path, which the
/// incremental one must agree with.
package struct Ledger: Sendable {
    /// The group.
    package let group: GroupID
    /// The founder's pinned key.
    package let founder: MemberID
    private var facts: [EventID: Fact] = [:]
    private var index = MemoryLogIndex()

    /// A ledger without events.
    package init(group: GroupID, founder: MemberID) {
        self.group = group
        self.founder = founder
    }

    /// Stores events, or what came of opening them since.
    package mutating func insert(_ batch: [Fact]) {
        for fact in batch { facts[fact.id] = fact }
        for refused in index.insert(batch) { facts[refused] = nil }
        for fact in batch where index.isRefused(fact.id) { facts[fact.id] = nil }
    }

    /// Everything the events come to.
    package func project() -> Projection {
        let control = facts.values.filter(\.isControl)
        let context = GroupContext.evaluate(
            group: group, founder: founder, control: control, index: index)
        var dependents: [EventID: [Fact]] = [:]
        for fact in facts.values {
            if case .dependent(let target) = fact.role {
                dependents[target, default: []].append(fact)
            }
        }
        var labels = context.labels
        var totals = Totals()
        var entries: [Entry] = []
        for entity in Set(facts.keys).union(dependents.keys) {
            let changes = (dependents[entity] ?? []).sorted { $0.order < $1.order }
            let evaluation = EntryEvaluator.evaluate(
                root: facts[entity], dependents: changes, in: context)
            if let fact = facts[entity], evaluation.isOfRoot(fact) {
                labels[entity] = evaluation.rootLabel
            }
            for (fact, label) in zip(changes, evaluation.labels) { labels[fact.id] = label }
            if let entry = evaluation.entry {
                totals.add(entry)
                entries.append(entry)
            }
        }
        return Projection(
            context: context, frontiers: AuthorFrontier.all(in: context, index: index),
            entries: entries.sorted { $0.order < $1.order }, labels: labels, totals: totals
        )
    }
}

extension Evaluation {
    /// Whether the root's label is decided here and not by the context or with another entity.
    func isOfRoot(_ fact: Fact) -> Bool {
        switch fact.role {
        case .root, .loose: true
        case .control, .dependent: false
        }
    }
}
