import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import FenStorage
import Foundation
import Testing

@testable import FenEngine

/// Two events with one number (case AC-13), met in every order through store and peers.
@Suite("a fork, met in any order", .serialized)
struct ForkOrderTests {
    /// One of Bob's two laptops: where it listens, and what its log looks like in a store.
    private struct Branch {
        let address: String
        let log: [UInt8]
    }

    @Test("either branch first, from the store, from a peer, or one from each: one state")
    func anyOrder() async throws {
        let table = try await Table.make()
        let names = ["May", "Zoe", "Kim", "Lea", "Pat"]
        for name in ["Bob"] + names { _ = try await table.join(name) }
        try await table.spend("Bob", "Before", 900, among: ["Alice", "May"])
        for name in ["Bob", "Alice"] + names {
            _ = try await table.open(name).sync(in: table.group)
        }
        let branches = try await fork(table)

        for first in 0...1 {
            let order = [branches[first], branches[1 - first]]
            try await meet(table, ["Alice", "May"][first], order.map { ($0, false) })
            try await meet(table, ["Zoe", "Kim"][first], [(order[0], true), (order[1], false)])
            try await meet(table, ["Lea", "Pat"][first], [(order[0], false), (order[1], true)])
        }
        let alice = try await table.open("Alice")
        let expected = try await alice.dump(in: table.group)
        let (bob, organiser) = (try await table.party("Bob"), try await table.party("Alice"))
        let euro = try #require(Currency(code: "EUR"))
        for name in ["Alice"] + names {
            let engine = try await table.open(name)
            #expect(try await engine.dump(in: table.group) == expected, "\(name)")
            let gaps = try await engine.gaps(in: table.group)
            #expect(gaps.map(\.author.party) == [bob] && gaps.first?.forks.count == 1, "\(name)")
            #expect(gaps.first?.forks.first?.branches.count == 2)
            // Both are kept and counted.
            let entries = try await engine.entries(EntryQuery(), in: table.group)
            #expect(entries.count == 3, "\(name)")
            let refused = try await failure {
                let draft = SettlementDraft(
                    from: bob, to: organiser, amount: 1, currency: euro, settlementAmount: 1)
                _ = try await engine.recordSettlement(draft, in: table.group)
            }
            #expect(refused.status == .trust, "\(name): \(refused)")
        }
        #expect(try await balance(alice, bob, in: table.group) == 600 + 50 + 100)
        await table.closeAll()
    }

    /// Bob's home is copied, and each copy writes one expense; both listen.
    private func fork(_ table: Table) async throws -> [Branch] {
        await table.close("Bob")
        try FileManager.default.copyItem(
            atPath: table.homePath("Bob"), toPath: table.homePath("Twin"))
        let layout = try #require(StorageLayout(group: table.group.uuidString))
        var branches: [Branch] = []
        for (name, amount) in [("Bob", Int64(100)), ("Twin", 200)] {
            let apart = MemoryBackend()
            try await table.use(apart, for: name)
            try await table.spend(name, "On \(name)'s laptop", amount, among: ["Alice"])
            let engine = try await table.open(name)
            let place = try #require(try await engine.listen(on: "127.0.0.1:0").first?.address)
            let log = try #require(layout.log(author: try await table.key("Bob").hex))
            branches.append(Branch(address: place, log: try await apart.readAll(log).bytes))
        }
        return branches
    }

    /// A device meets branches one after the other, each from the store or from a peer.
    private func meet(
        _ table: Table, _ name: String, _ steps: [(branch: Branch, isInStore: Bool)]
    ) async throws {
        let engine = try await table.open(name)
        for (branch, isInStore) in steps {
            if isInStore {
                try table.write(branch.log, to: try await table.logPath("Bob"))
                _ = try await engine.sync(in: table.group)
            } else {
                _ = try await engine.connect(to: branch.address, in: table.group)
            }
        }
    }
}
