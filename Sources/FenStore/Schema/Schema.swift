/// The tables, as SQL.
///
/// Two layers. The *log* layer is what happened and what only this device knows: it is kept and
/// altered step by step when the schema grows. The *projection* layer is computed from the log:
/// it is thrown away and computed again whenever its shape or the rules have changed.
enum Schema {
    /// The version that this fen writes, kept in `PRAGMA user_version`.
    static let version = 1 + Migrations.steps.count

    /// "fen1": lets `file(1)` and fen tell this database from any other.
    static let applicationID = 0x6665_6e31

    /// Everything that a new home begins with.
    static let all = [meta, groups, events, besides, sync, people, gate, gaps, rates, projection]

    /// Facts about this database itself, and secrets apart from everything else.
    private static let meta = """
        CREATE TABLE meta(
            key TEXT PRIMARY KEY,
            value NOT NULL) WITHOUT ROWID;
        INSERT INTO meta VALUES('store_id', randomblob(16));
        CREATE TABLE secrets(
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE settings(
            group_no INTEGER NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY(group_no, key)) WITHOUT ROWID;
        """

    /// Groups, their keys, and the authors of each as small numbers (a log is one author in one
    /// group). `stored_count` and the maxima follow the events; the rest is the engine's.
    private static let groups = """
        CREATE TABLE groups(
            group_no INTEGER PRIMARY KEY,
            group_id BLOB NOT NULL UNIQUE,
            founder BLOB NOT NULL,
            name TEXT NOT NULL,
            currency TEXT NOT NULL,
            state TEXT NOT NULL,
            is_lab INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            descriptor BLOB);
        CREATE TABLE group_keys(
            group_no INTEGER NOT NULL,
            key_id BLOB NOT NULL,
            epoch INTEGER NOT NULL,
            secret BLOB NOT NULL,
            received_at INTEGER NOT NULL,
            PRIMARY KEY(group_no, key_id)) WITHOUT ROWID;
        CREATE TABLE key_names(
            key_no INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL UNIQUE);
        CREATE TABLE logs(
            log_no INTEGER PRIMARY KEY,
            group_no INTEGER NOT NULL,
            author BLOB NOT NULL,
            stored_count INTEGER NOT NULL DEFAULT 0,
            max_seq INTEGER NOT NULL DEFAULT 0,
            max_lamport INTEGER NOT NULL DEFAULT 0,
            contiguous_seq INTEGER NOT NULL DEFAULT 0,
            claimed_seq INTEGER NOT NULL DEFAULT 0,
            is_forked INTEGER NOT NULL DEFAULT 0,
            UNIQUE(group_no, author));
        """

    /// The events. Two narrow indexes carry every look-up: number within a log (also "is it
    /// stored?", since an id commits to author and number), and the first eight bytes of the id,
    /// whose collisions, which can be made on purpose, are told apart by the whole id. The
    /// partial ones cost only the few events they are about.
    private static let events = """
        CREATE TABLE events(
            row INTEGER PRIMARY KEY,
            group_no INTEGER NOT NULL,
            log_no INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            lamport INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            is_control INTEGER NOT NULL,
            chain_state INTEGER NOT NULL,
            sig_state INTEGER NOT NULL,
            label TEXT,
            target64 INTEGER,
            target BLOB,
            created_at INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            key_no INTEGER NOT NULL,
            id64 INTEGER NOT NULL,
            id BLOB NOT NULL,
            prev BLOB NOT NULL,
            nonce BLOB NOT NULL,
            sig BLOB NOT NULL,
            ct BLOB NOT NULL);
        CREATE INDEX events_by_seq ON events(log_no, seq, chain_state);
        CREATE INDEX events_by_id ON events(id64);
        \(eventsInOrder)
        CREATE INDEX events_by_target ON events(target64) WHERE target64 IS NOT NULL;
        CREATE INDEX events_control ON events(group_no) WHERE is_control = 1;
        CREATE INDEX events_labelled ON events(group_no, label) WHERE label IS NOT NULL;
        CREATE INDEX events_unconnected ON events(log_no, seq) WHERE chain_state <> 0;
        CREATE INDEX events_waiting ON events(prev) WHERE chain_state = 1;
        CREATE TABLE unpublished(
            row INTEGER PRIMARY KEY,
            log_no INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            since INTEGER NOT NULL);
        CREATE INDEX unpublished_by_seq ON unpublished(log_no, seq);
        """

    /// Lines that are kept but are no events (yet).
    private static let besides = """
        CREATE TABLE held_lines(
            group_no INTEGER NOT NULL,
            id BLOB NOT NULL,
            author BLOB NOT NULL,
            seq INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            line BLOB NOT NULL,
            PRIMARY KEY(group_no, id)) WITHOUT ROWID;
        CREATE TABLE aside_lines(
            aside_no INTEGER PRIMARY KEY,
            group_no INTEGER NOT NULL,
            digest BLOB NOT NULL,
            reason TEXT NOT NULL,
            author BLOB,
            received_at INTEGER NOT NULL,
            line BLOB NOT NULL,
            UNIQUE(group_no, digest));
        CREATE TABLE drafts(
            draft_no INTEGER PRIMARY KEY,
            group_no INTEGER,
            phase TEXT NOT NULL,
            command TEXT NOT NULL,
            event BLOB,
            created_at INTEGER NOT NULL);
        """

    /// What was read from where, and how each of the own files stands.
    private static let sync = """
        CREATE TABLE outbox(
            group_no INTEGER NOT NULL,
            path TEXT NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            next_at INTEGER,
            failing_since INTEGER,
            code TEXT,
            message TEXT,
            etag TEXT,
            size INTEGER NOT NULL,
            published_seq INTEGER NOT NULL,
            PRIMARY KEY(group_no, path)) WITHOUT ROWID;
        CREATE TABLE cursors(
            group_no INTEGER NOT NULL,
            source TEXT NOT NULL,
            path TEXT NOT NULL,
            etag TEXT,
            offset INTEGER NOT NULL,
            size INTEGER NOT NULL,
            last_id BLOB,
            PRIMARY KEY(group_no, source, path)) WITHOUT ROWID;
        CREATE TABLE passes(
            pass_no INTEGER PRIMARY KEY,
            group_no INTEGER NOT NULL,
            source TEXT NOT NULL,
            at INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            sent INTEGER NOT NULL,
            received INTEGER NOT NULL);
        CREATE INDEX passes_by_group ON passes(group_no, pass_no);
        """

    /// Invitations and friends.
    private static let people = """
        CREATE TABLE invites(
            group_no INTEGER NOT NULL,
            invite_id BLOB NOT NULL,
            name TEXT NOT NULL,
            token BLOB NOT NULL,
            issued_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY(group_no, invite_id)) WITHOUT ROWID;
        CREATE TABLE friends(
            member BLOB PRIMARY KEY,
            name TEXT NOT NULL,
            is_verified INTEGER NOT NULL,
            added_at INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// What this person goes on without at the gate.
    static let gate = """
        CREATE TABLE acknowledgements(
            group_no INTEGER NOT NULL,
            author BLOB NOT NULL,
            kind INTEGER NOT NULL,
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            id BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY(group_no, author, kind, low, high, epoch, id)) WITHOUT ROWID;
        """

    /// Since when something has been missing, range by range.
    static let gaps = """
        CREATE TABLE gaps(
            group_no INTEGER NOT NULL,
            author BLOB NOT NULL,
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY(group_no, author, low)) WITHOUT ROWID;
        """

    /// Finds the newest events of a group among many.
    static let eventsInOrder =
        "CREATE INDEX IF NOT EXISTS events_in_order ON events(group_no, lamport);"
}
