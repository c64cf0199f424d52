import FenEncoding
package import FenMoney

/// Makes money of rows, once it is known who the people of the file are here. Pure.
package struct ImportMaker: Sendable {
    /// What a row becomes.
    package enum Made: Equatable, Sendable {
        /// An expense or a refund, with what is to be noted beside it.
        case expense(MoneyUnit, note: String?)
        /// A payment.
        case payment(from: PartyID, to: PartyID, Amount, settlementAmount: Int64, rate: Rate?)
    }

    private let currency: Currency
    private let rates: [Currency: Rate]
    private let parties: [String: PartyID]

    /// A maker for a group's currency and agreed rates, and for who each name of the file is.
    package init(currency: Currency, rates: [Currency: Rate], parties: [String: PartyID]) {
        self.currency = currency
        self.rates = rates
        self.parties = parties
    }

    /// The currencies of rows for which there is no rate, in the order of their codes.
    package static func missingRates(
        _ rows: some Sequence<ImportedRow>, currency: Currency, rates: [Currency: Rate]
    ) -> [Currency] {
        var missing: Set<Currency> = []
        for row in rows where row.currency != currency && rates[row.currency] == nil {
            if row.conversion?.currency != currency { missing.insert(row.currency) }
        }
        return missing.sorted { $0.code < $1.code }
    }

    /// What a row becomes; nil where it moves nothing, since two names of the file are one person.
    package func make(_ row: ImportedRow) throws(ImportError) -> Made? {
        do throws(ImportError) {
            return try row.kind == .payment ? payment(row) : expense(row)
        } catch {
            throw error.inRow(row.row)
        }
    }

    private func payment(_ row: ImportedRow) throws(ImportError) -> Made? {
        guard let payer = row.paid.first, let payee = row.parts.first else { return nil }
        let (from, to) = (try party(payer.name), try party(payee.name))
        guard from != to else { return nil }
        guard MoneyLimits.amounts.contains(row.amount) else {
            throw ImportError("The payment is zero, negative or too large to record.")
        }
        let (settlement, rate) = try converted(row)
        guard MoneyLimits.amounts.contains(settlement) else {
            throw ImportError("The payment is zero, negative or too large to record.")
        }
        return .payment(
            from: from, to: to, Amount(minorUnits: row.amount, currency: row.currency),
            settlementAmount: settlement, rate: rate)
    }

    private func expense(_ row: ImportedRow) throws(ImportError) -> Made? {
        let (settlement, rate) = try converted(row)
        let payers = try merged(row.paid).map { Payment(party: $0.0, amount: $0.1) }
        var fault: MoneyError?
        for split in try splits(row) {
            let unit = MoneyUnit(
                amount: row.amount, currency: row.currency, paidBy: payers, split: split,
                settlementAmount: settlement, rate: rate, refund: row.kind == .refund,
                typed: split.mode == row.mode ? row.typed : nil)
            do throws(MoneyError) {
                try unit.validate(groupCurrency: currency)
                if try comesOut(unit, row) { return .expense(unit, note: row.note) }
            } catch {
                fault = fault ?? error
            }
        }
        if let exact = row.exact, exact.currency == currency, row.currency != currency {
            return .expense(try plain(exact, row), note: note(row, rate))
        }
        throw ImportError(
            fault.map { ImportError.sentence($0.message) }
                ?? "Its shares do not come out to the minor unit.")
    }

    /// The splits to be tried, the one of the file first; where the file has amounts only, an equal
    /// one before them, which is easier to edit later.
    private func splits(_ row: ImportedRow) throws(ImportError) -> [Split] {
        let parts = try merged(row.parts)
        var splits: [Split] = []
        if row.mode == .amount, row.exact?.currency == row.currency, row.typed == nil, !row.hasID {
            splits.append(Split.equally(parts.map(\.0)))
        }
        if row.mode == .equal, parts.contains(where: { $0.1 != 1 }) {
            splits.append(split(.shares, parts))
        } else {
            splits.append(split(row.mode, parts))
        }
        if let exact = row.exact, exact.currency == row.currency {
            splits.append(split(.amount, try merged(exact.owed)))
        }
        return splits
    }

    private func split(_ mode: SplitMode, _ parts: [(PartyID, Int64)]) -> Split {
        Split(mode: mode, parts: parts.map { SplitPart(party: $0.0, value: $0.1) })
    }

    /// Whether a unit moves for everybody what the file says, where it says it exactly.
    private func comesOut(
        _ unit: MoneyUnit, _ row: ImportedRow
    ) throws(MoneyError) -> Bool {
        guard let exact = row.exact else { return true }
        let isGroups = exact.currency == currency
        guard isGroups || exact.currency == unit.currency else { return true }
        var moves: [PartyID: Int64] = [:]
        let paid =
            isGroups
            ? try Allocation.payerParts(of: unit.settlementAmount, payers: unit.paidBy)
            : unit.paidBy.map { ($0.party, $0.amount) }
        for (party, amount) in paid { moves[party, default: 0] += amount }
        for (party, amount) in try unit.shares(inGroupCurrency: isGroups) {
            moves[party, default: 0] -= amount
        }
        for part in exact.paid { moves[parties[part.name] ?? PartyID(), default: 0] -= part.value }
        for part in exact.owed { moves[parties[part.name] ?? PartyID(), default: 0] += part.value }
        return moves.values.allSatisfy { $0 == 0 }
    }

    /// The row in the group's currency, split by amounts: the last resort where odd minor units
    /// would fall to other people here.
    private func plain(
        _ exact: ImportedExact, _ row: ImportedRow
    ) throws(ImportError) -> MoneyUnit {
        let payers = try merged(exact.paid).map { Payment(party: $0.0, amount: $0.1) }
        let sum = payers.reduce(Int64(0)) { $0 + $1.amount }
        let unit = MoneyUnit(
            amount: sum, currency: currency, paidBy: payers,
            split: split(.amount, try merged(exact.owed)), settlementAmount: sum,
            refund: row.kind == .refund)
        do throws(MoneyError) {
            try unit.validate(groupCurrency: currency)
        } catch {
            throw ImportError("Its shares do not come out to the minor unit.")
        }
        return unit
    }

    private func note(_ row: ImportedRow, _ rate: Rate?) -> String {
        let paid = AmountFormat.withCode(row.amount, row.currency)
        let words = rate.map { "\(paid) at \($0.text)" } ?? paid
        return [words, row.note].compactMap(\.self).joined(separator: "\n")
    }

    /// The parts by party, ascending; what two names of one person have is added up, and parts of
    /// nothing are left out.
    private func merged(_ parts: [ImportedPart]) throws(ImportError) -> [(PartyID, Int64)] {
        var sums: [PartyID: Int64] = [:]
        for part in parts where part.value != 0 {
            let party = try party(part.name)
            let (sum, overflows) = (sums[party] ?? 0).addingReportingOverflow(part.value)
            if overflows { throw ImportError("Its parts are out of reach.") }
            sums[party] = sum
        }
        return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func party(_ name: String) throws(ImportError) -> PartyID {
        if let party = parties[name] { return party }
        throw ImportError("\(ImportError.quote(name)) is nobody here.")
    }

    private func converted(_ row: ImportedRow) throws(ImportError) -> (Int64, Rate?) {
        if row.currency == currency { return (row.amount, nil) }
        if let given = row.conversion, given.currency == currency {
            return (given.amount, given.rate)
        }
        guard let rate = rates[row.currency] else {
            throw ImportError(
                "There is no rate for \(row.currency.code).",
                hint: "Agree on one, such as /rate \(row.currency.code) 0.915.")
        }
        do throws(MoneyError) {
            return (
                try Conversion.convert(
                    minor: row.amount, from: row.currency, to: currency, rate: rate),
                rate
            )
        } catch {
            throw ImportError(ImportError.sentence(error.message))
        }
    }
}
