import FenCrypto
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Members who go, and the key that changes with it.
@Suite("removing and leaving", .serialized)
struct RemovalTests {
    @Test("a removal changes the key: the others read on, the removed one reads nothing new")
    func removal() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let (bob, may) = (try await table.join("Bob"), try await table.join("May"))
        try await table.spend("Bob", "Guinness", 900, among: ["Alice", "May"])
        try await table.syncAll(["Bob", "Alice", "May"])

        let report = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        #expect(report.rotation.publication == .published)
        #expect(report.rotation.epoch == 1 && report.rotation.members == 2)
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        try await table.syncAll(["Alice", "May", "Bob"])
        #expect(try await may.heldEpochs(in: table.group) == [0, 1])
        #expect(try await may.writingEpoch(in: table.group) == 1)
        try await table.spend("May", "Coffee", 200, among: ["Alice"])
        try await table.syncAll(["May", "Alice", "Bob"])
        #expect(try await table.expenses("May") == ["Coffee", "Guinness", "Stew"])
        try await table.expectSame(["Alice", "May"])

        // What Bob logged before stays, and so does what he owes and is owed.
        let balances = try await may.balances(in: table.group).rows
        #expect(balances.first { $0.party == report.removed }?.minor == 600)
        let view = try await bob.view(table.group)
        #expect(view.myStatus == .removed)
        #expect(try await table.expenses("Bob") == ["Guinness"])
        #expect(try await bob.heldEpochs(in: table.group) == [0])
        let refused = try await failure { try await table.spend("Bob", "Late", 100) }
        #expect(refused.code == "REMOVED")
        // Nor does his device ask anybody for the key.
        #expect(try await bob.payloads("KeyRewrapRequest", in: table.group).isEmpty)
        await table.closeAll()
    }

    @Test("who may remove whom")
    func rights() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        _ = try await table.join("May")
        try await table.syncAll(["Bob"])
        let may = try await table.party("May")
        #expect(
            try await failure { _ = try await bob.removeMember(may, in: table.group) }.code
                == "ORGANISER_ONLY")
        let own = try await table.party("Alice")
        #expect(
            try await failure { _ = try await alice.removeMember(own, in: table.group) }.code
                == "OWN_REMOVAL")
        #expect(
            try await failure { _ = try await alice.leave(table.group) }.code
                == "ORGANISER_STAYS")
        let guest = try await alice.addGuest("Dana", in: table.group)
        let dana = PartyID(guest: guest.id)
        #expect(
            try await failure { _ = try await alice.removeMember(dana, in: table.group) }.code
                == "NO_DEVICE")
        _ = try await alice.removeMember(may, in: table.group)
        #expect(
            try await failure { _ = try await alice.removeMember(may, in: table.group) }.code
                == "REMOVED_ALREADY")
        #expect(try await alice.payloads("KeyEpochUpdate", in: table.group).count == 1)
        await table.closeAll()
    }

    @Test(
        "a leaving takes effect by itself: the organiser's device changes the key at its next pass")
    func leaving() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let (bob, may) = (try await table.join("Bob"), try await table.join("May"))
        try await table.syncAll(["May", "Bob"])
        _ = try await bob.leave(table.group)
        #expect(try await failure { try await table.spend("Bob", "Late", 100) }.code == "LEFT")
        #expect(try await failure { _ = try await bob.leave(table.group) }.code == "LEFT")
        let report = try await alice.sync(in: table.group)
        #expect(report.rotated == 1)
        #expect(try await alice.sync(in: table.group).rotated == nil, "once")
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        try await table.syncAll(["May", "Bob"])
        #expect(try await table.expenses("May") == ["Stew"])
        #expect(try await table.expenses("Bob") == [])
        #expect(try await bob.view(table.group).myStatus == .left)
        try await table.expectSame(["Alice", "May"])
        _ = may
        await table.closeAll()
    }

    @Test("a removal is not blocked by the log of whoever is removed, but by anybody else's")
    func gate() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        _ = try await table.join("May")
        for name in ["Bob", "May"] {
            for number in 1...3 { try await table.spend(name, "\(name) \(number)", 100) }
        }
        // A line in the middle of a log is lost before Alice has read it.
        func lose(_ name: String) async throws -> [UInt8] {
            let path = try await table.logPath(name)
            let whole = try table.read(path)
            var lines = RandomGroup.lines(of: whole)
            lines.remove(at: lines.count - 2)
            try table.write(lines.joined(), to: path)
            return whole
        }
        _ = try await lose("Bob")
        let mays = try await lose("May")
        _ = try await alice.sync(in: table.group)
        let bob = try await table.party("Bob")
        let shut = try await failure { _ = try await alice.removeMember(bob, in: table.group) }
        #expect(shut.status == .incomplete && shut.message.contains("May"))
        #expect(!shut.message.contains("Bob's entr"))
        try table.write(mays, to: try await table.logPath("May"))
        _ = try await alice.sync(in: table.group)
        let report = try await alice.removeMember(bob, in: table.group)
        #expect(report.rotation.epoch == 1)
        await table.closeAll()
    }

    @Test("where the store cannot be reached the removal stands here, and says that nobody has it")
    func unreachable() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        let may = try await table.join("May")
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        let report = try await alice.removeMember(try await table.party("Bob"), in: table.group)
        guard case .waiting(let error) = report.rotation.publication else {
            Issue.record("\(report.rotation.publication)")
            return
        }
        #expect(error.status == .network)
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        let again = try await alice.rotateKey(in: table.group)
        #expect(again.publication == .published)
        try await table.spend("Alice", "Stew", 1_000, among: ["May"])
        _ = try await may.sync(in: table.group)
        #expect(try await table.expenses("May") == ["Stew"])
        await table.closeAll()
    }

    @Test("cut off behind the removal or behind the new key, the next pass does the rest")
    func interrupted() async throws {
        for isBehindUpdate in [false, true] {
            let table = try await Table.make()
            let alice = try await table.open("Alice")
            let bob = try await table.party("Bob")
            _ = try await table.join("Bob")
            _ = try await table.join("May")
            try await table.spend("Alice", "Before", 1_000)
            let heads = try await alice.tips(of: bob.member, in: table.group)
            try await alice.slip(
                .memberRemoved(MemberRemoved(member: bob.member, heads: heads)), in: table.group)
            if isBehindUpdate {
                try await alice.slip(
                    .keyEpochUpdate(try await alice.draftUpdate(in: table.group)),
                    in: table.group)
            }
            let owing = try await alice.view(table.group).keys
            #expect(owing.formerHolders == (isBehindUpdate ? [] : [bob]))
            #expect(owing.isUnfinished == isBehindUpdate)
            await table.close("Alice")
            let again = try await table.open("Alice")
            let report = try await again.sync(in: table.group)
            #expect(report.rotated == (isBehindUpdate ? nil : 1))
            #expect(try await again.payloads("KeyEpochUpdate", in: table.group).count == 1)
            #expect(try await again.payloads("KeyHistory", in: table.group).count == 1)
            let after = try await again.view(table.group).keys
            #expect(after.formerHolders.isEmpty && !after.isUnfinished)
            // Whoever comes now has the newest key alone, which opens everything.
            let zoe = try await table.join("Zoe")
            #expect(try await table.expenses("Zoe") == ["Before"])
            #expect(try await zoe.heldEpochs(in: table.group) == [0, 1])
            try await table.expectSame(["Alice", "Zoe"])
            await table.closeAll()
        }
    }
}

extension Engine {
    /// The tips of somebody's log here.
    func tips(of member: MemberID, in id: GroupID) throws -> [Head] {
        try group(id).heads(of: member)
    }
}
