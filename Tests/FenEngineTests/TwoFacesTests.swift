import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// A store that shows different histories to different members, and stores that only look so.
@Suite("a store with two faces", .serialized)
struct TwoFacesTests {
    /// Alice has heard of what Carol was shown, has waited and read all files anew.
    private func doubted(_ party: BucketTable) async throws {
        try await party.syncAll()
        try await party.meet("Alice", "Carol")
        #expect(try await party.comes("Alice") { $0.count == 1 })
        #expect(try await party.table.open("Alice").shownLess(in: party.table.group).isEmpty)
        party.table.clock.advance(seconds: 601)
        try await party.syncAll(["Alice"])
    }

    /// One device looks again, then the other, until so many turns have been.
    private func turn(_ party: BucketTable, _ turns: Int) async throws -> Bool {
        for _ in 0..<3 {
            try await party.syncAll(["Carol", "Alice"])
            if try await party.comes("Alice", { $0.first.map { $0.turns >= turns } ?? false }) {
                return true
            }
        }
        return false
    }

    @Test(
        "held back from one member, shown to another: suspected, then named, once, with both times")
    func withheld() async throws {
        let party = try await BucketTable()
        let (table, alice) = (party.table, try await party.table.open("Alice"))
        let heard = Heard(alice)
        let here = try await table.spend("Bob", "Seen by all", 100).reference.seq
        try await party.freeze("Bob", for: "Alice")
        let seq = try await table.spend("Bob", "Held back", 200, among: ["Alice"]).reference.seq
        try await doubted(party)
        let suspected = try #require(try await alice.shownLess(in: table.group).first)
        #expect(!suspected.isSure && suspected.seq == seq && suspected.here == here)
        #expect(try await turn(party, 2))
        #expect(try await !alice.shownLess(in: table.group)[0].isSure)
        #expect(try await turn(party, 4))
        let found = try #require(try await alice.shownLess(in: table.group).first)
        let (bob, carol) = (try await table.party("Bob"), try await table.party("Carol"))
        #expect(found.isSure && found.author == bob && found.witness == carol)
        #expect(found.seq == seq && found.here == here && found.theirLook > suspected.ownLook)
        #expect(
            try await heard.hears {
                if case .storeDiffers(table.group, found) = $0 { true } else { false }
            })
        let report = try await alice.diagnostics().sections.flatMap(\.rows)
        #expect(report.contains { $0.key == "shown different histories" && $0.value == "1" })
        // What has been found out stays so when the store mends its ways, also in the next process.
        try #require(party.faces["Alice"]).show(nil, at: try await party.log("Bob"))
        try await party.syncAll()
        await table.close("Alice")
        #expect(try await table.open("Alice").shownLess(in: table.group) == [found])
        // The others were shown everything and find nothing.
        #expect(try await table.open("Carol").shownLess(in: table.group).isEmpty)
        await table.closeAll()
    }

    @Test("a whole log held back, and another branch of it shown, are found out as well")
    func otherFaces() async throws {
        for showsBranch in [false, true] {
            let party = try await BucketTable()
            let (table, alice) = (party.table, try await party.table.open("Alice"))
            let log = try await party.log("Bob")
            try await table.spend("Bob", "Seen by all", 100)
            var face: [UInt8] = []
            if showsBranch {
                // Whoever runs the store has Bob's key: a twin of his laptop goes on elsewhere.
                await table.close("Bob")
                try FileManager.default.copyItem(
                    atPath: table.homePath("Bob"), toPath: table.homePath("Twin"))
                let apart = MemoryBackend()
                let copy = try await party.bucket.readAll(log).bytes
                _ = try await apart.put(log, copy, condition: .none)
                try await table.use(apart, for: "Twin")
                _ = try await table.spend("Twin", "The other branch", 300)
                await table.close("Twin")
                face = try await apart.readAll(log).bytes
                try await party.restoreFace(of: "Bob")
            }
            try #require(party.faces["Alice"]).show(face, at: log)
            let seq = try await table.spend("Bob", "Not for Alice", 200).reference.seq
            try await doubted(party)
            #expect(try await turn(party, 2))
            #expect(try await turn(party, 4))
            let found = try #require(try await alice.shownLess(in: table.group).first)
            #expect(found.isSure && found.seq == seq)
            #expect(showsBranch ? found.here == seq : found.here < seq)
            await table.closeAll()
        }
    }

    @Test(
        "what was only late, lost and put back, or lost on this device, is no more than looked into"
    )
    func honest() async throws {
        let party = try await BucketTable()
        let (table, alice) = (party.table, try await party.table.open("Alice"))
        let log = try await party.log("Bob")
        // Late.
        try await party.freeze("Bob", for: "Alice")
        try await table.spend("Bob", "Late", 100)
        try await doubted(party)
        #expect(try await alice.shownLess(in: table.group).count == 1)
        try #require(party.faces["Alice"]).show(nil, at: log)
        try await party.syncAll()
        #expect(try await alice.shownLess(in: table.group).isEmpty)
        // Lost while Alice looks, put back before Carol does.
        let before = try await party.bucket.readAll(log).bytes
        table.clock.advance(seconds: 601)
        try await table.spend("Bob", "Lost", 100)
        try await party.syncAll(["Carol"])
        let whole = try await party.bucket.readAll(log).bytes
        _ = try await party.bucket.put(log, before, condition: .none)
        try await party.syncAll(["Alice"])
        #expect(try await party.comes("Alice") { $0.count == 1 })
        table.clock.advance(seconds: 601)
        try await party.syncAll(["Alice"])
        #expect(try await alice.shownLess(in: table.group).count == 1)
        _ = try await party.bucket.put(log, whole, condition: .none)
        for _ in 0..<4 { try await party.syncAll(["Carol", "Alice"]) }
        #expect(try await alice.shownLess(in: table.group).isEmpty)
        await table.closeAll()
    }

    @Test("a copy of a shared folder that lags is told of, and nobody is blamed")
    func folder() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        for name in ["Bob", "Carol"] { _ = try await table.join(name) }
        let face = TwoFacedBackend(FolderBackend(root: table.storePath))
        try await table.use(face, for: "Alice")
        let layout = try #require(StorageLayout(group: table.group.uuidString))
        let log = try #require(layout.log(author: try await table.key("Bob").hex))
        try await face.freeze(log)
        try await table.spend("Bob", "On its way", 100)
        let carol = try await table.open("Carol")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        for round in 0..<8 {
            table.clock.advance(seconds: round == 2 ? 601 : 2)
            _ = try await carol.sync(in: table.group)
            table.clock.advance(seconds: 2)
            _ = try await alice.sync(in: table.group)
            if round == 0 { _ = try await carol.connect(to: place, in: table.group) }
            try await Task.sleep(for: .milliseconds(100))
        }
        let told = try await alice.shownLess(in: table.group)
        #expect(told.count == 1 && told.allSatisfy { $0.isFolder && !$0.isSure })
        await table.closeAll()
    }
}
