import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenStore

/// Homes that cannot be written say so and lose nothing.
@Suite("trouble with the home")
struct HomeTroubleTests {
    @Test("a full disk: nothing half saved, everything answered still there, goes on afterwards")
    func fullDisk() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        try await alice.limitPages(more: 6)
        let large = try await talk(alice, String(repeating: "Lots to say. ", count: 200), table)
        #expect(large.code == "HOME_DISK_FULL")
        let error = try await talk(alice, "No more", table)
        #expect(error.code == "HOME_DISK_FULL" && error.status == .failed)
        #expect(error.message == "The disk is full; nothing was saved.")
        #expect(error.cause?.contains("SQLite 13") == true)
        let key = try await table.party("Alice")
        let count = try await alice.log(author: key, in: table.group).count
        #expect(try await alice.audit(in: table.group).isClean)

        // What others write cannot be taken in either, and is not lost.
        try await table.spend("Bob", "Meanwhile", 700)
        let full = try await failure { _ = try await alice.sync(in: table.group) }
        #expect(full.code == "HOME_DISK_FULL")

        try await alice.limitPages(more: nil)
        _ = try await alice.postMessage("Room again", in: table.group)
        _ = try await alice.sync(in: table.group)
        _ = try await bob.sync(in: table.group)
        let log = try await alice.log(author: key, in: table.group)
        #expect(log.map(\.reference.seq) == (1...UInt64(count + 1)).map(\.self))
        #expect(try await alice.dump(in: table.group) == bob.dump(in: table.group))
        #expect(try await alice.rebuild(in: table.group).wasSame)
        await table.closeAll()
    }

    /// Posts a message again and again until it is refused.
    private func talk(_ engine: Engine, _ text: String, _ table: Table) async throws -> FenError {
        for _ in 0..<500 {
            do throws(FenError) {
                _ = try await engine.postMessage(text, in: table.group)
            } catch {
                return error
            }
        }
        throw CocoaError(.featureUnsupported)
    }

    @Test("damaged sums are said to be, keep nobody from writing, and are computed anew")
    func damagedSums() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await table.spend("Alice", "Before", 700)
        // Two sums that no addition of 128 bits could hold, and one that is no sum.
        let huge: [UInt8] =
            [0, 0, 0, 0, 1, 0x45, 0x55, 0x52] + [UInt8](repeating: 0x7f, count: 40)
        for piece in [huge, [0xff, 0xff, 0xff]] {
            try await alice.addSums(piece, in: table.group)
            let error = try await failure {
                _ = try await alice.spending(EntryQuery(), in: table.group)
            }
            #expect(error.message.contains("sums"), "\(error)")
            #expect(error.hint?.contains("/rebuild") == true)
            for round in 1...20 { try await table.spend("Alice", "Round \(round)", 100) }
            #expect(try await alice.rebuild(in: table.group).wasSame == false)
            #expect(try await alice.rebuild(in: table.group).wasSame)
        }
        let total = try await alice.spending(EntryQuery(), in: table.group).total
        #expect(total == 700 + 40 * 100)
        await table.closeAll()
    }

    @Test("reading goes on beside a writer; writing names what is in the way")
    func readOnly() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Bob", "Before", 700)
        let reader = try await Engine.open(
            EngineOptions(home: table.homePath("Bob"), access: .readOnly))
        #expect(try await reader.dump(in: table.group) == bob.dump(in: table.group))
        #expect(try await reader.groups().count == 1)
        let party = try await table.party("Bob")
        let draft = try expense("No", 100, by: party, for: [party])
        for error in [
            try await failure { _ = try await reader.logExpense(draft, in: table.group) },
            try await failure { _ = try await reader.sync(in: table.group) },
            try await failure { _ = try await reader.rebuild(in: table.group) },
            try await failure { try await reader.renameSelf("Robert") },
        ] {
            #expect(error.code == "READ_ONLY_HOME" && error.status == .failed, "\(error)")
        }
        await reader.close()
        await table.closeAll()
    }

    @Test("no home to read, a damaged one, a newer one: a sentence each")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let missing = try await failure {
            _ = try await Engine.open(
                EngineOptions(home: folder.file("nothing"), access: .readOnly))
        }
        #expect(missing.code == "HOME_MISSING" && missing.status == .failed)

        try FileManager.default.createDirectory(
            atPath: folder.file("damaged"), withIntermediateDirectories: true)
        try Data("This is no database, and long enough to be sure.".utf8).write(
            to: URL(fileURLWithPath: folder.file("damaged/fen.db")))
        let damaged = try await failure {
            _ = try await Engine.open(EngineOptions(home: folder.file("damaged")))
        }
        #expect(damaged.status == .failed && damaged.hint != nil, "\(damaged)")

        try Data("A file".utf8).write(to: URL(fileURLWithPath: folder.file("file")))
        let file = try await failure {
            _ = try await Engine.open(EngineOptions(home: folder.file("file")))
        }
        #expect(file.code == "HOME_DENIED" && file.status == .failed, "\(file)")
    }

    @Test("an error nobody knows says its type and nothing of what it holds")
    func unknownError() {
        struct Payload: Error { let secret = "fen://join#s=secret" }
        let error = FenError(translating: Payload())
        #expect(error.code == "DEFECT" && error.status == .defect && error.hint != nil)
        #expect(error.cause == "Payload")
        #expect(!"\(error)".contains("fen://"))
    }

    @Test("a draft that cannot be read is shown, and can be let go of")
    func unreadableDraft() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        try await alice.noteUnreadableDraft(in: table.group)
        let draft = try #require(try await alice.drafts().first)
        #expect(draft.summary.contains("cannot be read"))
        let error = try await failure { try await alice.finishDraft(draft.id) }
        #expect(error.code == "DRAFT_UNREADABLE" && error.hint != nil)
        try await alice.discardDraft(draft.id)
        #expect(try await alice.drafts().isEmpty)
        await table.closeAll()
    }

    @Test("a write that fails leaves nothing to ask about at the next start")
    func noDraftsAfterRefusals() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await failure { _ = try await alice.postMessage("  ", in: table.group) }
        _ = try await failure {
            _ = try await alice.issueInvite(name: "Bob", ttl: 1, in: table.group)
        }
        #expect(try await alice.drafts().isEmpty)
        await table.closeAll()
    }
}

extension Engine {
    fileprivate func noteUnreadableDraft(in id: GroupID) throws {
        let number = try group(id).number
        _ = try database.transaction {
            try database.drafts.begin("of another time", in: number, at: 0)
        }
    }

    /// Adds a piece to what a group's expenses add up to.
    fileprivate func addSums(_ piece: [UInt8], in id: GroupID) throws {
        let number = try group(id).number
        _ = try database.transaction { try database.tallies.append(piece, in: number) }
    }

    /// Lets the database grow by so many pages and no more; nil takes the limit away.
    func limitPages(more: Int?) throws {
        try database.limitPages(more: more)
    }
}

extension Database {
    fileprivate func limitPages(more: Int?) throws {
        let pages = try connection.first(
            "PRAGMA page_count", as: { (row) throws(StoreError) in row.int(0) })
        let limit = more.map { (pages ?? 0) + Int64($0) } ?? 1_073_741_823
        try connection.runScript("PRAGMA max_page_count = \(limit)")
    }
}
