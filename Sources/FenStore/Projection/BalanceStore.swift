package import FenEncoding

/// What each party of a group is owed (above zero) or owes, in minor units of its currency.
///
/// An amount is kept as an integer as long as it fits one, and as decimal text beyond.
package final class BalanceStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// All balances of a group, by party; a party that was never part of anything has none.
    package func all(
        in group: GroupNumber
    ) throws(StoreError) -> [(party: Bytes32, amount: Int128)] {
        try connection.all(
            "SELECT party, amount FROM balances WHERE group_no = ?1 ORDER BY party", group,
            as: { (row) throws(StoreError) in
                (party: try row.fixed(0), amount: try Self.amount(row, 1))
            })
    }

    /// A party's balance; zero when there is none.
    package func amount(
        of party: Bytes32, in group: GroupNumber
    ) throws(StoreError) -> Int128 {
        try connection.first(
            "SELECT amount FROM balances WHERE group_no = ?1 AND party = ?2", group, party,
            as: { (row) throws(StoreError) in try Self.amount(row, 0) }) ?? 0
    }

    /// Sets a party's balance.
    package func set(
        _ amount: Int128, of party: Bytes32, in group: GroupNumber
    ) throws(StoreError) {
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO balances(group_no, party, amount) VALUES(?1, ?2, ?3)")
        defer { statement.finish() }
        statement.bind(group, party)
        if let small = Int64(exactly: amount) {
            statement.bind(small, at: 3)
        } else {
            statement.bind(String(amount), at: 3)
        }
        try statement.run()
    }

    /// Adds to a party's balance. Sums of all that a ledger can hold stay far within the range.
    package func add(
        _ change: Int128, to party: Bytes32, in group: GroupNumber
    ) throws(StoreError) {
        let (sum, overflow) = try amount(of: party, in: group).addingReportingOverflow(change)
        guard !overflow else {
            throw StoreError(.constraint, "A balance has grown beyond all bounds.")
        }
        try set(sum, of: party, in: group)
    }

    /// Removes a party's balance.
    package func remove(
        _ party: Bytes32, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            "DELETE FROM balances WHERE group_no = ?1 AND party = ?2", group, party)
    }

    /// Removes all balances of a group.
    package func removeAll(in group: GroupNumber) throws(StoreError) {
        try connection.execute("DELETE FROM balances WHERE group_no = ?1", group)
    }

    private static func amount(
        _ row: Statement, _ column: Int32
    ) throws(StoreError) -> Int128 {
        if row.isInteger(column) { return Int128(row.int(column)) }
        guard let amount = Int128(row.text(column)) else {
            throw .corrupt("a balance that is no number")
        }
        return amount
    }
}
