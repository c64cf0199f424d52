/// Splits as people type them, turned into one of the protocol's four modes.
///
/// `equally`, `Alice 10, Bob 20`, `Alice 10, rest equally`, `Alice 12, Bob 18, rest in
/// proportion`, `equally, Alice +5`, `50%,25%,25%`, `Alice 50%, rest equally`, `percent 50,50`,
/// `shares Alice 2, Bob 1`, `2:1:1`, `items Alice 12.50, Bob+May 9, all 14 tax 5 tip 10%`. Numbers
/// without names go to the participants in their order.
package struct SplitSpecParser {
    /// Finds the party of a typed name; nil for nobody, or an error of its own.
    package typealias Resolver = (String) throws(MoneyError) -> PartyID?

    let amount: Int64
    let currency: Currency
    let participants: [PartyID]
    let payers: [Payment]
    let resolve: Resolver

    /// Prepares to read splits of one expense.
    ///
    /// `participants` are those it is for, in the order they were typed or are shown in; `payers`
    /// decide who takes the odd minor unit of an equal rest.
    package init(
        amount: Int64,
        currency: Currency,
        participants: [PartyID],
        payers: [Payment] = [],
        resolve: @escaping Resolver
    ) {
        self.amount = amount
        self.currency = currency
        self.participants = participants
        self.payers = payers
        self.resolve = resolve
    }

    /// Reads a split; a refusal says what to write instead, or by how much the parts miss.
    package func parse(_ text: String) throws(MoneyError) -> Split {
        guard MoneyLimits.amounts.contains(amount) else {
            throw MoneyUnit.outOfRange("amount", amount)
        }
        guard !participants.isEmpty else {
            throw MoneyError(.badSplit, "there is nobody to split this among")
        }
        let split: Split
        if let bill = try ItemisedBill(text, currencyCode: currency.code) {
            split = try items(bill)
        } else {
            let spec = try SplitSpec(text, currencyCode: currency.code)
            switch try mode(of: spec, text) {
            case .equally: split = try equally(spec, text)
            case .amounts: split = try amounts(spec, text)
            case .percent: split = try percent(spec, text)
            case .shares: split = try shares(spec, text)
            }
        }
        guard split.parts.count <= MoneyLimits.mostParties else {
            throw Self.tooMany(split.parts.count)
        }
        return split
    }

    private static func tooMany(_ count: Int) -> MoneyError {
        MoneyError(
            .badSplit, "\(count) parts are too many for one expense",
            hint: "the most is \(MoneyLimits.mostParties)"
        )
    }

    /// The word in front, or what the numbers look like; refuses numbers of two kinds.
    private func mode(
        of spec: SplitSpec,
        _ text: String
    ) throws(MoneyError) -> SplitSpec.Keyword {
        let numbers = spec.items.filter { $0.number != nil }
        let percents = numbers.count { $0.unit == "%" }
        let weights = numbers.count { $0.unit == "x" }
        let extras = numbers.count { $0.isAdjustment }
        let mixed = MoneyError(
            .badSplit, "\(AmountParser.quote(text)) mixes two kinds of parts",
            hint: "use only amounts, only percent, only shares, or \"equally, Alice +5\""
        )
        if let keyword = spec.keyword, keyword != .equally,
            let below = numbers.compactMap(\.number).first(where: { "-−".contains($0.prefix(1)) })
        {
            throw MoneyError(
                .badSplit, "\(AmountParser.quote(below)) is below zero",
                hint: "leave whoever has no part out of it"
            )
        }
        var mode = spec.keyword
        for (count, kind) in [
            (percents, SplitSpec.Keyword.percent), (weights, .shares), (extras, .equally),
        ] where count > 0 {
            guard mode == nil || mode == kind else { throw mixed }
            guard count == numbers.count || spec.keyword == kind else { throw mixed }
            mode = kind
        }
        return mode ?? .amounts
    }

    /// The party of a name, among the participants.
    func party(named name: String) throws(MoneyError) -> PartyID {
        guard let party = try resolve(name) else {
            throw MoneyError(
                .unknownName, "nobody here is called \(AmountParser.quote(name))",
                hint: "/members lists the names; a split looks like Alice 10, Bob 20"
            )
        }
        guard participants.contains(party) else {
            throw MoneyError(
                .unknownName, "\(name) is not among those this is for",
                hint: "name them behind \"for\" too"
            )
        }
        return party
    }

    /// The items with their parties: by name, or all by position.
    func assigned(
        _ items: [SplitSpec.Item],
        _ text: String
    ) throws(MoneyError) -> [(party: PartyID, item: SplitSpec.Item)] {
        guard items.count <= MoneyLimits.mostParties else { throw Self.tooMany(items.count) }
        var assigned: [(party: PartyID, item: SplitSpec.Item)] = []
        if items.allSatisfy({ $0.name == nil }) {
            guard items.count == participants.count else {
                throw MoneyError(
                    .badSplit,
                    items.count == 1
                        ? "one number for \(participants.count) people"
                        : "\(items.count) numbers for \(participants.count) people",
                    hint: "write one number for each, or names: Alice 10, Bob 20"
                )
            }
            return zip(participants, items).map { (party: $0, item: $1) }
        }
        for item in items {
            guard let name = item.name else {
                throw MoneyError(
                    .badSplit, "\(AmountParser.quote(text)) has a number without a name",
                    hint: "write a name before each number, or before none"
                )
            }
            let party = try party(named: name)
            guard !assigned.contains(where: { $0.party == party }) else {
                throw MoneyError(.badSplit, "\(name) is named twice")
            }
            assigned.append((party, item))
        }
        return assigned
    }

    /// Those the expense is for and the split does not name.
    func others(than named: [PartyID]) throws(MoneyError) -> [PartyID] {
        let rest = participants.filter { !named.contains($0) }
        guard !rest.isEmpty else {
            throw MoneyError(
                .badSplit, "everybody is named, there is nobody left for the rest")
        }
        return rest
    }
}
