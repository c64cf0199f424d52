/// Completes the word before the cursor: commands, groups, names, references, currencies,
/// categories, files, topics.
package struct Completion: Sendable {
    private let board: Board.Content

    /// Completion over what the board says.
    package init(board: Board.Content) {
        self.board = board
    }

    /// What can stand for the word before the cursor, a UTF-8 offset into the line.
    package func words(for line: String, cursor: Int) -> [String] {
        let head = String(decoding: line.utf8.prefix(max(0, cursor)), as: UTF8.self)
        let start = wordStart(head)
        let word = String(head[start...])
        let before = Tokenizer.tokensOfDraft(String(head[..<start]))
        guard let first = head.first(where: { !$0.isWhitespace }) else { return [] }
        if first == "/", before.isEmpty {
            return matching(word, CommandTable.all.map { "/" + $0.name })
        }
        if first == "+" { return moneyWords(word, after: Array(before.dropFirst())) }
        guard first == "/", let name = before.first?.text.dropFirst(),
            let command = try? CommandTable.find(String(name))
        else { return word.isEmpty ? [] : matching(word, board.names) }
        return argument(word, of: command, after: Array(before.dropFirst()))
    }

    private func argument(
        _ word: String,
        of command: CommandSpec,
        after before: [Token]
    ) -> [String] {
        if word.hasPrefix("--") {
            return matching(
                word, (Array(command.options.keys) + ["json", "yes"]).map { "--" + $0 })
        }
        if let equals = word.firstIndex(of: "="), command.keys.contains(String(word[..<equals])) {
            let path = String(word[word.index(after: equals)...])
            return FileNames.completing(path).map { word[...equals] + $0 }
        }
        let index = before.filter { !$0.text.hasPrefix("--") }.count
        let keys = matching(word, command.keys.map { $0 + "=" })
        guard
            let kind = command.arguments.indices.contains(index)
                ? command.arguments[index] : command.arguments.last
        else { return keys }
        return candidates(kind, word, after: before) + (word.isEmpty ? [] : keys)
    }

    private func candidates(
        _ kind: ArgumentKind,
        _ word: String,
        after before: [Token]
    ) -> [String] {
        switch kind {
        case .command:
            matching(word, CommandTable.all.map(\.name) + Topics.all.map(\.name))
        case .group: matching(word, board.groups)
        case .member: matching(word, board.names)
        case .reference: matching(word, board.references)
        case .currency: matching(word, board.currencies)
        case .category: matching(word, board.categories)
        case .file: FileNames.completing(word)
        case .invite: matching(word, board.invites)
        case .words(let words): matching(word, words)
        case .moneyLine: moneyWords(word, after: before)
        case .free: []
        }
    }

    private func moneyWords(_ word: String, after before: [Token]) -> [String] {
        // Inside a list only what follows the last comma is completed.
        let comma = word.lastIndex(of: ",").map { word.index(after: $0) } ?? word.startIndex
        let list = String(word[..<comma])
        let rest = String(word[comma...])
        let keywords = ["by", "for", "split", "on", "in"]
        switch before.last(where: { !$0.quoted && keywords.contains($0.text) })?.text {
        case "in": return matching(word, board.categories)
        case "on": return matching(word, ["today", "yesterday"])
        case "split":
            return matching(rest, board.names + ["shares", "equally", "items", "rest"]).map {
                list + $0
            }
        case "for":
            return matching(rest, board.names + (list.isEmpty ? ["all"] : [])).map { list + $0 }
        case .some:
            return matching(rest, board.names).map { list + $0 }
        case nil:
            if before.count == 1 { return matching(word, board.currencies) }
            return before.count > 1 && !word.isEmpty ? matching(word, keywords) : []
        }
    }

    private func matching(_ word: String, _ candidates: [String]) -> [String] {
        let wanted = word.lowercased().drop { $0 == "\"" }
        var seen: Set<String> = []
        return candidates.filter { candidate in
            candidate.lowercased().drop { $0 == "\"" }.hasPrefix(wanted)
                && Neutraliser.isSafeName(candidate) && seen.insert(candidate).inserted
        }
        .map { $0.contains(where: \.isWhitespace) && !$0.hasPrefix("\"") ? "\"\($0)\"" : $0 }
    }

    private func wordStart(_ head: String) -> String.Index {
        var start = head.startIndex
        var inQuotes = false
        for index in head.indices {
            if head[index] == "\"" { inQuotes.toggle() }
            if head[index].isWhitespace, !inQuotes { start = head.index(after: index) }
        }
        return start
    }
}
