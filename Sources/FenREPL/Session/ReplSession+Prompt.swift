internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension ReplSession {
    /// The prompt: `[dublin4ever 2 unsynced | gap] alice> `.
    package nonisolated func prompt() -> String { board.now.prompt }

    /// The current group, as a pasted block names where it goes.
    package nonisolated func destination() -> String? { board.now.destination }

    /// What can stand for the word before the cursor, which is counted in UTF-8 bytes.
    package nonisolated func complete(_ line: String, cursor: Int) -> [String] {
        Completion(board: board.now).words(for: line, cursor: cursor)
    }

    /// The line a channel key stands for: `1`…`9` by number, `a` the next with something new.
    package nonisolated func line(forChannelKey key: Character) -> String? {
        let content = board.now
        if key == "a" { return content.unread.min().map { "/use \($0 + 1)" } }
        guard let number = key.wholeNumberValue, (1...9).contains(number),
            number <= content.groups.count
        else { return nil }
        return "/use \(number)"
    }

    /// Whether a line may be kept in the history: it holds no secret and begins with no space.
    package static func keepsInHistory(_ line: String) -> Bool {
        HistoryFilter.keeps(line)
    }

    /// Renews what the prompt's thread reads. Failures leave it as it was: the next line's own
    /// error says what is wrong.
    func renewBoard() async {
        guard let groups = try? await engine.groups() else { return }
        let name = (try? await engine.identity())?.name ?? ""
        var content = Board.Content()
        content.groups = groups.map(\.name)
        content.unread = Set(groups.indices.filter { unread.contains(groups[$0].id) })
        guard let id = try? await currentGroup(), let group = try? await engine.view(id) else {
            content.prompt = Self.prompt(group: nil, attention: [], name: name)
            board.set(content)
            return
        }
        content.prompt = Self.prompt(
            group: group.name,
            attention: Self.attention(group),
            name: group.member(group.me)?.name ?? name
        )
        content.destination = group.id.uuidString
        let roster = Roster(group)
        content.names = group.members.map { roster.name($0.party) }
        var query = EntryQuery()
        query.includesMessages = true
        query.limit = 30
        let entries = (try? await engine.entries(query, in: id)) ?? []
        content.references = entries.reversed().map { roster.text($0.reference) }
        content.currencies = [group.currency.code] + group.rates.map(\.currency.code)
        content.categories = Self.categories(entries)
        content.invites = issued.map(\.name)
        board.set(content)
    }

    /// Puts a prompt together.
    static func prompt(group: String?, attention: [String], name: String) -> String {
        let shown = group.map { Neutraliser.line($0.lowercased()) } ?? "no group"
        let words = attention.isEmpty ? "" : " " + attention.joined(separator: " | ")
        let who = name.isEmpty ? "" : " " + Neutraliser.line(name.lowercased())
        return "[\(shown)\(words)]\(who)> "
    }

    /// What needs attention in a group, in words.
    static func attention(_ group: GroupView) -> [String] {
        var words: [String] = []
        if group.unsynced > 0 { words.append("\(group.unsynced) unsynced") }
        // The word depends on no time.
        if let trouble = group.trouble, let word = TroubleFace(trouble: trouble, now: 0).word {
            words.append(word)
        }
        if group.isOut { return words + [Roster.words(group.myStatus).text] }
        if group.myStatus == .pending { words.append("waiting") }
        if group.gate.contains(where: \.isFork) { words.append("fork") }
        if group.gate.contains(where: { !$0.isFork }) { words.append("gap") }
        if !group.changedKeys.isEmpty { words.append("key changed") }
        if group.isClosed { words.append("closed") }
        return words
    }

    private static func categories(_ entries: [EntryView]) -> [String] {
        var seen: [String] = []
        for entry in entries.reversed() {
            if case .expense(let expense) = entry.content, let category = expense.category,
                !seen.contains(category)
            {
                seen.append(category)
            }
        }
        return seen
    }
}
