import FenCrypto
import FenEncoding
import FenEngine
import FenMoney
import FenProtocol
import Foundation
import Testing

/// A temporary folder that goes when the test is over.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "fen-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path inside it.
    func file(_ name: String) -> String {
        path + "/" + name
    }
}

/// Opens a home and gives it a person.
func person(
    _ name: String, home: String, clock: Clock = .system
) async throws -> Engine {
    let engine = try await openHome(EngineOptions(home: home, clock: clock))
    if try await engine.identity() == nil {
        try await engine.createIdentity(name: name)
    }
    return engine
}

/// Opens a home that a test has just closed. A process that another test starts at that moment holds
/// our lock between its fork and its exec, so a locked home is tried again for a while.
func openHome(_ options: EngineOptions) async throws -> Engine {
    for _ in 0..<100 {
        do throws(FenError) {
            return try await Engine.open(options)
        } catch {
            guard error.code == "HOME_LOCKED" else { throw error }
        }
        try await Task.sleep(for: .milliseconds(20))
    }
    return try await Engine.open(options)
}

/// A draft of an expense in EUR, paid by one and split equally.
func expense(
    _ description: String, _ minor: Int64, by payer: PartyID, for parties: [PartyID]
) throws -> ExpenseDraft {
    let euro = try #require(Currency(code: "EUR"))
    let money = MoneyUnit(
        amount: minor, currency: euro, paidBy: [Payment(party: payer, amount: minor)],
        split: Split(
            mode: .equal, parts: parties.sorted().map { SplitPart(party: $0, value: 1) }),
        settlementAmount: minor)
    return ExpenseDraft(
        money: money, description: description, date: try #require(CalendarDate(iso: "2026-11-30")))
}

@Suite("A table of two with a shared folder")
struct TableOfTwoTests {
    @Test("what a waiting joiner types counts once they are let in")
    func joinsAndConverges() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("store"), withIntermediateDirectories: true)
        let alice = try await person("Alice", home: folder.file("alice"))
        let bob = try await person("Bob", home: folder.file("bob"))
        let euro = try #require(Currency(code: "EUR"))
        let id = try await alice.createGroup(name: "Dublin4Ever", currency: euro)
        try await alice.setBackend(.folder(path: folder.file("store")), in: id)
        let invite = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: id)

        let preview = try await bob.previewInvite(invite.link)
        #expect(preview.needsFolder)
        _ = try await bob.join(preview, folder: folder.file("store"))
        let waiting = try await bob.view(id)
        #expect(waiting.myStatus == .pending)
        let a = PartyID(member: try #require(try await alice.identity()).publicKey)
        let b = PartyID(member: try #require(try await bob.identity()).publicKey)
        _ = try await bob.logExpense(try expense("Guinness", 2_160, by: b, for: [a, b]), in: id)

        let report = try await alice.sync(in: id)
        #expect(report.admitted == [b])
        let rows = try await alice.balances(in: id).rows
        #expect(rows.first { $0.party == b }?.minor == 1_080)
        #expect(rows.first { $0.party == a }?.minor == -1_080)

        _ = try await bob.sync(in: id)
        #expect(try await bob.view(id).myStatus == .active)
        #expect(try await bob.dump(in: id) == alice.dump(in: id))
        #expect(try await bob.rebuild(in: id).wasSame)
        #expect(try await alice.audit(in: id).isClean)
        await alice.close()
        await bob.close()
    }
}
