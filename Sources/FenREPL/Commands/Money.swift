internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// Logging expenses and refunds.
enum MoneyCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "paid",
            group: .money,
            summary: "logs an expense; a line that starts with + does the same",
            usage: [
                "+ AMOUNT [CURRENCY] DESCRIPTION [by WHO] [for WHO] [split SPEC] [on DATE] "
                    + "[in CATEGORY] [note TEXT]",
                "AMOUNT [CURRENCY] DESCRIPTION …",
            ],
            page: [
                "by WHO: one person, or several with what each paid. You, when left out.",
                "for WHO: names, all, or all but NAMES. Everybody in the group, when left out.",
                "split SPEC: percentages or amounts in the order of the for list, or beside names;",
                "shares NAME N, …; NAME AMOUNT, rest equally; equally, NAME +AMOUNT;",
                "items WHO AMOUNT, … tax N tip N% for a bill: WHO is a name, names joined by +, or",
                "all; tax and tip are spread in proportion to the items. /help splits has more.",
                "on DATE: today, yesterday, mon, 3.11., 2026-11-03. Today, when left out.",
                "Another currency needs a rate: rate 0.0396, at 25.25 CZK, or both amounts of the",
                "receipt, at 101 CZK = 4 EUR; else the group's rate is used. /help rates has more.",
                "A description that holds one of the keywords by, for, split, on, in, note is put in",
                "quotation marks. At the prompt the shares of anything unusual are shown before it is",
                "saved; Enter saves it, and /set preview off never asks.",
            ],
            examples: [
                "+ 21.60 EUR Guinness",
                "+ 45 chf Dinner at La Cantina by Alice for Alice,Bob,May split 50%,25%,25%",
                "+ 96 Hostel for all but May on yesterday in lodging",
                "+ 30 Taxi split Alice 10, Bob 20",
                "+ 120 Boat by Alice 80, Bob 40 split shares Alice 2, Bob 1, May 1",
                "+ 64.90 Dinner split items Alice 12.50, Bob 18, Alice+Bob 9.40, all 14 tax 5 tip 6",
                "+ 101 CZK Lunch at 25.25 CZK",
                "+ 101 CZK Lunch at 101 CZK = 4 EUR",
            ],
            access: .writes,
            arguments: [.moneyLine]
        ) { session, arguments in
            try await log(session, arguments.words, refund: false)
        },
        CommandSpec(
            name: "refund",
            group: .money,
            summary: "logs money that came back; split like an expense, the other way round",
            usage: [
                "AMOUNT [CURRENCY] DESCRIPTION [by WHO] [for WHO] [split SPEC] [on DATE] "
                    + "[in CATEGORY] [note TEXT]"
            ],
            page: [
                "by WHO: who got the money back. for WHO: whose share it lowers.",
                "With the same people and split as the expense it mirrors it to the cent.",
            ],
            examples: ["/refund 10 EUR Deposit by Alice for all"],
            access: .writes,
            arguments: [.moneyLine]
        ) { session, arguments in
            try await log(session, arguments.words, refund: true)
        },
    ]

    /// Logs the expense or refund that these words stand for.
    static func log(
        _ session: isolated ReplSession,
        _ words: [Token],
        refund: Bool
    ) async throws -> CommandResult {
        let group = try await session.group()
        let line = try MoneyLineParser.parse(words)
        let builder = try await session.moneyBuilder(for: line, in: group)
        let draft = try MoneyBuilder.hintingAtQuotes { () throws(UsageError) in
            try builder.draft(line, refund: refund)
        }
        let remarks = builder.remarks(line, draft.money)
        let preview = try ExpensePreview(
            draft.money, description: draft.description, date: draft.date)
        if let answer = try await session.declined(preview, remarks: remarks, in: group) {
            return answer
        }
        let written = try await session.engine.logExpense(draft, in: group.id)
        var result = try await session.written(
            written, verb: "Logged", remarks: remarks, in: group.id)
        result.text += await session.phraseOffer()
        return result
    }
}

extension ReplSession {
    /// The answer of a command that wrote or changed an entry: the entry, its shares, what there is
    /// to say of it, how far it has got.
    func written(
        _ written: Written,
        of id: EventID? = nil,
        verb: Phrase,
        remarks: [Phrase] = [],
        in groupID: GroupID
    ) async throws -> CommandResult {
        let group = try await engine.view(groupID)
        let face = EntryFace(group)
        let entry = try await engine.entry(id ?? written.id, in: groupID)
        shown.add(entry.id)
        var result = CommandResult()
        if case .expense(let expense) = entry.content {
            let day = face.dayUnlessToday(expense, today: try today)
            let category: Phrase = expense.category.map { ", in \(foreign: $0)" } ?? ""
            result.say("\(verb) \(face.sentence(entry))\(category)\(day).")
            result.show(face.shares(expense))
            if let note = expense.note { result.say("  note: \(foreign: note)") }
            for remark in remarks { result.say(remark) }
            if let care = face.careAboutDay(expense, today: try today) { result.say(care) }
        } else {
            result.say("\(verb) \(face.sentence(entry)).")
        }
        result.text += savingLines(group)
        result.set("entry", face.json(entry))
        result.set("ref", .string(face.roster.text(written.reference)))
        result.set("unsynced", .number(group.unsynced))
        result.mainValue = face.roster.text(entry.reference)
        return result
    }

    /// How far what was just saved has got.
    func savingLines(_ group: GroupView) -> [TextBlock] {
        var lines: [TextBlock] = []
        if group.myStatus == .pending {
            let organiser = Roster(group).shown(group.organiser)
            lines.append(
                .line(
                    GroupFace.closedInvite(group)
                        ?? "It counts once you are in: \(WaitFace(group: group).waiting(organiser))."
                ))
        }
        if case .none = group.backend {
            lines.append(
                .line(
                    group.connected > 0
                        ? "Saved on this device; it goes to \(group.connected, "connected device") now."
                        : "Saved on this device. This group has no store: /backend binds one, and "
                            + "/listen or /connect reaches the others directly."))
        } else if group.unsynced > 0 {
            lines.append(.line(Sentences.savedLocally))
        }
        return lines
    }
}
