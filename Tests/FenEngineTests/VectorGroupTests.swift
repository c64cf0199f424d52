import FenCrypto
import FenEncoding
import FenEngine
import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

/// The twelve groups that an independent writer made are joined by their links and read through
/// the engine: folder, cursors, database and all.
@Suite("groups of another writer", .enabled(if: Vectors.found, "\(Vectors.whySkipped)"))
struct VectorGroupTests {
    private static let names = [
        "backagain", "clock", "closing", "dublin", "forks", "guests", "leaving", "names",
        "reopened", "rights", "storage", "waiting",
    ]

    /// The lines that were given a wrong signature on purpose.
    private static let badSignatures = ["storage": ["Bob:3"]]

    private struct Case: Decodable {
        struct Reader: Decodable {
            struct Members: Decodable {
                let active: [String]
                let gone: [String]
            }
            let events: Int
            let labels: [String: Int]
            let logsNotWhole: [String]
            let members: Members
        }
        let balances: [String: [String: Int]]
        let links: [String: String]
        let readers: [String: Reader]
    }

    @Test(arguments: names)
    func comesOut(_ name: String) async throws {
        let expected: Case = try Vectors.json("groups/\(name)/case.json")
        let source = try #require(Vectors.root).appending(path: "groups/\(name)/groups")
        for (reader, link) in expected.links {
            let folder = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: folder.file("store"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: source.path, toPath: folder.file("store/groups"))
            let expiry = try #require(try InviteCodec.read(pasted: link).invite.expiry)
            let clock = TestClock(Int64(expiry - 60) * 1_000)
            let engine = try await person("Reader", home: folder.file("home"), clock: clock.clock)
            let id = try await engine.join(
                try await engine.previewInvite(link), folder: folder.file("store"))
            _ = try await engine.sync(in: id)
            if let balances = expected.balances[reader] {
                try await checkBalances(balances, engine, id)
            }
            if let wanted = expected.readers[reader] { try await check(wanted, engine, id) }
            #expect(try await engine.rebuild(in: id).wasSame)
            // A line whose signature is wrong is authentic all the same when a successor names it.
            let audit = try await engine.audit(in: id)
            let view = try await engine.view(id)
            let bad = audit.badSignatures.map { "\(view.member($0.author)?.name ?? ""):\($0.seq)" }
            #expect(bad == Self.badSignatures[name] ?? [])
            #expect(audit.badIDs.isEmpty && audit.brokenChains.isEmpty && audit.isProjectionRight)
            #expect(audit.snapshotDifferences.isEmpty)
            await engine.close()
        }
    }

    private func checkBalances(
        _ expected: [String: Int], _ engine: Engine, _ id: GroupID
    ) async throws {
        let isByName = expected.keys.allSatisfy { $0.utf8.count < 64 }
        let view = try await engine.view(id)
        var found: [String: Int] = [:]
        for row in try await engine.balances(in: id).rows {
            let name = isByName ? view.member(row.party)?.name : nil
            found[name ?? row.party.hex] = Int(row.minor)
        }
        // A member at zero has a row in one place and none in the other.
        #expect(found.filter { $0.value != 0 } == expected.filter { $0.value != 0 })
    }

    private func check(_ expected: Case.Reader, _ engine: Engine, _ id: GroupID) async throws {
        let me = PartyID(member: try #require(try await engine.identity()).publicKey)
        let events = try await engine.log(in: id).filter { $0.reference.author != me }
        #expect(events.count == expected.events)
        var labels: [String: Int] = [:]
        for event in events { labels[event.label?.label ?? "counted", default: 0] += 1 }
        #expect(labels == expected.labels)
        let members = try await engine.view(id).members.filter { $0.party != me }
        let active = members.filter { $0.status == .active }.map(\.name).sorted()
        let gone = members.filter { $0.status == .left || $0.status == .removed }.map(\.name)
        #expect(active == expected.members.active)
        #expect(gone.sorted() == expected.members.gone)
        let notWhole = try await engine.frontier(in: id).filter { !$0.missing.isEmpty }
        #expect(notWhole.map(\.party.hex) == expected.logsNotWhole)
    }
}
