import FenEncoding
import Foundation
import TestSupport
import Testing

@testable import FenStore

/// What each schema step does to a home of the version before.
@Suite("Schema steps")
struct MigrationTests {
    @Test("1 to 2: links of invites are gone from the file, the invites stay")
    func withoutLinks() throws {
        try withHome { home in
            var samples = Samples()
            let invite = InviteRecord(
                id: samples.fixed(), name: "Bob", token: samples.fixed(), issuedAt: 1, expiresAt: 2)
            let link = "fen://join#s=" + String(repeating: "secret", count: 40)
            let group: GroupNumber
            do {
                let database = try Database.open(home, mode: .readWrite)
                group = try database.transaction { try database.groups.insert(samples.group()) }
                try database.transaction { try database.invites.put(invite, in: group) }
                try database.connection.runScript(
                    """
                    ALTER TABLE invites ADD COLUMN link TEXT NOT NULL DEFAULT '';
                    ALTER TABLE invites ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
                    ALTER TABLE invites ADD COLUMN used_by BLOB;
                    UPDATE invites SET link = '\(link)', state = 'used', used_by = x'00';
                    PRAGMA user_version = 1;
                    """)
                try database.close()
            }
            #expect(try Data(contentsOf: file(home)).contains(link.utf8))
            let database = try Database.open(home, mode: .readWrite)
            #expect(try database.invites.all(in: group) == [invite])
            #expect(database.needsRebuild)
            try database.close()
            #expect(try !Data(contentsOf: file(home)).contains(link.utf8))
        }
    }

    @Test("1 to 4: acknowledgements and gaps of older shapes make place for those of today")
    func withGaps() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let group: GroupNumber
            do {
                let database = try Database.open(home, mode: .readWrite)
                group = try database.transaction { try database.groups.insert(samples.group()) }
                try database.connection.runScript(
                    """
                    ALTER TABLE invites ADD COLUMN link TEXT NOT NULL DEFAULT '';
                    ALTER TABLE invites ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
                    ALTER TABLE invites ADD COLUMN used_by BLOB;
                    DROP TABLE acknowledgements;
                    DROP TABLE gaps;
                    CREATE TABLE acknowledgements(group_no INTEGER NOT NULL, author BLOB NOT NULL,
                        PRIMARY KEY(group_no, author)) WITHOUT ROWID;
                    PRAGMA user_version = 1;
                    """)
                try database.close()
            }
            for version in [1, 3] {
                let database = try Database.open(home, mode: .readWrite)
                #expect(database.needsRebuild)
                let gap = GapRecord(author: author, range: 2...3, since: 7)
                let acknowledged = AcknowledgementRecord(
                    author: author, subject: .missing(2...3), at: 8)
                #expect(try database.gaps.all(in: group).isEmpty)
                try database.transaction {
                    try database.gaps.replace(with: [gap], in: group)
                    try database.acknowledgements.put(acknowledged, in: group)
                }
                #expect(try database.gaps.all(in: group) == [gap], "from \(version)")
                #expect(try database.acknowledgements.all(in: group) == [acknowledged])
                // As version 3 had it.
                try database.connection.runScript(
                    """
                    DROP TABLE gaps;
                    CREATE TABLE gaps(group_no INTEGER NOT NULL, author BLOB NOT NULL,
                        since INTEGER NOT NULL, PRIMARY KEY(group_no, author)) WITHOUT ROWID;
                    PRAGMA user_version = 3;
                    """)
                try database.close()
            }
            let database = try Database.open(home, mode: .readWrite)
            #expect(try database.acknowledgements.all(in: group).count == 1, "3 to 4 keeps them")
            try database.close()
        }
    }

    @Test("4 to 6: places for sums and fetched rates, an index; everything else stays")
    func withTalliesAndRates() throws {
        try withHome { home in
            var samples = Samples()
            let gap = GapRecord(author: samples.fixed(), range: 2...3, since: 7)
            let group: GroupNumber
            do {
                let database = try Database.open(home, mode: .readWrite)
                group = try database.transaction { try database.groups.insert(samples.group()) }
                try database.transaction { try database.gaps.replace(with: [gap], in: group) }
                try database.connection.runScript(
                    """
                    DROP TABLE fetched_rates;
                    DROP TABLE tallies;
                    DROP INDEX events_in_order;
                    PRAGMA user_version = 4;
                    """)
                try database.close()
            }
            let database = try Database.open(home, mode: .readWrite)
            #expect(database.needsRebuild)
            #expect(try database.gaps.all(in: group) == [gap])
            #expect(try database.fetchedRates.newest("USD", in: "EUR") == nil)
            try database.transaction {
                let isTime = try database.tallies.append([1], in: group)
                #expect(!isTime)
            }
            let index = try database.connection.first(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'events_in_order'",
                as: { (row) throws(StoreError) in row.int(0) })
            #expect(index == 1)
            try database.close()
        }
    }

    @Test("6 to 7: entries of the older shape make place for those of today")
    func withoutContributions() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let group: GroupNumber
            let event: EventNumber
            let record = samples.event(author, 1, lamport: 1)
            let entry = EntryRecord(
                id: record.id, lamport: 1, kind: 14, flags: 0, author: author, seq: 1,
                state: samples.bytes(40))
            do {
                let database = try Database.open(home, mode: .readWrite)
                group = try database.transaction { try database.groups.insert(samples.group()) }
                event = try database.transaction {
                    let log = try database.events.logNumber(of: author, in: group)
                    let event = try database.events.insert(record, in: group)
                    try database.entries.put(entry, event: event, log: log, in: group)
                    return event
                }
                try database.connection.runScript(
                    """
                    ALTER TABLE entries ADD COLUMN contribution BLOB;
                    PRAGMA user_version = 6;
                    """)
                try database.close()
            }
            let database = try Database.open(home, mode: .readWrite)
            #expect(database.needsRebuild)
            #expect(try database.entries.find(event: event) == nil)
            #expect(try database.events.find(record.id, in: group) != nil)
            let columns = try database.connection.first(
                "SELECT count(*) FROM pragma_table_info('entries') WHERE name = 'contribution'",
                as: { (row) throws(StoreError) in row.int(0) })
            #expect(columns == 0)
            try database.close()
        }
    }

    @Test("fetched rates: by the day asked for, else by the day answered; the newest")
    func fetchedRates() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            func rate(_ asked: String, _ answered: String, _ text: String) -> FetchedRateRecord {
                FetchedRateRecord(
                    base: "USD", quote: "EUR", asked: asked, answered: answered, rate: text,
                    source: "frankfurter", fetchedAt: 7, isFinal: true)
            }
            let saturday = rate("2026-08-01", "2026-07-31", "0.915")
            let sunday = rate("2026-08-02", "2026-07-31", "0.916")
            let friday = rate("2026-07-31", "2026-07-31", "0.917")
            let store = database.fetchedRates
            try database.transaction {
                try store.put(sunday)
                try store.put(saturday)
            }
            #expect(try store.find("USD", in: "EUR", on: "2026-08-02") == sunday)
            #expect(try store.find("USD", in: "EUR", on: "2026-07-31") == saturday)
            try database.transaction { try store.put(friday) }
            #expect(try store.find("USD", in: "EUR", on: "2026-07-31") == friday)
            #expect(try store.find("USD", in: "EUR", on: "2026-07-30") == nil)
            #expect(try store.find("EUR", in: "USD", on: "2026-07-31") == nil)
            #expect(try store.newest("USD", in: "EUR") == sunday)
            let corrected = rate("2026-08-02", "2026-07-31", "0.918")
            try database.transaction { try store.put(corrected) }
            #expect(try store.newest("USD", in: "EUR") == corrected)
            try database.close()
        }
    }

    private func file(_ home: HomeFolder) -> URL { URL(fileURLWithPath: home.database) }
}
