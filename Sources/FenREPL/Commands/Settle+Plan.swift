internal import FenEngine
internal import FenMoney

extension SettleCommands {
    /// The payment of the plan from one to the other, or from and to those who settle as one with
    /// them; between two of a pair what one owes as far as the other is owed it.
    static func planned(
        _ session: isolated ReplSession,
        from: PartyID,
        to: PartyID,
        group: GroupView,
        roster: Roster,
        balances: BalancesView
    ) async throws -> Transfer {
        let pairs = balances.pairs
        if pairs.areOne(from, to) {
            func balance(_ party: PartyID) -> Int128 {
                balances.rows.first { $0.party == party }?.minor ?? 0
            }
            guard let amount = Int64(exactly: min(-balance(from), balance(to))), amount > 0 else {
                throw UsageError(
                    "\(roster.name(from)) and \(roster.name(to)) settle as one, and "
                        + "\(roster.name(from)) owes \(roster.name(to)) nothing.",
                    hint: "/balances shows each; or say the amount: "
                        + "/settle \(roster.name(to)) 32.50"
                )
            }
            return Transfer(from: from, to: to, amount: amount)
        }
        let plan = try await session.engine.plan(in: group.id)
        guard
            let transfer = plan.transfers.first(where: {
                pairs.areOne($0.from, from) && pairs.areOne($0.to, to)
            })
        else {
            throw UsageError(
                "The plan has no payment from \(roster.name(from)) to \(roster.name(to)).",
                hint: "/settle shows the plan; or say the amount: /settle \(roster.name(to)) 32.50"
            )
        }
        return transfer
    }

    /// Whether a word asks why the plan is as it is.
    static func isWhy(_ word: Token) -> Bool {
        CommandTable.named("settle")?.isReading(word) ?? false
    }

    /// What each payment of the plan comes from.
    static func reasons(
        _ session: isolated ReplSession,
        _ group: GroupView
    ) async throws -> CommandResult {
        let plan = try await session.engine.plan(in: group.id)
        let balances = try await session.engine.balances(in: group.id)
        var result = try PlanReasons(group: group, pairs: balances.pairs).result(plan, balances)
        result.text += session.totalMarks(group)
        return result
    }

    /// The plan.
    static func plan(
        _ session: isolated ReplSession,
        _ group: GroupView
    ) async throws -> CommandResult {
        let plan = try await session.engine.plan(in: group.id)
        let balances = try await session.engine.balances(in: group.id)
        var result = PlanFace(group: group).result(
            plan, unsynced: balances.unsynced, pairs: balances.pairs)
        result.text += session.totalMarks(group)
        return result
    }
}
