package import FenProtocol

/// One holding of the organiser's role (layer 2).
package struct Tenure: Hashable, Sendable {
    /// Who holds it.
    package let holder: MemberID
    /// The event it starts with; nil for the founder's first.
    package let start: EventOrder?
    /// The event it ends with; nil while it lasts.
    package fileprivate(set) var end: EventOrder?
    /// What of the holder's log keeps the organiser's right after the end.
    package fileprivate(set) var closing = Coverage()

    fileprivate init(holder: MemberID, start: EventOrder?) {
        self.holder = holder
        self.start = start
    }

    /// Only events with a larger lamport fall into it.
    package var startLamport: UInt64 { start?.lamport ?? 0 }
}

/// Who has held the organiser's role, and which events have its right (layer 2).
package struct Tenures: Hashable, Sendable {
    /// All tenures, the founder's first.
    package private(set) var all: [Tenure]
    /// The deputy the present holder named last.
    package private(set) var deputy: MemberID?
    /// Every key that has held the role or that a holder has named deputy: what it writes may move
    /// the role, admitted or not.
    package private(set) var governing: Set<MemberID>

    /// The founder's tenure alone.
    package init(founder: MemberID) {
        all = [Tenure(holder: founder, start: nil)]
        governing = [founder]
    }

    /// Who holds the role now.
    package var holder: MemberID { all[all.count - 1].holder }

    /// Whether an event has the organiser's right: its author holds a tenure, its lamport is above
    /// the start, and the closing heads cover it where the tenure has ended.
    package func hasRight(_ fact: Fact) -> Bool {
        all.contains { tenure in
            guard tenure.holder == fact.author, fact.lamport > tenure.startLamport else {
                return false
            }
            guard let end = tenure.end else { return true }
            return end.id == fact.id || tenure.closing.contains(fact.seq, fact.id)
        }
    }

    /// Who held the role at a place in the order: the newest tenure begun before it.
    package func holder(at order: EventOrder) -> MemberID {
        let tenure = all.last { tenure in
            guard let start = tenure.start else { return true }
            return start < order
        }
        return tenure?.holder ?? all[0].holder
    }

    /// Whether an event moved the role.
    package func moved(by event: EventID) -> Bool {
        all.contains { $0.end?.id == event }
    }

    /// Follows the role through the control events, given in order.
    init<Index: LogIndex>(
        founder: MemberID,
        control: [Fact],
        reader: inout AncestryReader<Index>
    ) throws(Index.Failure) {
        self.init(founder: founder)
        let relevant = control.filter { fact in
            switch fact.payload {
            case .organiserChanged, .deputyNamed, .memberRemoved, .memberRekeyed, .memberAdmitted:
                true
            default: false
            }
        }
        while let (fact, change) = try nextChange(in: relevant, &reader) {
            let last = all.count - 1
            all[last].end = fact.order
            all[last].closing = try reader.coverage(of: all[last].holder, by: change.heads)
            all.append(Tenure(holder: change.member, start: fact.order))
        }
        deputy = Self.deputy(named: all[all.count - 1], before: nil, in: relevant)
        governing = Set(all.map(\.holder))
        for fact in relevant {
            guard case .deputyNamed(let naming) = fact.payload, let member = naming.member,
                all.contains(where: {
                    $0.holder == fact.author && fact.lamport > $0.startLamport
                })
            else { continue }
            governing.insert(member)
        }
    }

    /// The first event in order that ends the present tenure.
    private func nextChange<Index: LogIndex>(
        in control: [Fact],
        _ reader: inout AncestryReader<Index>
    ) throws(Index.Failure) -> (Fact, OrganiserChanged)? {
        let tenure = all[all.count - 1]
        for fact in control where fact.lamport > tenure.startLamport {
            guard case .organiserChanged(let change) = fact.payload else { continue }
            if fact.author == tenure.holder { return (fact, change) }
            guard change.member == fact.author,
                Self.deputy(named: tenure, before: fact.order, in: control) == fact.author,
                try !isVoid(fact, tenure, control, &reader)
            else { continue }
            return (fact, change)
        }
        return nil
    }

    /// The deputy a holder's last `DeputyNamed` of this tenure names before a place in the order.
    private static func deputy(
        named tenure: Tenure,
        before order: EventOrder?,
        in control: [Fact]
    ) -> MemberID? {
        var deputy: MemberID?
        for fact in control {
            if let order, fact.order >= order { break }
            guard fact.author == tenure.holder, fact.lamport > tenure.startLamport,
                case .deputyNamed(let naming) = fact.payload
            else { continue }
            deputy = naming.member
        }
        return deputy
    }

    /// Whether a removal of the deputy by the holder leaves the take-over outside its heads, and
    /// no later admission with `from` takes that back.
    private func isVoid<Index: LogIndex>(
        _ takeover: Fact,
        _ tenure: Tenure,
        _ control: [Fact],
        _ reader: inout AncestryReader<Index>
    ) throws(Index.Failure) -> Bool {
        for fact in control
        where fact.author == tenure.holder && fact.lamport > tenure.startLamport {
            let heads: [Head]
            switch fact.payload {
            case .memberRemoved(let removal) where removal.member == takeover.author:
                guard let named = removal.heads else { continue }
                heads = named
            case .memberRekeyed(let rekey) where rekey.member == takeover.author:
                heads = rekey.heads
            default: continue
            }
            let covered = try reader.coverage(of: takeover.author, by: heads)
            if covered.contains(takeover.seq, takeover.id) { continue }
            let number = heads.map(\.seq).max() ?? 0
            let isLifted = control.contains { admission in
                guard admission.author == tenure.holder, fact.order < admission.order,
                    case .memberAdmitted(let again) = admission.payload,
                    again.member == takeover.author, let from = again.from
                else { return false }
                return number < from && takeover.seq >= from
            }
            if !isLifted { return true }
        }
        return false
    }
}
