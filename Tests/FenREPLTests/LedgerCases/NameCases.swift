import Foundation
import Testing

@testable import FenREPL

/// Two people of one name are two people, and are told apart.
@Suite("Cases: names")
struct NameCases {
    @Test(
        "B44 a name somebody has, in any case, spacing or composition, is asked about and tagged",
        arguments: [
            ("May Lee", "may lee"), ("May Lee", "May  Lee"), ("Zoë", "Zoe\u{308}"), ("Bob", "BOB"),
            ("Bob", "Bob"),
        ])
    func twins(name: String, twin: String) async throws {
        let trip = try await Trip.make([name])
        let before = await trip.me.types("/dump").lines
        await trip.me.fails("/guest \"\(twin)\"", status: 2, "--yes")
        #expect(await trip.me.types("/dump").lines == before)
        await trip.me.types("/guest \"\(twin)\" --yes")
        let members = try #require(try await trip.json("/members")["members"] as? [[String: Any]])
        let tags = members.filter { $0["name"] as? String != "Alice" }
            .compactMap { $0["tag"] as? String }
        #expect(Set(tags).count == 2)
        // The bare name is nobody's; each tag is one person's, and neither ever merges.
        await trip.me.fails("+ 4 Tea for \"\(name)\"", status: 2, "could be")
        for (place, tag) in tags.enumerated() {
            await trip.me.types("+ \(place + 1) Tea for \"\(name)(\(tag))\"")
        }
        let balances = try #require(
            try await trip.json("/balances")["balances"] as? [[String: Any]])
        #expect(balances.compactMap { $0["balance"] as? Int }.sorted() == [-200, -100, 300])
        let lines = await trip.me.types("/balances").lines
        for tag in tags { #expect(lines.contains { $0.contains("(\(tag))") }, "\(lines)") }
    }
}
