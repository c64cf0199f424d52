internal import FenEngine
internal import FenMoney

/// A store that showed another member's device what it did not show this one, in words and JSON.
struct ShownLessFace {
    let group: GroupView
    /// A time in words, of Unix milliseconds.
    let when: (Int64) -> String

    /// What is so, and what to do.
    func lines(_ doubt: ShownLessView) -> [Phrase] {
        let roster = Roster(group)
        let (author, witness) = (roster.shown(doubt.author), roster.shown(doubt.witness))
        let theirs = when(doubt.theirLook)
        let own = when(doubt.ownLook)
        let here: Phrase =
            doubt.here == 0
            ? "none of them"
            : doubt.here < doubt.seq ? "only up to \(doubt.here)" : "another entry in its place"
        let seen: Phrase = """
            The store showed \(witness)'s device \(author)'s entries up to \(doubt.seq) \
            (\(own: theirs)) and this one \(here) (\(own: own))
            """
        if doubt.isFolder {
            return [
                """
                \(seen). Each device reads its own copy of a shared folder: whatever carries it has \
                not brought this one everything. The entries have come from \(witness)'s device.
                """
            ]
        }
        guard doubt.isSure else {
            return ["\(seen). It may have lost them; fen goes on comparing."]
        }
        return [
            "\(seen), each time anew: it shows different histories to different members.",
            """
            What it held back has come from \(witness)'s device. Tell the others, compare \
            /fingerprint with them, and move the group to a store you trust: /backend.
            """,
        ]
    }

    /// The same for programs.
    func json(_ doubt: ShownLessView) -> OutputJSON {
        let roster = Roster(group)
        return roster.json(
            doubt.author,
            [
                "seq": .number(doubt.seq),
                "here": .number(doubt.here),
                "witness": roster.json(doubt.witness),
                "their_look": .number(doubt.theirLook),
                "own_look": .number(doubt.ownLook),
                "sure": .bool(doubt.isSure),
            ])
    }
}
