import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenStore

/// A name that changes in all groups at once.
@Suite("a new name")
struct RenameTests {
    @Test("a group in which it cannot be written keeps no other from hearing of it")
    func goesOn() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let euro = try #require(Currency(code: "EUR"))
        let second = try await alice.createGroup(name: "Second", currency: euro)
        let third = try await alice.createGroup(name: "Third", currency: euro)
        let keys = try await alice.takeKeys(of: second)
        let error = try await failure { try await alice.renameSelf("Alicia") }
        #expect(error.code == "NAME_NOT_EVERYWHERE" && error.message.contains("Second"))
        #expect(!error.message.contains("Third"))
        #expect(try await alice.identity()?.name == "Alicia")
        #expect(try await myName(alice, third) == "Alicia")
        #expect(try await myName(alice, table.group) == "Alicia")

        // The same again writes only where it is missing.
        try await alice.giveBack(keys, to: second)
        #expect(try await myName(alice, second) == "Alice")
        let before = try await alice.log(in: third).count
        try await alice.renameSelf("Alicia")
        #expect(try await myName(alice, second) == "Alicia")
        #expect(try await alice.log(in: third).count == before)
        await table.closeAll()
    }

    private func myName(_ engine: Engine, _ group: GroupID) async throws -> String? {
        let view = try await engine.view(group)
        return view.member(view.me)?.name
    }
}

extension Engine {
    /// Takes a group's keys away, so that nothing can be sealed in it.
    fileprivate func takeKeys(of id: GroupID) throws -> [KeyRecord] {
        let number = try group(id).number
        let keys = try database.keys.all(in: number)
        try database.transaction {
            try database.connection.execute("DELETE FROM group_keys WHERE group_no = ?1", number)
        }
        loaded[id] = nil
        return keys
    }

    /// Gives them back.
    fileprivate func giveBack(_ keys: [KeyRecord], to id: GroupID) throws {
        let number = try group(id).number
        try database.transaction {
            for key in keys { try database.keys.insert(key, in: number) }
        }
        loaded[id] = nil
    }
}
