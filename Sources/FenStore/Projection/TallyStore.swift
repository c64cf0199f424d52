/// The sums of a group's expenses, in the form that the ledger writes: pieces that are added when
/// they are read, and made one now and then.
package final class TallyStore {
    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// So many pieces of a group are to be made one: seldom enough to cost a write little, often
    /// enough that a reader never adds more.
    package static let mostPieces = 16

    /// Shows the pieces of a group.
    package func forEach(
        in group: GroupNumber, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let statement = try connection.statement("SELECT piece FROM tallies WHERE group_no = ?1")
        defer { statement.finish() }
        statement.bind(group)
        while try statement.step() { try body(statement.raw(0)) }
    }

    /// Adds a piece. Returns whether it is time to make all of them one.
    package func append(_ piece: [UInt8], in group: GroupNumber) throws(StoreError) -> Bool {
        try connection.execute(
            "INSERT INTO tallies(group_no, piece) VALUES(?1, ?2)", group, piece)
        let pieces = try connection.first(
            "SELECT count(*) FROM tallies WHERE group_no = ?1", group,
            as: { (row) throws(StoreError) in Int(row.int(0)) })
        return pieces ?? 0 >= Self.mostPieces
    }

    /// Puts one piece in place of all.
    package func replaceAll(with piece: [UInt8], in group: GroupNumber) throws(StoreError) {
        try removeAll(in: group)
        try connection.execute(
            "INSERT INTO tallies(group_no, piece) VALUES(?1, ?2)", group, piece)
    }

    /// Removes all pieces of a group.
    package func removeAll(in group: GroupNumber) throws(StoreError) {
        try connection.execute("DELETE FROM tallies WHERE group_no = ?1", group)
    }
}
