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
            try refuseNumbersAlone(line, people)
            let kept = roster.ordered(people, by: { $0 })
            if let split = try? split(line, amount: amount, payers: payers, among: kept) {
                return split
            }
        }
        return try split(line, amount: amount, payers: payers)
    }

    /// Refuses numbers without names in an edit: the order in which people were typed once stands
    /// in no expense. Equal ones need none.
    private func refuseNumbersAlone(
        _ line: MoneyLine, _ people: [PartyID]
    ) throws(UsageError) {
        guard people.count > 1, let words = line.split else { return }
        let text = SplitText(words).text
        guard !text.contains(where: { $0.isLetter && $0 != "x" || $0 == "\u{E000}" }) else {
            return
        }
        let numbers = Set(
            text.split { !($0.isNumber || $0 == ".") }.map(String.init))
        guard numbers.count > 1 else { return }
        let names = roster.ordered(people, by: { $0 }).map(roster.name).joined(separator: ", ")
        throw UsageError(
            "It is not clear whose number is whose.",
            hint: "Write a name before each number; the expense is for \(names).",
            code: "BAD_SPLIT"
        )
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
                    return try roster.party(text.name(name))
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
    func participants(_ line: MoneyLine) throws(UsageError) -> [PartyID] {
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
            let party = try roster.party(name)
            guard !parties.contains(party) else {
                throw UsageError(
                    "\(roster.name(party)) stands twice in the list.", hint: "Name them once.")
            }
            parties.append(party)
        }
        return parties
    }
}
