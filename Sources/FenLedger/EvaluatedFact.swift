package import FenProtocol

/// An event of a rebuild with what it comes to by itself: for a caller that finds this out on
/// another core, ahead of the event's turn.
package struct EvaluatedFact: Sendable {
    /// The event.
    package let id: EventID
    /// What it comes to while nothing depends on it.
    package let evaluation: Evaluation
    /// What it does in the projection.
    let role: FactRole

    /// Evaluates an event. During a rebuild the context is final, so no event before it matters.
    package init(_ fact: Fact, in context: GroupContext) {
        id = fact.id
        role = fact.role
        evaluation = EntryEvaluator.evaluate(fact, in: context)
    }
}
