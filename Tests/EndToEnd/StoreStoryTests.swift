import Foundation
import TestSupport
import Testing

/// What people do with a store, as tables that the real program plays: the same text over every
/// store that is a server, each member a process with a home of their own.
@Suite("Stories over stores on servers", .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct StoreStoryTests {
    private static let buckets: [S3Server] = [.radosgw, .rclone, .moto].filter(\.isThere)

    @Test(
        "the Dublin session over a bucket",
        .enabled(if: !buckets.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: buckets)
    func dublin(_ server: S3Server) async throws {
        try await dublin(over: StagedBucket(server))
    }

    @Test(
        "the Dublin session over a Nextcloud",
        .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
    func dublinInTheCloud() async throws { try await dublin(over: StagedCloud()) }

    @Test(
        "a bucket's day: bound, out of reach, back, and gone",
        .enabled(if: !buckets.isEmpty, "\(S3Server.radosgw.whySkipped)"), arguments: buckets)
    func day(_ server: S3Server) async throws { try await day(with: StagedBucket(server)) }

    @Test(
        "a Nextcloud's day: bound, out of reach, back, and gone",
        .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
    func dayInTheCloud() async throws { try await day(with: StagedCloud()) }

    /// The session of the examples, and what is in the store afterwards.
    private func dublin(over store: some StagedStore) async throws {
        let stage = try Stage(store)
        try stage.play("Examples/dublin4ever.table")
        let link = try #require(
            try Fen.script(["/invite Reader", "/sync"], home: stage.home("alice")).first?
                .text("link"))
        for name in ["bob", "may"] {
            expectOK(try Fen.script(["/sync"], home: stage.home(name)))
        }
        let folder = try stage.workshop.folder("fetched")
        try await store.fetch(into: folder)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(files.count { $0.hasSuffix(".jsonl") } == 3)
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: folder + "/" + file) else {
                continue
            }
            for word in ["Guinness", "Dublin", "Alice", "umbrella", store.secret] {
                #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(file)")
            }
        }
        // The independent reader makes the same of the objects as every member's device.
        let read = try ReaderCheck.dump(link: link, store: try stage.root(of: files, in: folder))
        for name in ["alice", "bob", "may"] {
            let dump = try Fen.script(["/dump"], home: stage.home(name)).first?.text("dump")
            #expect(read == nil || ReaderCheck.difference(dump ?? "", read ?? "") == "", "\(name)")
        }
    }

    /// Three people's day, in parts between which something happens to the store.
    private func day(with store: some StagedStore) async throws {
        let stage = try Stage(store)
        try stage.play("Tests/Stories/day.table")
        try store.way.tell("down")
        try stage.play("Tests/Stories/away.table")
        try store.way.tell("moved")
        let tries = try Fen.script(
            Array(repeating: "/sync", count: 50), home: stage.home("bob"))
        #expect(tries.count == 50 && tries.allSatisfy { $0.status == 3 })
        try stage.play("Tests/Stories/stalled.table")
        try store.way.tell("calm")
        try stage.play("Tests/Stories/back.table")
        try await store.remove()
        try stage.play("Tests/Stories/gone.table")
    }
}
