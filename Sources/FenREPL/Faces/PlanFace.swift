internal import FenEngine
internal import FenMoney

/// The settle-up plan.
struct PlanFace {
    let group: GroupView

    func result(
        _ plan: SettlementPlan, unsynced: Int, pairs: Households = Households()
    ) -> CommandResult {
        let roster = Roster(group)
        let face = PairFace(group, pairs)
        let code = group.currency.code
        var result = CommandResult()
        var table = TextTable([.left("who pays"), .left("whom"), .right(), .left()])
        for transfer in plan.transfers {
            table.add(
                face.shown(transfer.from),
                face.shown(transfer.to),
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
            result.say("\(plan.transfers.count, "payment")\(fewest). /settle why says why these.")
            for line in named(plan, face) { result.say(line) }
            if !group.gate.isEmpty {
                result.text += refusal(roster)
            } else if let own = plan.transfers.first(where: { pairs.areOne($0.from, group.me) }) {
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
        result.set("transfers", json(plan.transfers))
        result.set("proven_fewest", .bool(plan.provenFewest))
        result.set("pairs", face.json)
        result.set("unsynced", .number(unsynced))
        result.set("partial", group.partial.json)
        return result
    }

    /// Payments in the JSON face.
    func json(_ transfers: [Transfer]) -> OutputJSON {
        let roster = Roster(group)
        return .list(transfers) {
            .fields([
                "from": roster.json($0.from),
                "to": roster.json($0.to),
                "amount": .number($0.amount),
            ])
        }
    }

    /// Whom of those who settle as one the payments name, since a payment is between two people.
    private func named(_ plan: SettlementPlan, _ face: PairFace) -> [Phrase] {
        var lines: [Phrase] = []
        var told: Set<PartyID> = []
        for transfer in plan.transfers {
            for (party, what) in [(transfer.from, "debt"), (transfer.to, "credit")]
            where face.people(with: party).count > 1 && told.insert(party).inserted {
                lines.append(
                    """
                    \(face.shown(party)) settle as one; it is recorded as \
                    \(face.roster.shown(party))'s, whose \(own: what) is the larger.
                    """)
            }
        }
        return lines
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
