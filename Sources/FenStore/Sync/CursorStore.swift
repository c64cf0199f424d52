package import FenEncoding

/// How far a file of somebody's has been read and verified.
package struct Cursor: Hashable, Sendable {
    /// The object's path in the source.
    package var path: String
    /// The version that was read.
    package var etag: String?
    /// The first byte that has not been dealt with.
    package var offset: Int
    /// The size the object had.
    package var size: Int
    /// The id of the last event before the offset: a tail is taken only if it goes on from here.
    package var lastID: Bytes32?

    /// A file of which nothing has been read.
    package init(
        path: String, etag: String? = nil, offset: Int = 0, size: Int = 0, lastID: Bytes32? = nil
    ) {
        self.path = path
        self.etag = etag
        self.offset = offset
        self.size = size
        self.lastID = lastID
    }
}

/// What has been read from where. A source is a store or a file, by a name that the engine gives.
package final class CursorStore {
    let connection: Connection

    init(connection: Connection) { self.connection = connection }

    /// All cursors of a source, by path.
    package func all(
        of source: String, in group: GroupNumber
    ) throws(StoreError) -> [String: Cursor] {
        let cursors = try connection.all(
            """
            SELECT path, etag, offset, size, last_id FROM cursors
            WHERE group_no = ?1 AND source = ?2
            """, group, source, as: Self.cursor)
        return Dictionary(cursors.map { ($0.path, $0) }) { first, _ in first }
    }

    /// One cursor, or nil.
    package func find(
        _ path: String, of source: String, in group: GroupNumber
    ) throws(StoreError) -> Cursor? {
        try connection.first(
            """
            SELECT path, etag, offset, size, last_id FROM cursors
            WHERE group_no = ?1 AND source = ?2 AND path = ?3
            """, group, source, path, as: Self.cursor)
    }

    /// Moves a cursor.
    package func put(
        _ cursor: Cursor, of source: String, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO cursors(group_no, source, path, etag, offset, size, last_id)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, group, source, cursor.path, cursor.etag, cursor.offset, cursor.size,
            cursor.lastID)
    }

    /// Forgets what has been read: of a source, or of all sources of a group.
    package func removeAll(
        of source: String? = nil, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            "DELETE FROM cursors WHERE group_no = ?1 AND (?2 IS NULL OR source = ?2)", group,
            source)
    }

    private static func cursor(_ row: Statement) throws(StoreError) -> Cursor {
        Cursor(
            path: row.text(0), etag: row.optionalText(1), offset: Int(row.int(2)),
            size: Int(row.int(3)), lastID: try row.optionalFixed(4))
    }
}

extension CursorStore {
    /// Forgets how far one file has been read.
    package func remove(
        _ path: String, of source: String, in group: GroupNumber
    ) throws(StoreError) {
        try connection.execute(
            "DELETE FROM cursors WHERE group_no = ?1 AND source = ?2 AND path = ?3", group, source,
            path)
    }
}
