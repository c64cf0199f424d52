/// Every command that works, once: `/help`, `--help`, completion and the README's reference are
/// made from this list.
package enum CommandTable {
    /// The commands in the order of `/help`.
    package static let all: [CommandSpec] =
        StartCommands.all + LessonCommands.all + TeachingCommands.all + ChannelCommands.all
        + TimelineCommands.all
        + JoiningCommands.all
        + JoinCommands.all + MemberCommands.all + TableCommands.all + FriendCommands.all
        + GuestCommands.all
        + MoneyCommands.all + ExpenseCommands.all + BalanceCommands.all + LookingCommands.all
        + SettleCommands.all + PairCommands.all + RateCommands.all + RepriceCommands.all
        + BackendCommands.all
        + SyncCommands.all
        + PeerCommands.all
        + GateCommands.all
        + IdentityCommands.all + SuccessionCommands.all + LateCommands.all
        + PhraseCommands.all + BackupCommands.all + RestoreCommands.all
        + VouchCommands.all + RekeyCommands.all
        + VerifyCommands.all + LockCommands.all + ForgetCommands.all
        + LogCommands.all + ProofCommands.all + WireCommands.all + LabCommands.all
        + ExportCommands.all + ImportCommands.all + DiagnosticsCommands.all

    private static let byName: [String: CommandSpec] = Dictionary(
        all.flatMap { spec in ([spec.name] + spec.aliases).map { ($0, spec) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The command of exactly this name.
    package static func named(_ name: String) -> CommandSpec? {
        byName[name]
    }

    /// The command somebody typed: its name, or the beginning of exactly one.
    package static func find(_ typed: String) throws(UsageError) -> CommandSpec {
        let word = typed.lowercased()
        if let exact = byName[word] { return exact }
        let names = all.map(\.name)
        let matches = names.filter { !word.isEmpty && $0.hasPrefix(word) }
        if matches.count == 1, let only = byName[matches[0]] { return only }
        if matches.count > 1 {
            let list = matches.sorted().map { "/" + $0 }.joined(separator: ", ")
            throw UsageError("/\(typed) could be \(list).", hint: "Type a few letters more.")
        }
        let nearest = Nearest.words(to: word, among: names).map { "/" + $0 }
        let hint = nearest.isEmpty ? "" : "Nearest: \(nearest.joined(separator: ", ")). "
        throw UsageError("There is no command /\(typed).", hint: hint + "/help lists what works.")
    }

    /// The commands that somebody may mean by this: the one of exactly this name, else those whose
    /// names begin so, else the nearest ones. For whoever has to be careful, not to run one.
    static func possible(_ typed: String) -> [CommandSpec] {
        let word = typed.lowercased()
        if let exact = named(word) { return [exact] }
        let begun = all.filter { $0.name.hasPrefix(word) }
        if !begun.isEmpty { return begun }
        return Nearest.words(to: word, among: all.map(\.name)).compactMap(named)
    }

    /// The commands of a group, in their order.
    package static func commands(in group: CommandGroup) -> [CommandSpec] {
        all.filter { $0.group == group }
    }
}
