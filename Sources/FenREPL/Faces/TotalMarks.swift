internal import FenEngine
internal import FenMoney

extension PartialMark {
    /// The mark in the JSON face; `null` when totals are whole.
    var json: OutputJSON {
        isEmpty
            ? .null
            : .fields([
                "missing": .number(missing),
                "unopened": .number(unopened),
                "waiting": .number(waiting),
                "newer": .number(newer),
            ])
    }

    /// What every total lacks, in words.
    var words: Phrase {
        var parts: [Phrase] = []
        if missing > 0 { parts.append("\(missing, "event") missing") }
        if unopened > 0 { parts.append("\(unopened, "event") not decrypted") }
        if waiting > 0 { parts.append("\(waiting, "event") waiting for what they refer to") }
        if newer > 0 { parts.append("\(newer, "event") from a newer version of fen") }
        return parts.listed
    }
}

extension ReplSession {
    private static let staleAfter: Int64 = 30 * 60 * 1000

    /// What stands beside totals, so that none looks cleaner than it is.
    func totalMarks(_ group: GroupView) -> [TextBlock] {
        if group.isOut {
            return [.line("Totals as they were known here when your membership ended.")]
        }
        var lines: [Phrase] = []
        if group.gate.contains(where: { if case .missing = $0 { true } else { false } }) {
            lines.append(Sentences.historyIncomplete(hasStore: group.hasStore))
        }
        if group.partial.unopened > 0 {
            lines.append(Sentences.waitingToBeDecrypted(group.partial.unopened))
        }
        if !group.partial.isEmpty {
            lines.append("Partial: \(group.partial.words). /status says what to do.")
        }
        if group.myStatus == .pending {
            lines.append(
                GroupFace.closedInvite(group)
                    ?? """
                    \(Sentences.waitingFor(Roster(group).shown(group.organiser))): until then \
                    others see other totals.
                    """)
        }
        if case .none = group.backend {
            return lines.map(TextBlock.line)
        }
        if let last = group.lastSync {
            if environment.now() - last.at > Self.staleAfter {
                lines.append(Sentences.balancesAsOf(staleText(last.at)))
            }
        } else {
            lines.append("Not synced yet: /sync asks the store.")
        }
        return lines.map(TextBlock.line)
    }

    /// The clock of a moment today, with the date for an older one.
    func staleText(_ milliseconds: Int64) -> String {
        let then = time(milliseconds)
        let now = time(environment.now())
        return then.date == now.date ? then.clockText : then.text
    }
}
