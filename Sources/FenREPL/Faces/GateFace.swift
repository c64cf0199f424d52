internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension GateView {
    /// Events that are known to exist are not here.
    var isMissing: Bool { if case .missing = self { true } else { false } }
    /// An author wrote two events with one number.
    var isFork: Bool { if case .fork = self { true } else { false } }
}

/// Why the gate is shut, in words and JSON.
struct GateFace {
    /// The people's names.
    let roster: Roster
    /// The group travels through a store, which can be asked.
    let hasStore: Bool

    /// A face for a group's gate.
    init(_ group: GroupView) {
        self.init(roster: Roster(group), hasStore: group.hasStore)
    }

    /// A face for these people.
    init(roster: Roster, hasStore: Bool) {
        self.roster = roster
        self.hasStore = hasStore
    }

    /// One reason in a line.
    func line(_ reason: GateView) -> Phrase {
        switch reason {
        case .missing(let author, let from, let through):
            let name = roster.shown(author)
            return from == through
                ? "\(name) \(from) missing" : "\(name) \(from)–\(through) missing"
        case .unknownKey(let author, let count):
            return "\(count, "event") of \(roster.shown(author)) sealed with a key not held here"
        case .fork(let author, let seq):
            return author == roster.me
                ? """
                You wrote two different events with number \(seq), as happens when a home is copied \
                and both copies are used.
                """
                : """
                \(roster.shown(author)) wrote two different events with number \(seq), as happens \
                when a home is copied and both copies are used.
                """
        }
    }

    /// What to do while the gate is shut, a line for each kind of reason.
    func advice(_ reasons: [GateView]) -> [Phrase] {
        var lines: [Phrase] = []
        if reasons.contains(where: \.isMissing) {
            lines.append(Sentences.historyIncomplete(hasStore: hasStore))
            lines.append(
                hasStore
                    ? "What to do: /sync, and /sync again when they have been online; /gaps says more."
                    : "What to do: /connect to somebody who has them; /gaps says more.")
        }
        let hasSealed = reasons.contains { if case .unknownKey = $0 { true } else { false } }
        if hasSealed {
            lines.append(
                hasStore
                    ? "What to do: /sync fetches the key once somebody sends it."
                    : "What to do: the key comes over /connect once somebody sends it.")
        }
        lines += Self.forkAdvice(reasons, me: roster.me, roster)
        return lines
    }

    private static func forkAdvice(
        _ reasons: [GateView], me: PartyID, _ roster: Roster
    ) -> [Phrase] {
        var lines: [Phrase] = []
        for case .fork(let author, let seq) in reasons {
            let first = roster.text(Reference(author: author, seq: seq))
            lines.append(
                """
                Both are kept and nothing is missing: /inspect \(foreign: first) and /inspect \
                \(foreign: first + "'") show the two.
                """)
        }
        guard !lines.isEmpty else { return [] }
        let isMine = reasons.contains { if case .fork(me, _) = $0 { true } else { false } }
        if isMine {
            lines.append(
                """
                What to do: if there is a second copy of this home, go on with one copy only, and put \
                the other away.
                """)
        }
        lines.append(
            """
            Settlements are refused in this group (exit 4), and /sync does not change that: \
            /acknowledge does, for everybody where the author or the organiser types it.
            """)
        return lines
    }

    /// One reason as JSON.
    func json(_ reason: GateView) -> OutputJSON {
        switch reason {
        case .missing(let author, let from, let through):
            roster.json(
                author,
                ["reason": .string("missing"), "from": .number(from), "through": .number(through)]
            )
        case .unknownKey(let author, let count):
            roster.json(author, ["reason": .string("unknown_key"), "count": .number(count)])
        case .fork(let author, let seq):
            roster.json(author, ["reason": .string("fork"), "seq": .number(seq)])
        }
    }
}
