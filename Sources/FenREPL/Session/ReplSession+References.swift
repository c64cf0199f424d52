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
                throw FenError(
                    "NO_EVENT",
                    "\(roster.name(member.party)) has no event number \(seq) on this device.",
                    hint: "/log \(member.name) lists those that are here; /sync fetches the others."
                )
            }
            return first
        }
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
        guard case .expense(let expense) = entry.content else {
            throw UsageError(
                "\(Roster(group).text(entry.reference)) is no expense.",
                hint: "/expenses lists them."
            )
        }
        return (entry, expense)
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
