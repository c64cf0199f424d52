internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension ReplSession {
    /// Writes a change that was made, and perhaps asked about, from what an expense said: `shown`.
    ///
    /// The expense is read again first. Where what the change rests on says something else by then,
    /// nothing is written, for a money unit is replaced whole and would undo somebody else's change.
    func update(
        _ id: EventID, shown: ExpenseView, by change: ExpenseChange, verb: Phrase,
        remarks: [Phrase], in groupID: GroupID
    ) async throws -> CommandResult {
        let group = try await engine.view(groupID)
        let entry = try await engine.entry(id, in: groupID)
        let parts = change.ground(of: shown, changedIn: try expense(entry, in: group))
        guard parts.isEmpty else { return refused(entry, parts: parts, in: group) }
        let written = try await engine.updateExpense(id, change, in: groupID)
        var result = try await self.written(
            written, of: id, verb: verb, remarks: remarks, in: groupID)
        if entry.isWithdrawn {
            result.say(
                """
                It is deleted and counts for nothing: /undelete \
                \(Roster(group).shown(entry.reference)) brings it back.
                """)
        }
        result.set("changed", .bool(true))
        return result
    }

    /// The line that was typed, where it may stand in the prompt again as it is.
    var lineToGiveBack: String? {
        guard environment.source == .prompt, let line = typedLine, Neutraliser.line(line) == line
        else { return nil }
        return line
    }

    private func refused(
        _ entry: EntryView, parts: [ExpensePart], in group: GroupView
    ) -> CommandResult {
        let face = EntryFace(group)
        shown.add(entry.id)
        let names = parts.map { Phrase(own: $0.rawValue) }.listed
        var result = CommandResult(
            """
            Not saved: somebody has changed \(face.roster.shown(entry.reference)) meanwhile (\
            \(names)). This is how it stands now:
            """)
        result.status = .failed
        result.text += face.page(entry)
        result.prefill = lineToGiveBack
        result.say(
            result.prefill == nil
                ? "Type it again if it still holds."
                : "The line is in the prompt again, to be sent if it still holds, or changed.")
        result.set("entry", face.json(entry))
        result.set("changed", .bool(false))
        result.set("meanwhile", .list(parts) { .string($0.rawValue) })
        return result
    }
}

/// A part of an expense, as it is called where somebody has changed it.
enum ExpensePart: String {
    case amount
    case payers
    case split
    case rate
    case date
    case description
    case category
    case note
}

extension ExpenseChange {
    /// The parts of what was shown that this rests on and that say something else now. A change of
    /// money rests on all the money and on the day, whose rate it may have; any other on what it
    /// replaces.
    func ground(of shown: ExpenseView, changedIn now: ExpenseView) -> [ExpensePart] {
        var parts: [ExpensePart] = []
        // Money is shown, too, where a day is changed.
        if money != nil || date != nil {
            parts += shown.money.partsChanged(in: now.money)
            if shown.date != now.date { parts.append(.date) }
        }
        if description != nil, shown.description != now.description { parts.append(.description) }
        if category != nil, shown.category != now.category { parts.append(.category) }
        if note != nil, shown.note != now.note { parts.append(.note) }
        return parts
    }
}

extension MoneyUnit {
    fileprivate func partsChanged(in now: MoneyUnit) -> [ExpensePart] {
        guard self != now else { return [] }
        var parts: [ExpensePart] = []
        if amount != now.amount || currency != now.currency || refund != now.refund {
            parts.append(.amount)
        }
        // A new amount of one payer is no other payer.
        if paidBy.map(\.party) != now.paidBy.map(\.party)
            || paidBy.count > 1 && paidBy != now.paidBy
        {
            parts.append(.payers)
        }
        if split != now.split { parts.append(.split) }
        if rate != now.rate { parts.append(.rate) }
        if parts.isEmpty {
            // Only its words, or the figure that a receipt gave.
            parts.append(settlementAmount == now.settlementAmount ? .split : .rate)
        }
        return parts
    }
}
