internal import FenEncoding
internal import FenEngine
internal import FenProtocol

extension ReplSession {
    /// The event a typed reference means.
    func event(_ typed: String, in group: GroupView) async throws -> EventID {
        switch try ReferenceText.parse(typed) {
        case .shown(let number):
            if let id = shown.last(number) { return id }
            var query = EntryQuery()
            query.includesMessages = true
            query.limit = number
            let entries = try await engine.entries(query, in: group.id)
            guard entries.count >= number else {
                throw UsageError(
                    "Nothing was shown that “\(typed)” could mean.",
                    hint: "/expenses lists what there is."
                )
            }
            return entries[entries.count - number].id
        case .prefix(let digits):
            return try await engine.find(idPrefix: digits, in: group.id)
        case .numbered(let author, let seq, let branch):
            let roster = Roster(group)
            let member = try roster.find(author)
            let found = try await engine.find(
                author: member.party,
                seq: seq,
                branch: branch,
                in: group.id
            )
            guard let first = found.first else {
                try await refuseOldNumber(member, seq, branch, in: group)
                try await refuseTick(typed, branch, member, seq, in: group)
                throw FenError(
                    "NO_EVENT",
                    "\(roster.name(member.party)) has no event number \(seq) on this device.",
                    hint: "/log \(member.name) lists those that are here; /sync fetches the others."
                )
            }
            return first
        }
    }

    /// Refuses the number of an event that somebody wrote under a key which was replaced: it has that
    /// key's tag in its name.
    private func refuseOldNumber(
        _ member: MemberView, _ seq: UInt64, _ branch: Int, in group: GroupView
    ) async throws {
        let roster = Roster(group)
        for old in group.members where old.successor == member.party {
            let found = try await engine.find(
                author: old.party, seq: seq, branch: branch, in: group.id)
            guard !found.isEmpty else { continue }
            let name = roster.text(Reference(author: old.party, seq: seq, branch: branch))
            throw FenError(
                "OLD_KEYS_NUMBER",
                "\(roster.name(member.party)) wrote that under a key that was replaced since.",
                hint: "Its name is \(name) now.")
        }
    }

    /// Refuses `eve:2'` where `eve:2` is here and there is no second one.
    private func refuseTick(
        _ typed: String, _ branch: Int, _ member: MemberView, _ seq: UInt64, in group: GroupView
    ) async throws {
        guard branch > 0,
            let only = try await engine.find(
                author: member.party, seq: seq, branch: 0, in: group.id
            ).first
        else { return }
        let roster = Roster(group)
        throw FenError(
            "NO_EVENT", "\(roster.name(member.party)) wrote only one event with the number \(seq).",
            hint: "It is \(roster.text(Reference(author: member.party, seq: seq))), "
                + "#\(only.hex.prefix(8)); ' names a second one where a log is forked."
        )
    }

    /// The expense, settlement or message a typed reference means.
    func entry(_ typed: String, in group: GroupView) async throws -> EntryView {
        try await engine.entry(event(typed, in: group), in: group.id)
    }

    /// The expense a typed reference means.
    func expense(
        _ typed: String,
        in group: GroupView
    ) async throws -> (entry: EntryView, expense: ExpenseView) {
        let entry = try await entry(typed, in: group)
        return (entry, try expense(entry, in: group))
    }

    /// The expense that an entry is.
    func expense(_ entry: EntryView, in group: GroupView) throws(UsageError) -> ExpenseView {
        guard case .expense(let expense) = entry.content else {
            let reference = Roster(group).text(entry.reference)
            if case .settlement = entry.content {
                throw UsageError(
                    "\(reference) is a settlement, not an expense.",
                    hint: "/void \(reference) takes it back; /settle records it anew."
                )
            }
            throw UsageError(
                "\(reference) is a message, not an expense.", hint: "/expenses lists those.")
        }
        return expense
    }

    /// The word at `index`, or a usage error that shows the command's form.
    func required(
        _ arguments: Arguments,
        _ index: Int,
        _ what: String,
        for command: String
    ) throws(UsageError) -> String {
        if let word = arguments.word(index) { return word }
        let form = CommandTable.named(command).flatMap { spec in
            spec.usage.first.map { HelpText.usageLine(spec, $0) }
        }
        throw UsageError(
            "/\(command) needs \(what).",
            hint: form.map { "The form is \($0). /help \(command) shows examples." }
        )
    }

    /// A face for events that names the entries they change: `bob:1 Guinness`.
    func eventFace(_ group: GroupView, for events: [EventView]) async -> EventFace {
        var face = EventFace(group)
        for target in Set(events.compactMap(EventFace.target)) {
            // What is not here is shown by its id.
            guard let entry = try? await engine.entry(target, in: group.id) else { continue }
            let reference = face.roster.shown(entry.reference)
            if case .expense(let expense) = entry.content {
                face.titles[target] = "\(reference) \(foreign: expense.description)"
            } else {
                face.titles[target] = reference
            }
        }
        return face
    }
}
