import FenEncoding
import Foundation
import Testing

@testable import FenStore

@Suite("Crashes and damage")
struct CrashTests {
    @Test("kill -9 inside a transaction loses that transaction and nothing else")
    func killedInside() async throws {
        try await withSharedHome { home in
            let path = home.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                var samples = Samples()
                let author: Bytes32 = samples.fixed()
                let events = samples.chain(author, 3000)
                let database = try Database.open(HomeFolder(path: path), mode: .readWrite)
                let group = try database.transaction {
                    try database.groups.insert(samples.group())
                }
                try database.transaction {
                    for event in events[..<1000] { try database.events.insert(event, in: group) }
                }
                try database.transaction {
                    // More than the cache holds, so that the transaction has spilled to disk.
                    for event in events[1000...] { try database.events.insert(event, in: group) }
                    kill(getpid(), SIGKILL)
                }
            }
            let database = try Database.open(home, mode: .readWrite)
            let group = try #require(try database.groups.all().first?.number)
            #expect(!database.wasClosedCleanly)
            #expect(try database.events.count(in: group) == 1000)
            var seen: UInt64 = 0
            try database.events.forEach(.all(group)) { view in
                seen += 1
                #expect(view.seq == seen)
            }
            #expect(seen == 1000)
            #expect(try database.complaints() == [])
        }
    }

    @Test("kill -9 right after a commit loses nothing")
    func killedAfter() async throws {
        try await withSharedHome { home in
            let path = home.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let database = try Database.open(HomeFolder(path: path), mode: .readWrite)
                for round in 1...20 {
                    try database.transaction { try database.settings.set("round", "\(round)") }
                }
                kill(getpid(), SIGKILL)
            }
            for mode in [Database.Mode.readOnly, .readWrite] {
                let database = try Database.open(home, mode: mode)
                #expect(try database.settings.value("round") == "20")
            }
        }
    }

    @Test(
        "A torn end of the WAL takes the last transaction and nothing before it",
        arguments: [
            1, 23, 24, 25, 2000, 4096 + 24,
        ])
    func tornWAL(_ cut: Int) async throws {
        try await withSharedHome { home in
            let path = home.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let database = try Database.open(HomeFolder(path: path), mode: .readWrite)
                for round in 1...3 {
                    try database.transaction { try database.settings.set("round", "\(round)") }
                }
                kill(getpid(), SIGKILL)
            }
            let wal = home.database + "-wal"
            let size = try Data(contentsOf: URL(fileURLWithPath: wal)).count
            #expect(truncate(wal, size - cut) == 0)
            let database = try Database.open(home, mode: .readWrite)
            let round = try #require(try database.settings.value("round").flatMap { Int($0) })
            #expect((1...2).contains(round))
            #expect(try database.complaints() == [])
            try database.transaction { try database.settings.set("round", "4") }
            #expect(try database.settings.value("round") == "4")
        }
    }

    @Test("Garbage at the end of the WAL is not taken for data")
    func garbageWAL() async throws {
        try await withSharedHome { home in
            let path = home.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let database = try Database.open(HomeFolder(path: path), mode: .readWrite)
                try database.transaction { try database.settings.set("round", "1") }
                kill(getpid(), SIGKILL)
            }
            let file = try #require(FileHandle(forWritingAtPath: home.database + "-wal"))
            try file.seekToEnd()
            try file.write(contentsOf: Data(repeating: 0x5a, count: 10_000))
            try file.close()
            let database = try Database.open(home, mode: .readWrite)
            #expect(try database.settings.value("round") == "1")
            #expect(try database.complaints() == [])
        }
    }

    @Test("A damaged page is named, with what to do, and the audit finds it")
    func damagedPage() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            do {
                let database = try Database.open(home, mode: .readWrite)
                try database.transaction {
                    let group = try database.groups.insert(samples.group())
                    for event in samples.chain(author, 500) {
                        try database.events.insert(event, in: group)
                    }
                }
                try database.close()
            }
            let file = try #require(FileHandle(forUpdatingAtPath: home.database))
            let pages = try file.seekToEnd() / 4096
            for page in (pages / 2)..<(pages / 2 + 8) {
                try file.seek(toOffset: page * 4096)
                try file.write(contentsOf: Data(repeating: 0xa5, count: 4096))
            }
            try file.close()
            let database = try Database.open(home, mode: .readWrite)
            let group = try #require(try database.groups.all().first?.number)
            let error = try #require(
                #expect(throws: StoreError.self) { try database.events.records(.all(group)) })
            #expect(error.code == .corrupt)
            #expect(error.message == "The database in fen's home is damaged.")
            #expect(error.hint.contains("Copy the whole home"))
            #expect(error.hint.contains("fen --home NEW join") && !error.hint.contains("/"))
            #expect(try !database.complaints().isEmpty)
        }
    }

    @Test("A file that is no database at all is named so", arguments: [0xa5, 0x00])
    func noDatabase(_ byte: UInt8) throws {
        try withHome { home in
            try home.make()
            try Data(repeating: byte, count: 40_000).write(
                to: URL(fileURLWithPath: home.database))
            for mode in [Database.Mode.readWrite, .readOnly] {
                let error = #expect(throws: StoreError.self) {
                    try Database.open(home, mode: mode)
                }
                #expect(error?.code == .corrupt)
            }
        }
    }

    @Test("A column of a wrong length is damage, not a crash")
    func wrongLength() throws {
        try withHome { home in
            var samples = Samples()
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                try database.events.insert(samples.event(samples.fixed(), 1), in: group)
                try database.connection.runScript("UPDATE events SET prev = x'00'")
                let error = #expect(throws: StoreError.self) {
                    try database.events.records(.all(group))
                }
                #expect(error?.code == .corrupt)
            }
        }
    }
}
