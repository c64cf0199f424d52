import Testing

@testable import FenStore

/// Every question that is asked once an event must be answered by an index.
@Suite("Query plans")
struct PlanTests {
    private static let expected: [(query: String, index: String)] = [
        ("SELECT row, id FROM events WHERE log_no = ?1 AND seq = ?2", "events_by_seq"),
        ("SELECT row FROM events WHERE id64 = ?1 AND id = ?2 AND group_no = ?3", "events_by_id"),
        ("SELECT id FROM events WHERE id64 BETWEEN ?1 AND ?2 AND +group_no = ?3", "events_by_id"),
        (
            """
            SELECT row FROM events WHERE group_no = ?1 AND chain_state <> 2
            ORDER BY lamport DESC, id DESC LIMIT ?2
            """, "events_in_order"
        ),
        ("SELECT row FROM events WHERE group_no = ?1 AND lamport > ?2", "events_in_order"),
        (
            "SELECT row FROM events WHERE target64 = ?1 AND target = ?2 AND group_no = ?3",
            "events_by_target"
        ),
        ("SELECT row FROM events WHERE group_no = ?1 AND is_control = 1", "events_control"),
        ("SELECT row FROM events WHERE group_no = ?1 AND label = ?2", "events_labelled"),
        (
            "SELECT count(*) FROM events WHERE group_no = ?1 AND label = ?2 AND log_no = ?3",
            "events_labelled"
        ),
        (
            "SELECT seq FROM events WHERE log_no = ?1 AND chain_state <> 2 ORDER BY seq",
            "COVERING INDEX events_by_seq"
        ),
        (
            """
            SELECT e.row FROM events e JOIN logs l ON l.log_no = e.log_no
            WHERE e.prev = ?1 AND e.chain_state = 1 AND e.group_no = ?2
            """, "events_waiting"
        ),
        ("SELECT DISTINCT target FROM events WHERE target64 IS NOT NULL", "events_by_target"),
        ("SELECT count(*) FROM unpublished WHERE log_no = ?1", "unpublished_by_seq"),
        (
            """
            SELECT state FROM entries WHERE group_no = ?1 AND lamport <= ?2
            ORDER BY lamport DESC, id DESC LIMIT 50
            """, "entries_in_order"
        ),
    ]

    @Test("are by index", arguments: expected)
    func plan(_ query: String, _ index: String) throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            let plan = try database.connection.all(
                Query("EXPLAIN QUERY PLAN " + query),
                as: { (row) throws(StoreError) in row.text(3) })
            #expect(plan.joined(separator: "; ").contains(index), "\(plan)")
        }
    }

    @Test("Unpublished events come without being sorted")
    func unsorted() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            let plan = try database.connection.all(
                Query(
                    """
                    EXPLAIN QUERY PLAN SELECT e.ct FROM events e
                    JOIN unpublished u ON u.row = e.row WHERE u.log_no = ?1 ORDER BY u.seq, u.row
                    """),
                as: { (row) throws(StoreError) in row.text(3) })
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}
