internal import FenEngine
internal import FenMoney

/// Why the plan of `/settle` is as it is: who settles among themselves, and what they owe and are
/// owed.
struct PlanReasons {
    let group: GroupView
    let pairs: Households

    private struct Part {
        var people: [PartyID]
        var transfers: [Transfer]
    }

    /// Both faces; `balances` are everybody's, each alone.
    func result(
        _ plan: SettlementPlan, _ balances: BalancesView
    ) throws(MoneyError) -> CommandResult {
        let face = PairFace(group, pairs)
        let sums = Dictionary(
            try pairs.merged(balances.rows.map { ($0.party, $0.minor) })
        ) { first, _ in first }
        let parts = parts(of: plan)
        var result = CommandResult()
        if parts.isEmpty { result.say("The plan has no payments: /settle says why.") }
        for part in parts {
            let people = face.roster.ordered(part.people, by: { $0 })
            let listed = people.map { party -> Phrase in
                let sum = AmountFormat.signed(sums[party] ?? 0, group.currency)
                return "\(face.shown(party)) \(own: sum)"
            }
            result.say("\(listed.listed) come to zero, so they settle among themselves:")
            for transfer in part.transfers {
                result.say("  \(sentence(transfer, face))")
            }
        }
        if let first = parts.first?.transfers.first {
            result.text.append(.paragraph(count(parts, plan)))
            let (from, to) = (face.roster.shown(first.from), face.roster.shown(first.to))
            result.text.append(
                .paragraph(
                    """
                    The largest debt is paid to whom most is owed, until both are at zero. /why \
                    \(from) shows the lines behind a balance, /why \(from) \(to) what of each is \
                    between two.
                    """))
        }
        if balances.unsynced > 0 {
            result.say("The plan \(Sentences.includesUnsynced(balances.unsynced)).")
        }
        result.set("group", .string(group.name))
        result.set("currency", .string(group.currency.code))
        result.set(
            "parts",
            .list(parts) { part in
                .fields([
                    "balances": .list(face.roster.ordered(part.people, by: { $0 })) {
                        face.roster.json($0, ["balance": .integer(sums[$0] ?? 0)])
                    },
                    "transfers": PlanFace(group: group).json(part.transfers),
                ])
            }
        )
        result.set("proven_fewest", .bool(plan.provenFewest))
        result.set("pairs", face.json)
        result.set("unsynced", .number(balances.unsynced))
        result.set("partial", group.partial.json)
        return result
    }

    private func sentence(_ transfer: Transfer, _ face: PairFace) -> Phrase {
        let verb: Phrase = pairs.people(with: transfer.from).count > 1 ? "pay" : "pays"
        let amount = AmountFormat.withCode(transfer.amount, group.currency)
        return "\(face.shown(transfer.from)) \(verb) \(face.shown(transfer.to)) \(own: amount)"
    }

    /// Payments tie people together; who is tied to nobody else is at zero without them.
    private func parts(of plan: SettlementPlan) -> [Part] {
        var parts: [Part] = []
        for transfer in plan.transfers {
            var one = Part(people: [transfer.from, transfer.to], transfers: [])
            let place = parts.firstIndex {
                !Set($0.people).isDisjoint(with: one.people)
            }
            parts.removeAll { part in
                guard !Set(part.people).isDisjoint(with: one.people) else { return false }
                one.people += part.people.filter { !one.people.contains($0) }
                one.transfers += part.transfers
                return true
            }
            one.transfers.append(transfer)
            parts.insert(one, at: place ?? parts.count)
        }
        return parts
    }

    private func count(_ parts: [Part], _ plan: SettlementPlan) -> Phrase {
        let people = parts.reduce(0) { $0 + $1.people.count }
        let sum: Phrase =
            """
            \(people) less \(parts.count, "part") that \(parts.count == 1 ? "comes" : "come") to \
            zero by \(parts.count == 1 ? "itself" : "themselves") makes \
            \(plan.transfers.count, "payment")
            """
        return plan.provenFewest
            ? "\(sum): no plan needs fewer."
            : "\(sum). Among so many not every division was tried, so it may not be the fewest."
    }
}
