import FenEncoding
import Foundation
import Testing

@testable import FenStore

@Suite("Full and read-only disks", .serialized)
struct FullDiskTests {
    @Test("A transaction that does not fit is refused whole, and smaller ones go on")
    func pageLimit() throws {
        try withHome(refusesWhatDoesNotFit)
    }

    private func refusesWhatDoesNotFit(_ home: HomeFolder) throws {
        var samples = Samples()
        let events = samples.chain(samples.fixed(), 2000)
        let record = samples.group()
        let database = try opened(home)
        let group = try database.transaction { try database.groups.insert(record) }
        try insert(Array(events[..<10]), into: database, group)
        try database.connection.runScript("PRAGMA max_page_count = 100")
        let rest = Array(events[10...])
        let error = try #require(
            #expect(throws: StoreError.self) { try insert(rest, into: database, group) })
        #expect(error.code == .diskFull)
        #expect(error.message == "The disk is full; nothing was saved.")
        #expect(try database.events.count(in: group) == 10)
        try insert([events[10]], into: database, group)
        #expect(try database.events.records(.all(group)).count == 11)
        #expect(try database.complaints() == [])
    }

    @Test(
        "A really full disk loses nothing, and works again with room", .enabled(if: geteuid() == 0))
    func fullDisk() async throws {
        try await withMount("size=2m") { root in
            let home = HomeFolder(path: root + "/home")
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let events = samples.chain(author, 6000)
            var stored = 0
            do {
                let database = try opened(home)
                let group = try database.transaction {
                    try database.groups.insert(samples.group())
                }
                var failure: StoreError?
                while failure == nil, stored < events.count {
                    do {
                        try database.transaction {
                            for event in events[stored..<stored + 100] {
                                try database.events.insert(event, in: group)
                            }
                        }
                        stored += 100
                    } catch let error as StoreError {
                        failure = error
                    }
                }
                #expect(failure?.code == .diskFull)
                #expect(try database.events.count(in: group) == stored)
                #expect(try database.events.records(.all(group)).count == stored)
            }
            try Data(repeating: 1, count: 4 << 20).prefix(free(root)).write(
                to: URL(fileURLWithPath: root + "/ballast"))
            let reader = try Database.open(home, mode: .readOnly)
            let group = try #require(try reader.groups.all().first?.number)
            #expect(try reader.events.count(in: group) == stored)
            try FileManager.default.removeItem(atPath: root + "/ballast")
            try run("mount", "-o", "remount,size=8m", root)
            let database = try opened(home)
            try database.transaction {
                for event in events[stored..<stored + 100] {
                    try database.events.insert(event, in: group)
                }
            }
            #expect(try database.events.records(.all(group)).count == stored + 100)
            #expect(try database.complaints() == [])
        }
    }

    @Test(
        "On a full disk a home that was closed can be read, and says why it cannot be written",
        .enabled(if: geteuid() == 0))
    func closedOnFullDisk() async throws {
        try await withMount("size=4m") { root in
            let home = HomeFolder(path: root + "/home")
            do {
                let database = try opened(home)
                try database.transaction { try database.settings.set("a", "1") }
                try database.close()
            }
            try Data(repeating: 1, count: 8 << 20).prefix(free(root)).write(
                to: URL(fileURLWithPath: root + "/ballast"))
            #expect(free(root) == 0)
            let error = #expect(throws: StoreError.self) {
                try opened(home)
            }
            #expect(error?.code == .diskFull)
            do {
                let reader = try Database.open(home, mode: .readOnly)
                #expect(try reader.settings.value("a") == "1")
            }
            try FileManager.default.removeItem(atPath: root + "/ballast")
            let database = try opened(home)
            #expect(try database.settings.value("a") == "1")
            #expect(database.wasClosedCleanly)
        }
    }

    @Test(
        "A killed process's home on a medium that cannot be written is read whole",
        .enabled(if: geteuid() == 0))
    func killedThenReadOnly() async throws {
        try await withMount("size=8m") { root in
            let path = root + "/home"
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let database = try Database.open(HomeFolder(path: path), mode: .readWrite)
                try database.transaction { try database.settings.set("a", "1") }
                kill(getpid(), SIGKILL)
            }
            try run("mount", "-o", "remount,ro", root)
            let reader = try Database.open(HomeFolder(path: path), mode: .readOnly)
            #expect(try reader.settings.value("a") == "1")
        }
    }

    private func insert(
        _ events: [EventRecord], into database: Database, _ group: GroupNumber
    ) throws {
        try database.transaction {
            for event in events { try database.events.insert(event, in: group) }
        }
    }

    private func free(_ path: String) -> Int {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail * status.f_bsize) : 0
    }

    @Test("A home on a full disk cannot be made, and says so", .enabled(if: geteuid() == 0))
    func noRoom() async throws {
        try await withMount("size=16k") { root in
            let home = HomeFolder(path: root + "/home")
            let error = #expect(throws: StoreError.self) {
                try opened(home)
            }
            #expect(error?.code == .diskFull)
        }
    }

    @Test(
        "A read-only home can be read, and says so when it is to be written",
        .enabled(if: geteuid() == 0), arguments: [true, false])
    func readOnly(_ closed: Bool) async throws {
        try await withMount("size=8m") { root in
            let home = HomeFolder(path: root + "/home")
            do {
                let database = try opened(home)
                try database.transaction { try database.settings.set("a", "1") }
                if closed { try database.close() }
            }
            try run("mount", "-o", "remount,ro", root)
            let error = try #require(
                #expect(throws: StoreError.self) { try opened(home) })
            #expect(error.code == .readOnly)
            #expect(error.hint.contains("--home"))
            #expect(try Database.open(home, mode: .readOnly).settings.value("a") == "1")
        }
    }
}

/// Opens a home that a test has just closed. A process that another test starts at that moment holds
/// our lock between its fork and its exec, so a locked home is tried again for a while.
private func opened(_ home: HomeFolder) throws(StoreError) -> Database {
    for _ in 0..<100 {
        do throws(StoreError) {
            return try Database.open(home, mode: .readWrite)
        } catch {
            guard error.code == .locked else { throw error }
        }
        usleep(20_000)
    }
    return try Database.open(home, mode: .readWrite)
}
