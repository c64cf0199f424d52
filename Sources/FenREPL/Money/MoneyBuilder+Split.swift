internal import FenEngine
internal import FenMoney

extension MoneyBuilder {
    /// The split a line says, equal parts for everybody where it says nothing.
    func split(
        _ line: MoneyLine,
        amount: Amount,
        payers: [Payment]
    ) throws(UsageError) -> Split {
        try split(line, amount: amount, payers: payers, among: try participants(line))
    }

    /// The split a line says about an expense that is there: where it does not say for whom, among
    /// the people it is for already, if the words fit these.
    func split(
        _ line: MoneyLine,
        amount: Amount,
        payers: [Payment],
        keeping people: [PartyID]
    ) throws(UsageError) -> Split {
        if line.audience == nil {
            let kept = roster.ordered(people, by: { $0 })
            if let split = try? split(line, amount: amount, payers: payers, among: kept) {
                return split
            }
        }
        return try split(line, amount: amount, payers: payers)
    }

    private func split(
        _ line: MoneyLine,
        amount: Amount,
        payers: [Payment],
        among people: [PartyID]
    ) throws(UsageError) -> Split {
        guard let words = line.split else { return Split.equally(people) }
        let text = SplitText(words)
        let roster = roster
        let parser = SplitSpecParser(
            amount: amount.minorUnits,
            currency: amount.currency,
            participants: people,
            payers: payers,
            resolve: { name throws(MoneyError) in
                do throws(UsageError) {
                    return try roster.find(text.name(name)).party
                } catch {
                    throw MoneyError(.unknownName, error.message, hint: error.hint ?? "")
                }
            }
        )
        let split: Split
        do throws(MoneyError) {
            split = try parser.parse(text.text)
        } catch {
            var fault = UsageError(error)
            fault.message = text.restored(fault.message)
            throw fault
        }
        if line.audience != nil,
            let missing = people.first(where: { id in !split.parts.contains { $0.party == id } })
        {
            throw UsageError(
                "The split says nothing about \(roster.name(missing)).",
                hint: text.isBill
                    ? "Add them to an item, or leave out “for”."
                    : "Add them to the split, leave out “for”, or end it with “rest”.",
                code: "BAD_SPLIT"
            )
        }
        return split
    }

    /// Whom the line is for, without duplicates: in the order typed, else in that of `/members`,
    /// which is what a split of numbers alone goes by.
    private func participants(_ line: MoneyLine) throws(UsageError) -> [PartyID] {
        switch line.audience {
        case nil:
            return roster.everybody
        case .these(let names):
            return try unique(names)
        case .all(let but):
            let left = Set(try unique(but))
            let people = roster.everybody.filter { !left.contains($0) }
            guard !people.isEmpty else {
                throw UsageError("Nobody is left to share it.", hint: "Such as: for all but May")
            }
            return people
        }
    }

    private func unique(_ names: [String]) throws(UsageError) -> [PartyID] {
        var parties: [PartyID] = []
        for name in names {
            let party = try roster.find(name).party
            guard !parties.contains(party) else {
                throw UsageError(
                    "\(roster.name(party)) stands twice in the list.", hint: "Name them once.")
            }
            parties.append(party)
        }
        return parties
    }
}
