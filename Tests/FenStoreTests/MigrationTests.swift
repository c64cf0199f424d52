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

    private func file(_ home: HomeFolder) -> URL { URL(fileURLWithPath: home.database) }
}
