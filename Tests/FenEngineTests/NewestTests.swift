import Testing

@testable import FenEngine

/// The end of a group's log, read by itself.
@Suite("the newest events")
struct NewestTests {
    @Test("they are the end of the whole log, both branches of a fork among them")
    func end() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        try await table.fork("Bob")
        let alice = try await table.open("Alice")
        for text in ["One", "Two"] { _ = try await alice.postMessage(text, in: table.group) }
        _ = try await alice.sync(in: table.group)
        let all = try await alice.log(in: table.group)
        #expect(Set(all.map(\.reference.branch)) == [0, 1])
        for most in [1, 3, 5, all.count, all.count + 10] {
            let newest = try await alice.newest(most, in: table.group)
            #expect(newest.events.map(\.id) == all.suffix(most).map(\.id))
            #expect(newest.count == all.count)
        }
        await table.closeAll()
    }
}
