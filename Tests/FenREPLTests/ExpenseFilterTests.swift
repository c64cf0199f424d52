import Testing

@testable import FenREPL

@Suite("The filter of /expenses")
struct ExpenseFilterTests {
    @Test("by is who paid, for is who takes part")
    func people() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.pair(world)
        for line in [
            "+ 1 Apple", "+ 2 Bread by Bob", "+ 3 Cake by Bob for Bob", "+ 4 Date for Alice",
            "+ 6 Egg by Alice 3, Bob 3 for Alice", "/settle Bob 1 Cash",
        ] {
            await alice.types(line)
        }
        let cases: [(line: String, found: [String], not: [String])] = [
            ("by Bob", ["Bread", "Cake", "Egg"], ["Apple", "Date", "Cash"]),
            ("by Alice", ["Apple", "Date", "Egg", "Cash"], ["Bread", "Cake"]),
            ("for Bob", ["Apple", "Bread", "Cake", "Cash"], ["Date", "Egg"]),
            ("by Bob for Alice", ["Bread", "Egg"], ["Apple", "Cake", "Date", "Cash"]),
            ("settlements for Bob", ["Cash"], ["Apple"]),
        ]
        for (line, found, not) in cases {
            let said = await alice.types("/expenses " + line).lines.joined(separator: " ")
            for word in found { #expect(said.contains(word), "\(line): \(said)") }
            for word in not { #expect(!said.contains(word), "\(line): \(said)") }
        }
        await alice.fails("/expenses for", status: 2, "Nothing follows")
    }
}
