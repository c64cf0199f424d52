import Foundation
import Testing

@testable import FenStore

@Suite("Opening a home")
struct OpeningTests {
    @Test("A new home is the owner's alone, and is the same home the next time")
    func fresh() throws {
        try withHome { place in
            let home = HomeFolder(path: place.path + "/deep/er/")
            let database = try Database.open(home, mode: .readWrite)
            let id = database.storeID
            #expect(database.wasClosedCleanly && !database.needsRebuild)
            try database.transaction { try database.settings.set("name", "Alice") }
            #expect(try permissions(of: home.path) == 0o700)
            for file in try FileManager.default.contentsOfDirectory(atPath: home.path) {
                #expect(try permissions(of: home.file(file)) == 0o600, "\(file)")
            }
            try database.close()
            #expect(try Database.open(home, mode: .readOnly).storeID == id)
        }
    }

    @Test("A home that stood open to others is closed to them")
    func closesHome() throws {
        try withHome { home in
            try FileManager.default.createDirectory(
                atPath: home.path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
            _ = try Database.open(home, mode: .readWrite)
            #expect(try permissions(of: home.path) == 0o700)
        }
    }

    @Test("One process writes; a second is told which one, and readers work beside it")
    func lock() throws {
        try withHome { home in
            #expect(HomeLock.holder(of: home) == nil)
            let writer = try Database.open(home, mode: .readWrite)
            try writer.transaction { try writer.settings.set("a", "1") }
            let error = try #require(
                #expect(throws: StoreError.self) { try Database.open(home, mode: .readWrite) })
            #expect(error.code == .locked)
            #expect(error.message == "Another fen (pid \(getpid())) has this home open.")
            #expect(HomeLock.holder(of: home) == getpid())
            let reader = try Database.open(home, mode: .readOnly)
            #expect(try reader.settings.value("a") == "1")
            try writer.transaction { try writer.settings.set("a", "2") }
            #expect(try reader.settings.value("a") == "2")
            let refused = try #require(
                #expect(throws: StoreError.self) {
                    try reader.transaction { try reader.settings.set("a", "3") }
                })
            #expect(refused.code == .readOnly)
        }
    }

    @Test("Another process is told the pid of the one that has the home")
    func lockAcrossProcesses() async throws {
        try await withSharedHome { home in
            let writer = try Database.open(home, mode: .readWrite)
            let path = home.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                do throws(StoreError) {
                    _ = try Database.open(HomeFolder(path: path), mode: .readWrite)
                } catch {
                    exit(error.message.contains("(pid \(getppid()))") ? 0 : 1)
                }
                exit(2)
            }
            try writer.close()
        }
    }

    @Test("The lock goes with its holder")
    func lockGoes() throws {
        try withHome { home in
            do { _ = try Database.open(home, mode: .readWrite) }
            #expect(HomeLock.holder(of: home) == nil)
            _ = try Database.open(home, mode: .readWrite)
        }
    }

    @Test("A closed home is free for another process, and its former holder cannot write")
    func closed() throws {
        try withHome { home in
            let first = try Database.open(home, mode: .readWrite)
            try first.transaction { try first.settings.set("a", "1") }
            try first.close()
            let second = try Database.open(home, mode: .readWrite)
            #expect(second.wasClosedCleanly)
            let error = #expect(throws: StoreError.self) {
                try first.transaction { try first.settings.set("a", "2") }
            }
            #expect(error?.code == .readOnly)
            try second.transaction { try second.settings.set("a", "3") }
            #expect(try first.settings.value("a") == "3")
            try first.close()
            #expect(HomeLock.holder(of: home) == getpid())
        }
    }

    @Test("Where there is no home, a reader says so")
    func missing() throws {
        try withHome { home in
            let error = #expect(throws: StoreError.self) {
                try Database.open(home, mode: .readOnly)
            }
            #expect(error?.code == .missing)
            #expect(!FileManager.default.fileExists(atPath: home.path))
        }
    }

    @Test("A newer schema is refused with its version, and nothing is changed")
    func newer() throws {
        try withHome { home in
            do {
                let database = try Database.open(home, mode: .readWrite)
                try database.connection.runScript("PRAGMA user_version = 99")
                try database.close()
            }
            let before = try Data(contentsOf: URL(fileURLWithPath: home.database))
            for mode in [Database.Mode.readWrite, .readOnly] {
                let error = try #require(
                    #expect(throws: StoreError.self) { try Database.open(home, mode: mode) })
                #expect(error.code == .newerSchema)
                #expect(error.message.contains("99"))
                #expect(error.message.contains("up to version \(Schema.version)"))
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: home.database)) == before)
        }
    }

    @Test("A database of another program is not touched")
    func foreign() throws {
        try withHome { home in
            try home.make()
            do {
                let other = try Connection(path: home.database, mode: .readWrite)
                try other.runScript("CREATE TABLE a(b); PRAGMA user_version = 1")
            }
            let error = #expect(throws: StoreError.self) {
                try Database.open(home, mode: .readWrite)
            }
            #expect(error?.code == .corrupt)
            #expect(error?.cause == "a database that is not fen's")
        }
    }

    @Test("An older schema is altered, keeps the log, and asks for the projection anew")
    func older() throws {
        try withHome { home in
            var samples = Samples()
            let group = samples.group()
            do {
                let database = try Database.open(home, mode: .readWrite)
                try database.transaction {
                    let number = try database.groups.insert(group)
                    try database.balances.set(5, of: group.founder, in: number)
                }
                try database.close()
            }
            let connection = try Connection(path: home.database, mode: .readWrite)
            let steps =
                Migrations.steps + [
                    "ALTER TABLE groups ADD COLUMN colour TEXT", "CREATE TABLE more(a INTEGER)",
                ]
            #expect(try Migrations.bringUpToDate(connection, steps: steps))
            #expect(try connection.pragma("PRAGMA user_version") == Schema.version + 2)
            #expect(try !Migrations.bringUpToDate(connection, steps: steps))
            #expect(
                try GroupStore(connection: connection, vault: Vault()).find(group.id)?.name
                    == "Trip")
            #expect(try connection.pragma("SELECT count(*) FROM balances") == 0)
        }
    }

    @Test("A step that fails leaves the older schema whole")
    func failingStep() throws {
        try withHome { home in
            try Database.open(home, mode: .readWrite).close()
            let connection = try Connection(path: home.database, mode: .readWrite)
            #expect(throws: StoreError.self) {
                try Migrations.bringUpToDate(
                    connection,
                    steps: Migrations.steps + ["CREATE TABLE more(a INTEGER)", "no SQL at all"])
            }
            #expect(try connection.pragma("PRAGMA user_version") == Schema.version)
            let tables = try connection.pragma(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'more'")
            #expect(tables == 0)
        }
    }

    @Test("Other rules ask for the projection anew until it has been computed")
    func rules() throws {
        try withHome { home in
            try Database.open(home, mode: .readWrite, projection: 1).close()
            try Database.open(home, mode: .readWrite, projection: 2).close()
            do {
                let database = try Database.open(home, mode: .readWrite, projection: 2)
                #expect(database.needsRebuild)
                #expect(throws: StoreError.self) {
                    try database.transaction {
                        try database.projectionIsBuilt()
                        throw StoreError.missing()
                    }
                }
                #expect(database.needsRebuild)
                try database.transaction { try database.projectionIsBuilt() }
                #expect(!database.needsRebuild)
            }
            #expect(try !Database.open(home, mode: .readWrite, projection: 2).needsRebuild)
        }
    }

    @Test("Only a process that wrote and did not close is not trusted")
    func cleanShutdown() throws {
        try withHome { home in
            do {
                let database = try Database.open(home, mode: .readWrite)
                #expect(database.wasClosedCleanly)
            }
            do {
                let database = try Database.open(home, mode: .readWrite)
                #expect(database.wasClosedCleanly)
                try database.transaction { try database.settings.set("a", "1") }
            }
            do {
                let database = try Database.open(home, mode: .readWrite)
                #expect(!database.wasClosedCleanly)
                try database.transaction { try database.settings.set("a", "2") }
                try database.close()
            }
            let database = try Database.open(home, mode: .readWrite)
            #expect(database.wasClosedCleanly)
            let id = database.storeID
            try database.transaction { try database.renewStoreID() }
            #expect(database.storeID != id)
        }
    }
}
