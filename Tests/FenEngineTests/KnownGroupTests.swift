import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Links for groups that are here already, names that change, and notices of replaced edits.
@Suite("groups that are here already")
struct KnownGroupTests {
    @Test("a renewed invite only moves the store")
    func renewed() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let moved = table.folder.file("moved")
        try FileManager.default.createDirectory(atPath: moved, withIntermediateDirectories: true)
        try await alice.setBackend(.folder(path: moved), in: table.group)
        _ = try await alice.sync(in: table.group)
        try await table.spend("Alice", "In the new place", 300, among: ["Bob"])
        let invite = try await alice.issueInvite(name: "Bob again", ttl: 1_800, in: table.group)
        let preview = try await bob.previewInvite(invite.link)
        #expect(preview.isKnownGroup)
        _ = try await bob.join(preview, folder: moved)
        _ = try await bob.sync(in: table.group)
        _ = try await alice.sync(in: table.group)
        #expect(try await bob.dump(in: table.group) == alice.dump(in: table.group))
        let joins = try await alice.log(in: table.group).filter { $0.kindName == "MemberJoined" }
        #expect(joins.count == 1)
        let logs = try contents(of: moved).keys
            .filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".repair.jsonl") }
        #expect(logs.count == 2)
        await table.closeAll()
    }

    @Test("a link that names another founder for a known group is refused, and changes nothing")
    func otherFounder() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        let issued = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        var forged = try InviteCodec.read(pasted: issued.link).invite
        forged = Invite(
            groupID: forged.groupID, epoch: forged.epoch, groupKey: SecretBytes(random: 32),
            joinToken: forged.joinToken, descriptor: forged.descriptor,
            founder: SigningKey.generate().publicKey, expiry: forged.expiry,
            groupName: forged.groupName, currency: forged.currency,
            inviterName: forged.inviterName, memberCount: forged.memberCount)
        _ = try await bob.sync(in: table.group)
        let link = try InviteCodec.seal(forged, entropy: .system).sealed.link
        let before = try await bob.dump(in: table.group)
        let error = try await failure {
            _ = try await bob.join(try await bob.previewInvite(link), folder: table.storePath)
        }
        #expect(error.code == "OTHER_FOUNDER" && error.status == .trust)
        #expect(try await bob.dump(in: table.group) == before)
        try await table.spend("Bob", "Still here", 100)
        _ = try await alice.sync(in: table.group)
        #expect(try await bob.dump(in: table.group) == alice.dump(in: table.group))
        await table.closeAll()
    }

    @Test("a new name arrives everywhere; twins get their tags")
    func rename() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        try await bob.renameSelf("  Alice ")
        _ = try await alice.sync(in: table.group)
        let party = try await table.party("Bob")
        let view = try await alice.view(table.group)
        #expect(view.member(party)?.name == "Alice")
        #expect(view.members.filter { !$0.needsTag }.isEmpty)
        for bad in ["", " ", String(repeating: "x", count: 81), "a\u{202e}b", "a\u{0}b", "a\nb"] {
            let error = try await failure { try await bob.renameSelf(bad) }
            #expect(error.code == "BAD_NAME" && error.status == .usage)
        }
        await table.closeAll()
    }

    @Test("an edit that replaces what one had set and not yet sent is announced, others are not")
    func conflicts() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        _ = try await alice.changeSettings(name: nil, edit: .anyMember, in: table.group)
        let dinner = try await table.spend("Alice", "Dinner", 4_000, among: ["Bob"])
        _ = try await bob.sync(in: table.group)
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        try await edit(bob, dinner.id, table) { $0.description = "Dinner at La Cantina" }
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        // Later in order than his: she has written more.
        _ = try await alice.postMessage("How was it?", in: table.group)
        try await edit(alice, dinner.id, table) { $0.note = "With wine" }
        try await edit(alice, dinner.id, table) { $0.description = "Dinner in town" }
        let heard = Task {
            var conflicts: [EventView] = []
            for await notice in bob.notices {
                if case .conflict(_, let event) = notice { conflicts.append(event) }
                if case .arrived(_, let events) = notice,
                    events.contains(where: { $0.kindName == "SettlementRecorded" })
                {
                    return conflicts
                }
            }
            return conflicts
        }
        _ = try await bob.sync(in: table.group)
        // Once it is out, what others write later is no surprise.
        _ = try await alice.sync(in: table.group)
        try await edit(alice, dinner.id, table) { $0.description = "Dinner by the river" }
        let euro = try #require(Currency(code: "EUR"))
        _ = try await alice.recordSettlement(
            SettlementDraft(
                from: try await table.party("Bob"), to: try await table.party("Alice"),
                amount: 100, currency: euro, settlementAmount: 100), in: table.group)
        _ = try await bob.sync(in: table.group)
        let conflicts = await heard.value
        #expect(conflicts.count == 1)
        guard case .expenseUpdated(let update)? = conflicts.first?.payload else {
            Issue.record("no update among \(conflicts)")
            return
        }
        #expect(update.description == "Dinner in town")
        await table.closeAll()
    }

    private func edit(
        _ engine: Engine, _ expense: EventID, _ table: Table, _ body: (inout ExpenseChange) -> Void
    ) async throws {
        var change = ExpenseChange()
        body(&change)
        _ = try await engine.updateExpense(expense, change, in: table.group)
    }
}
