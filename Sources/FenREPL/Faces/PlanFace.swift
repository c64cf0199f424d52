internal import FenEngine
internal import FenMoney

/// The settle-up plan.
struct PlanFace {
    let group: GroupView

    func result(_ plan: SettlementPlan, unsynced: Int) -> CommandResult {
        let roster = Roster(group)
        let code = group.currency.code
        var result = CommandResult()
        var table = TextTable([.left("who pays"), .left("whom"), .right(), .left()])
        for transfer in plan.transfers {
            table.add(
                roster.shown(transfer.from),
                roster.shown(transfer.to),
                "\(own: AmountFormat.plain(transfer.amount, group.currency))",
                "\(own: code)"
            )
        }
        result.show(table)
        if plan.transfers.isEmpty {
            result.say(
                group.partial.isEmpty
                    ? "All settled up: nobody owes anybody anything."
                    : "Nobody owes anybody anything, as far as is known here.")
        } else {
            let fewest: Phrase = plan.provenFewest ? ", the fewest possible" : ""
            result.say("\(plan.transfers.count, "payment")\(fewest).")
            if !group.gate.isEmpty {
                result.text += refusal(roster)
            } else if let own = plan.transfers.first(where: { $0.from == group.me }) {
                result.say(
                    "/settle \(roster.shown(own.to)) all records yours when you have paid.")
            }
        }
        if unsynced > 0 {
            let sync: Phrase = group.backend == .none ? "" : " /sync before paying."
            result.say("The plan \(Sentences.includesUnsynced(unsynced)).\(sync)")
        }
        result.set("group", .string(group.name))
        result.set("currency", .string(code))
        result.set(
            "transfers",
            .list(plan.transfers) {
                .fields([
                    "from": roster.json($0.from),
                    "to": roster.json($0.to),
                    "amount": .number($0.amount),
                ])
            }
        )
        result.set("proven_fewest", .bool(plan.provenFewest))
        result.set("unsynced", .number(unsynced))
        result.set("partial", group.partial.json)
        return result
    }

    /// Why a payment would be refused now.
    private func refusal(_ roster: Roster) -> [TextBlock] {
        let exit = group.gate.allSatisfy(\.isFork) ? ExitStatus.trust : .incomplete
        let lines: [Phrase] =
            ["No payment can be recorded here now (exit \(exit.rawValue)):"]
            + group.gate.map { "  \(GateFace(group).line($0))" }
            + ["/status says what to do."]
        return lines.map(TextBlock.line)
    }
}
