import FenCrypto
import FenMoney
import FenProtocol

extension ExpenseState {
    /// What the event that creates an expense sets.
    init(_ expense: ExpenseLogged, waits: Bool) {
        description = expense.description
        date = expense.date
        category = Self.text(expense.category)
        note = Self.text(expense.note)
        blob = expense.blob
        money = waits ? nil : expense.money
        waitingMoney = waits ? expense.money : nil
        imported = expense.imported
        onBehalfOf = expense.onBehalfOf
    }

    /// Empty text clears a register.
    static func text(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Entry {
    /// Notes who set a register last.
    mutating func note(_ register: Register, _ fact: Fact) {
        let edit = RegisterEdit(register: register, event: fact.id, author: fact.author)
        if let index = edits.firstIndex(where: { $0.register == register }) {
            edits[index] = edit
        } else {
            edits.append(edit)
        }
    }
}

extension EntryEvaluator {
    /// Lets a dependent whose target holds change the entry, if its author may. Returns what
    /// speaks against it.
    static func apply(
        _ fact: Fact,
        to entry: inout Entry?,
        _ context: GroupContext
    ) -> RefusalReason? {
        guard var changed = entry else { return .orphan }
        let label: RefusalReason?
        switch changed.body {
        case .expense(var expense):
            if case .attachmentUploaded(let attachment) = fact.payload {
                label = nil
                insert(attachment.blob, into: &expense.uploaded)
            } else {
                guard mayEdit(fact, changed, context) else { return .noRight }
                label = change(&expense, of: &changed, by: fact, context)
            }
            changed.body = .expense(expense)
        case .settlement(var settlement):
            guard mayVoid(fact, changed.author, settlement.record, context) else {
                return .noRight
            }
            settlement.isVoided = true
            label = nil
            changed.note(.deleted, fact)
            changed.body = .settlement(settlement)
        case .message: return .noRight
        }
        entry = changed
        return label
    }

    /// The creator of an expense, who is its author or a successor of theirs, may change it; every
    /// member may where the rule in force at the event's place says so.
    private static func mayEdit(_ fact: Fact, _ entry: Entry, _ context: GroupContext) -> Bool {
        fact.author == entry.author
            || context.edit(at: fact.order) == .anyMember
            || context.chain(of: entry.author).contains(fact.author)
    }

    /// A settlement's author, either side of it and the organiser may void it.
    private static func mayVoid(
        _ fact: Fact,
        _ author: MemberID,
        _ record: SettlementRecorded,
        _ context: GroupContext
    ) -> Bool {
        context.chain(of: author).contains(fact.author)
            || context.speaks(fact.author, for: record.from)
            || context.speaks(fact.author, for: record.to)
            || context.tenures.hasRight(fact)
    }

    private static func change(
        _ expense: inout ExpenseState,
        of entry: inout Entry,
        by fact: Fact,
        _ context: GroupContext
    ) -> RefusalReason? {
        switch fact.payload {
        case .expenseUpdated(let update):
            return write(update, to: &expense, of: &entry, fact, context)
        case .expenseDeleted, .expenseRestored:
            if case .expenseDeleted = fact.payload {
                expense.isDeleted = true
            } else {
                expense.isDeleted = false
            }
            entry.note(.deleted, fact)
            return nil
        default: return .noRight
        }
    }

    private static func write(
        _ update: ExpenseUpdated,
        to expense: inout ExpenseState,
        of entry: inout Entry,
        _ fact: Fact,
        _ context: GroupContext
    ) -> RefusalReason? {
        if let description = update.description {
            expense.description = description
            entry.note(.description, fact)
        }
        if let date = update.date {
            expense.date = date
            entry.note(.date, fact)
        }
        if let category = update.category {
            expense.category = ExpenseState.text(category)
            entry.note(.category, fact)
        }
        if let note = update.note {
            expense.note = ExpenseState.text(note)
            entry.note(.note, fact)
        }
        if let blob = update.blob {
            expense.blob = blob.hash
            entry.note(.blob, fact)
        }
        guard let money = update.money else { return nil }
        if context.isWaiting(money) {
            expense.waitingMoney = money
            return .unknownMember
        }
        expense.money = money
        expense.waitingMoney = nil
        entry.note(.money, fact)
        return nil
    }

    private static func insert(_ blob: Hash32, into uploaded: inout [Hash32]) {
        let place = uploaded.firstIndex { $0 >= blob } ?? uploaded.count
        if place < uploaded.count, uploaded[place] == blob { return }
        uploaded.insert(blob, at: place)
    }
}
