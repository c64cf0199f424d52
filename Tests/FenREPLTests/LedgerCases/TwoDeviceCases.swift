import FenEngine
import FenMoney
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FenREPL

/// Two people who change one expense without knowing of each other, and what each then sees.
@Suite("Cases: two devices, one expense")
struct TwoDeviceCases {
    /// Alice and Bob in a group where any member may change an expense, with the guest May.
    private static func table(_ world: World) async throws -> (alice: Person, bob: Person) {
        let (alice, bob) = try await StoryTests.pair(world)
        await alice.types("/settings edit any_member")
        await alice.types("/guest May")
        await sync(alice, bob)
        return (alice, bob)
    }

    private static func sync(_ people: Person...) async {
        for person in people + people { await person.types("/sync") }
    }

    /// Types lines while the store is away, so that nobody learns of them.
    private static func away(_ world: World, _ body: () async throws -> Void) async throws {
        let store = world.folder + "/store"
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        try await body()
        try FileManager.default.moveItem(atPath: store + ".away", toPath: store)
    }

    private static func entry(_ person: Person, _ reference: String) async throws -> [String: Any] {
        try #require(
            try await Trip.json(person, "/show \(reference)")["entry"] as? [String: Any])
    }

    private static func same(_ alice: Person, _ bob: Person) async {
        let hers = await alice.types("/dump").lines
        #expect(await bob.types("/dump").lines == hers)
        #expect(await bob.types("/balances").lines.count == alice.types("/balances").lines.count)
    }

    @Test("B43 each field keeps its last writer; the shares of what holds come to its amount")
    func fields() async throws {
        var random = SeededGenerator(for: "B43")
        let world = try World()
        let (alice, bob) = try await Self.table(world)
        let changes: [(field: String, hers: String, his: String)] = [
            ("description", "Dinner uptown", "Dinner seaside"),
            ("date", "on 2026-08-01", "on 2026-09-02"),
            ("category", "in food", "in drinks"), ("note", "note hers", "note his"),
            ("amount", "120", "91 for Alice,Bob"),
        ]
        for round in 0..<6 {
            let written = try #require(
                await alice.types("+ 90 Dinner\(round) by Alice for Alice,Bob,May").mainValue)
            await Self.sync(alice, bob)
            let mine = random.some(changes)
            let yours = random.some(changes)
            try await Self.away(world) {
                for change in mine { await alice.types("/edit \(written) \(change.hers)") }
                for change in yours { await bob.types("/edit \(written) \(change.his)") }
            }
            await Self.sync(alice, bob)
            await Self.same(alice, bob)
            let found = try await Self.entry(bob, written)
            func shown(_ field: String) -> String { "\(found[field] ?? "")" }
            for change in changes {
                let isMine = mine.contains { $0.field == change.field }
                let isYours = yours.contains { $0.field == change.field }
                // What only one of them changed is what that one said.
                guard isMine != isYours else { continue }
                let value = (isMine ? change.hers : change.his)
                let expected =
                    ["amount": isMine ? "12000" : "9100"][change.field]
                    ?? value.replacing("on ", with: "").replacing("in ", with: "")
                    .replacing("note ", with: "")
                let plain = change.field == "description" ? value : expected
                #expect(shown(change.field) == plain, "\(mine) \(yours)")
            }
            let shares = try Trip.figures(found["shares"], "amount")
            #expect(shares.values.reduce(0, +) == (found["amount"] as? NSNumber)?.int64Value)
            #expect(try await Trip.balances(alice).values.reduce(0, +) == 0)
            // Both versions stay to be seen, each with who wrote it.
            let history = await alice.types("/show \(written) history").lines
            for change in mine where change.field == "description" {
                #expect(history.contains { $0.contains(change.hers) }, "\(history)")
            }
            for change in yours where change.field == "description" {
                #expect(history.contains { $0.contains(change.his) }, "\(history)")
            }
        }
    }

    @Test("B43 120 there, without May here: both in the log, one result, a payment stays as it was")
    func reported() async throws {
        let world = try World()
        let (alice, bob) = try await Self.table(world)
        let written = try #require(
            await alice.types("+ 90 Dinner by Alice for Alice,Bob,May").mainValue)
        await alice.types("/settle Bob to Alice 30")
        await Self.sync(alice, bob)
        let heard = Task { await Self.notices(bob, until: "enough") }
        try await Self.away(world) {
            await bob.types("/edit \(written) for Alice,Bob")
            // Later in order than his: she has written more.
            await alice.types("one more thing")
            await alice.types("/edit \(written) 120")
        }
        await alice.types("/sync")
        await bob.types("/sync")
        await Self.sync(alice, bob)
        await Self.same(alice, bob)
        for person in [alice, bob] {
            let found = try await Self.entry(person, written)
            #expect((found["amount"] as? NSNumber)?.int64Value == 12_000)
            #expect(
                try Trip.figures(found["shares"], "amount")
                    == ["Alice": 4000, "Bob": 4000, "May": 4000])
            #expect(try await Trip.balances(person) == ["Alice": 5000, "Bob": -1000, "May": -4000])
            let history = await person.types("/show \(written) history").lines
            #expect(history.contains { $0.contains("to 90.00 EUR by Alice for Alice, Bob") })
            #expect(history.contains { $0.contains("to 120.00 EUR by Alice for Alice, Bob, May") })
            #expect(
                await person.types("/expenses settlements").lines.contains { $0.contains("30.00") })
        }
        await alice.types("enough")
        await Self.sync(alice, bob)
        let told = await heard.value
        let notice = try #require(told.first { $0.contains("also edited this expense") })
        // The command it names shows both.
        let words = notice.split(separator: " ").map(String.init)
        let place = try #require(words.firstIndex(of: "/show"))
        let page = await bob.types("/show \(words[place + 1]) history").lines.joined(
            separator: "\n")
        #expect(page.contains("120.00") && page.contains("90.00 EUR by Alice for Alice, Bob"))
    }

    @Test("B43 a deletion that replaces a restoring, or is replaced, is announced with the expense")
    func deletions() async throws {
        let world = try World()
        let (alice, bob) = try await Self.table(world)
        let written = try #require(await alice.types("+ 90 Dinner").mainValue)
        await alice.types("/delete \(written) --yes")
        await Self.sync(alice, bob)
        let heard = Task { await Self.notices(bob, until: "enough") }
        try await Self.away(world) {
            await bob.types("/undelete \(written)")
            await alice.types("/undelete \(written)")
            await alice.types("/delete \(written) --yes")
        }
        await alice.types("/sync")
        await bob.types("/sync")
        await Self.sync(alice, bob)
        await Self.same(alice, bob)
        #expect(await bob.types("/expenses deleted").lines.contains { $0.contains("Dinner") })
        #expect(!(await bob.types("/expenses").lines.contains { $0.contains("Dinner") }))
        await alice.types("enough")
        await Self.sync(alice, bob)
        for notice in await heard.value where notice.contains("also edited this expense") {
            let words = notice.split(separator: " ").map(String.init)
            let place = try #require(words.firstIndex(of: "/show"))
            let page = await bob.types("/show \(words[place + 1])").lines
            #expect(page.joined().contains("Dinner"), "\(page)")
        }
    }

    /// What is told by itself until a message with this word comes.
    private static func notices(_ person: Person, until word: String) async -> [String] {
        var told: [String] = []
        for await lines in person.session.notices() {
            told += lines
            if lines.contains(where: { $0.contains(word) }) { break }
        }
        return told
    }

    @Test("who may change an expense: its creator, or any member where the group says so")
    func permissions() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let hers = try #require(await alice.types("+ 10 Tea").mainValue)
        await Self.sync(alice, bob)
        for line in ["/edit \(hers) 12", "/delete \(hers) --yes"] {
            await bob.fails(line, status: 1, "")
        }
        await bob.fails("/settings edit any_member", status: 1, "organiser")
        await alice.types("/settings edit any_member")
        await Self.sync(alice, bob)
        await bob.types("/edit \(hers) 12")
        await bob.types("/delete \(hers) --yes")
        await Self.sync(alice, bob)
        #expect(await alice.types("/expenses deleted").lines.contains { $0.contains("12.00") })
        await alice.types("/undelete \(hers)")
        await alice.types("/settings edit creator")
        await Self.sync(alice, bob)
        await bob.fails("/edit \(hers) 14", status: 1, "")
        // What was allowed when it was written stays; a payment is its people's to void.
        #expect(try await Trip.balances(bob) == ["Alice": 600, "Bob": -600])
        let paid = try #require(await alice.types("/settle Bob to Alice 6").mainValue)
        await Self.sync(alice, bob)
        await bob.types("/void \(paid) --yes")
        await Self.sync(alice, bob)
        #expect(try await Trip.balances(alice) == ["Alice": 600, "Bob": -600])
        await Self.same(alice, bob)
    }

    @Test("what arrives before what it depends on waits, and totals say so until it is there")
    func dependents() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world, group: "\"Lab group\" EUR --lab")
        await alice.types("/settings edit any_member")
        let hers = try #require(await alice.types("+ 10 Tea for Bob").mainValue)
        await alice.types("so that it is known that something is missing")
        await Self.sync(alice, bob)
        let number = try #require(hers.split(separator: ":").last)
        await bob.types("/edit \(hers) 30 Coffee")
        await Self.sync(alice, bob)
        // The expense itself is lost here; what changes it waits.
        await bob.types("/lab lose alice \(number)")
        let partial = try await Trip.json(bob, "/balances")["partial"] as? [String: Any]
        #expect((partial?["missing"] as? Int ?? 0) > 0 && (partial?["waiting"] as? Int ?? 0) > 0)
        #expect(try await Trip.balances(bob)["Bob"] == 0)
        await bob.fails("/settle Alice 1", status: 5)
        await bob.types("/lab unlose")
        await Self.sync(alice, bob)
        #expect(try await Trip.balances(bob) == ["Alice": 3000, "Bob": -3000])
        #expect(try await Trip.json(bob, "/balances")["partial"] is NSNull)
        await Self.same(alice, bob)
    }
}
