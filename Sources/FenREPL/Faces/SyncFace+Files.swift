internal import FenEncoding
internal import FenEngine
internal import FenProtocol

extension SyncFace {
    /// Whose file doubtful lines stand in, and what to do about them.
    func place(_ file: String, _ lines: DoubtfulLines, _ roster: Roster) -> Phrase {
        let count = "\(lines.refused + lines.held, "line")" as Phrase
        let owner = group.members.first { $0.tag == file.prefix(4) && file.hasPrefix($0.party.hex) }
        guard let owner else {
            return """
                \(count) in the file \(foreign: file), which is nobody's log: if none of you knows \
                it, take it out of the folder's logs.
                """
        }
        let name = roster.shown(owner.party)
        if file == owner.party.hex + ".repair.jsonl" {
            return """
                \(count) in the file \(foreign: file), in which \(name)'s fen puts back what the \
                store has lost: it was cut or changed on the way, or by hand. What is whole in it \
                was taken.
                """
        }
        guard file == owner.party.hex + ".jsonl" else {
            return """
                \(count) in the file \(foreign: file), a copy of \(name)'s log: a sync tool makes \
                such a copy where it met two versions. What is whole in it was taken.
                """
        }
        let who: Phrase = owner.party == group.me ? "your own log" : "\(name)'s log"
        return """
            \(count) in \(who), the file \(foreign: file): it was cut or changed on the way, or by \
            hand. A good copy is taken from wherever it turns up: \
            \(owner.party == group.me ? "/sync" : "ask \(name) to /sync").
            """
    }
}
