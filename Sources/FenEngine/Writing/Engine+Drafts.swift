import FenLedger
import FenMoney
import FenProtocol
import FenStore

extension Engine {
    /// Writes that a crash interrupted before they were committed.
    package func drafts() throws(FenError) -> [DraftView] {
        try answering {
            let groups = try database.groups.all()
            return try database.drafts.all().compactMap { draft in
                guard let record = groups.first(where: { $0.number == draft.group }) else {
                    return nil
                }
                // One that cannot be read is shown all the same, so that it can be let go of.
                let payload = try? Payload.decode([UInt8](draft.command.utf8))
                return DraftView(
                    id: draft.number.rawValue, group: GroupID(raw: record.id),
                    summary: payload?.draftWords ?? "something that cannot be read any more")
            }
        }
    }

    /// Writes what was interrupted, now.
    package func finishDraft(_ draft: Int64) async throws(FenError) {
        let found = try answering {
            try requireWriting()
            let groups = try database.groups.all()
            guard
                let stored = try database.drafts.all().first(where: {
                    $0.number.rawValue == draft
                }),
                let record = groups.first(where: { $0.number == stored.group })
            else { throw FenError("NO_DRAFT", "There is nothing unfinished any more.") }
            return (stored.number, GroupID(raw: record.id), try decoded(stored))
        }
        let (number, group, payload) = found
        _ = try await write(payload, in: group, draft: number)
    }

    private func decoded(_ draft: Draft) throws -> Payload {
        do {
            return try Payload.decode([UInt8](draft.command.utf8))
        } catch {
            throw FenError(
                "DRAFT_UNREADABLE", "What was interrupted cannot be read any more.",
                hint: "Discard it, and type it again if it is not in the log.",
                cause: "\(error)")
        }
    }

    /// Forgets what was interrupted.
    package func discardDraft(_ draft: Int64) throws(FenError) {
        try answering {
            try requireWriting()
            let number = DraftNumber(rawValue: draft)
            let found = try database.drafts.all().first { $0.number == number }
            try database.transaction {
                try database.drafts.finish(number)
                // Of a group that was never made nothing stays.
                if let found, let group = found.group,
                    case .groupCreated? = try? Payload.decode([UInt8](found.command.utf8)),
                    try database.events.count(in: group) == 0
                {
                    try database.removeGroup(group)
                    loaded.removeAll()
                }
            }
        }
    }
}

extension Payload {
    /// What an unfinished write would have become.
    fileprivate var draftWords: String {
        switch self {
        case .expenseLogged(let expense):
            let amount = AmountFormat.plain(expense.money.amount, expense.money.currency)
            return "\(amount) \(expense.money.currency.code) \(expense.description)"
        case .messagePosted(let message): return message.text
        case .groupCreated(let group): return "the group \(group.name)"
        case .memberJoined: return "joining a group"
        case .settlementRecorded(let record):
            return "a settlement of \(AmountFormat.plain(record.amount, record.currency)) "
                + record.currency.code
        default: return kindName
        }
    }
}
