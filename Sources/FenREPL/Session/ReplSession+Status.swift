internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension ReplSession {
    /// What is so, in words: own log, store, holes, forks, waiting, drafts.
    func status() async throws -> CommandResult {
        var result = CommandResult()
        let identity = try await engine.identity()
        result.set("name", .text(identity?.name))
        if let identity {
            result.say("You are \(foreign: identity.name) (\(own: identity.tag)).")
        } else {
            result.say("No identity yet: /me NAME makes one.")
        }
        let drafts = try await engine.drafts()
        if !drafts.isEmpty { result.say("\(drafts.count, "expense") did not finish saving.") }
        if let id = try await currentGroup() {
            try await status(of: id, into: &result)
        } else {
            result.say(
                "No group is chosen: /join opens an invite, /groups lists yours, /new makes one.")
            result.set("group", .null)
        }
        let others = try await engine.groups().filter { $0.id != current }
        for other in others where other.unsynced > 0 || other.isGateShut || other.isWaiting {
            var words: [Phrase] = []
            if other.unsynced > 0 { words.append("\(other.unsynced) unsynced") }
            if other.isWaiting { words.append("waiting to be let in") }
            if other.isForked { words.append("a log goes on in two ways") }
            if other.hasGap { words.append("history not whole") }
            result.say("\(foreign: other.name): \(words.joined()).")
        }
        return result
    }

    private func status(of id: GroupID, into result: inout CommandResult) async throws {
        let group = try await engine.view(id)
        let roster = Roster(group)
        result.say(GroupFace.header(group))
        if group.myStatus == .pending {
            result.say(
                GroupFace.closedInvite(group)
                    ?? "You are \(WaitFace(group: group).waiting(roster.shown(group.organiser))).")
        }
        if let out = GroupFace.outOfGroup(group) { result.text.append(.paragraph(out)) }
        result.say(BackendFace.words(group))
        if let move = MoveFace.words(group) { result.say(move) }
        var troubles: [Phrase] = []
        if let trouble = group.trouble {
            let face = TroubleFace(trouble: trouble, now: environment.now())
            troubles = face.sentences(unsynced: group.unsynced)
            troubles += [TroubleFace.accessRotated(group)].compactMap(\.self)
            for sentence in troubles { result.say(sentence) }
            result.say(face.course(since: staleText(trouble.since)))
        }
        if let last = group.lastSync {
            result.say(
                "The last whole pass was \(own: staleText(last.at)), over \(foreign: last.source).")
        } else if group.backend != .none {
            result.say("No pass has come through yet: /sync starts one.")
        }
        let since = try await unsyncedSince(group)
        if group.unsynced == 0 {
            result.say("Nothing of yours is unsynced.")
        } else {
            let when: Phrase = since.map { " since \(own: staleText($0))" } ?? ""
            result.say("\(group.unsynced, "event") of yours unsynced\(when).")
            if let since, group.backend != .none {
                let days = (environment.now() - since) / 86_400_000
                if days >= 1 { result.say(Sentences.notSynced(group.unsynced, days: days)) }
                if troubles.isEmpty { result.say(Sentences.savedLocally) }
            }
        }
        try await sayWhole(group, into: &result)
        let doubts = try await engine.shownLess(in: id)
        let face = ShownLessFace(group: group, when: staleText)
        result.text += doubts.flatMap(face.lines).map(TextBlock.paragraph)
        for line in KeyFace(group: group).standing() { result.text.append(.paragraph(line)) }
        for (party, count) in group.lateChanges.sorted(by: { $0.key < $1.key }) {
            result.say("\(GroupFace.lateChanges(party, count, in: group)) /late lists them.")
        }
        for vouch in group.vouches {
            result.text += NewKeyFace(group).isVouchedFor(vouch).map(TextBlock.paragraph)
        }
        for party in group.changedKeys { result.say(Self.warning(party, roster)) }
        result.set("group", GroupFace.json(group))
        result.set("move", MoveFace.json(group.move))
        result.set("unsynced", .number(group.unsynced))
        result.set("unsynced_since", .number(since))
        result.set("last_sync", .number(group.lastSync?.at))
        result.set("trouble", TroubleFace.json(group.trouble))
        result.set("gate", .list(group.gate, GateFace(group).json))
        result.set("partial", group.partial.json)
        result.set("keys", KeyFace.json(group.keys, roster))
        result.set("store_differs", .list(doubts, face.json))
        result.set("vouches", .list(group.vouches) { NewKeyFace.json($0, roster) })
    }

    /// What is missing here, or that nothing is. Of whoever is no member any more nothing is said:
    /// what they cannot open is not theirs to open.
    private func sayWhole(_ group: GroupView, into result: inout CommandResult) async throws {
        let (id, roster) = (group.id, Roster(group))
        let held = group.isOut ? [] : try await engine.heldLines(in: id)
        result.set(
            "held", .list(held) { roster.json($0.author.party, ["count": .number($0.count)]) })
        if group.isOut { return }
        for reason in group.gate { result.say(GateFace(group).line(reason)) }
        for lines in held { result.say(Self.words(lines, in: group, roster)) }
        if group.gate.isEmpty, group.partial.isEmpty {
            result.say(held.isEmpty ? "Every log is whole here." : "Nothing else is missing here.")
        }
        if !group.partial.isEmpty { result.say("Totals lack: \(group.partial.words).") }
        try await sayGoneWithout(in: group, &result)
        for line in GateFace(group).advice(group.gate) { result.say(line) }
    }

    /// What is missing and keeps nobody here from settling any more: whose, why, and what to do.
    private func sayGoneWithout(in group: GroupView, _ result: inout CommandResult) async throws {
        let gaps = try await engine.gaps(in: group.id).filter { !$0.shuts && !$0.isOnlyForked }
        guard !gaps.isEmpty else { return }
        result.text += gaps.flatMap(gapFace(group).lines)
        result.say(
            group.hasStore
                ? "What still comes counts: /sync, or /connect to somebody who has it."
                : "What still comes counts: /connect to somebody who has it.")
    }

    /// Lines that wait because nothing proves them, and what brings them in.
    private static func words(
        _ held: HeldView, in group: GroupView, _ roster: Roster
    ) -> Phrase {
        let me = group.me
        let one = held.count == 1
        let name = roster.shown(held.author.party)
        let log: Phrase = held.author.party == me ? "your own log" : "\(name)'s log"
        let author: Phrase = held.author.party == me ? "your" : "\(name)'s"
        let way: Phrase =
            !group.hasStore
            ? "/connect to somebody who has one"
            : held.author.party == me
                ? "/sync, once the store is mended" : "/sync, once \(name) was online"
        return """
            \(held.count, "line") of \(log) \(one ? "waits" : "wait"): changed on the way, and not \
            proven yet. A good copy from anywhere, or \(author) next entry, settles it: \(way).
            """
    }

    /// When the oldest of one's own unsynced events was written.
    private func unsyncedSince(_ group: GroupView) async throws -> Int64? {
        guard group.unsynced > 0 else { return nil }
        let rows = try await engine.frontier(in: group.id)
        guard let last = rows.first(where: { $0.party == group.me })?.claimed, last > 0 else {
            return nil
        }
        let count = UInt64(group.unsynced)
        let first = last > count ? last - count + 1 : 1
        let events = try await engine.log(author: group.me, range: first...last, in: group.id)
        return events.filter { !$0.isSynced }.map(\.createdAt).min()
    }

    /// What is unsent, for the way out.
    func unsent() async throws -> [Phrase] {
        var lines: [Phrase] = []
        for group in try await engine.groups() where group.unsynced > 0 {
            lines.append("\(foreign: group.name): \(group.unsynced, "event") unsynced, saved here.")
        }
        return lines
    }

    /// What to say on leaving.
    package func farewell() async -> [String] {
        let lines = (try? await unsent()) ?? []
        return OutcomeRenderer(environment: environment).lines(lines.map(TextBlock.line))
    }

    /// The first steps, ticked where taken, beneath what this program is.
    func welcome(showsName: Bool = true) async throws -> CommandResult {
        let identity = try await engine.identity()
        let groups = try await engine.groups()
        var hasStore = false
        var hasCompany = false
        var hasExpense = false
        for group in groups {
            let view = try await engine.view(group.id)
            if view.backend != .none { hasStore = true }
            if view.members.count(where: { $0.status != .guest }) > 1 { hasCompany = true }
            if !hasExpense {
                var query = EntryQuery()
                query.includesSettlements = false
                query.limit = 1
                hasExpense = try await !engine.entries(query, in: group.id).isEmpty
            }
        }
        let hasPhrase = try await engine.isKept()
        let steps: [(name: String, done: Bool, words: Phrase)] = [
            ("name", identity != nil, "say your name: /me NAME"),
            ("group", !groups.isEmpty, "make a group: /new NAME CURRENCY, or join one: /join"),
            ("store", hasStore, "let it travel: /backend folder PATH"),
            ("company", hasCompany, "bring somebody in: /invite NAME"),
            ("expense", hasExpense, "log what you paid: + 21.60 Guinness"),
            ("phrase", hasPhrase, "keep what brings you back: /phrase, or /backup FILE"),
        ]
        var result = CommandResult()
        if showsName {
            result.say(Sentences.name)
            result.say(Sentences.motto)
        }
        for step in steps { result.say("  [\(step.done ? "x" : " ")] \(step.words)") }
        if groups.isEmpty, !hasPhrase {
            result.say("Here before on another device? /restore phrase, FILE or member.")
        }
        result.say("/balances shows who owes whom, /help lists everything.")
        result.set(
            "steps",
            .list(steps) { .fields(["step": .string($0.name), "done": .bool($0.done)]) }
        )
        return result
    }
}
