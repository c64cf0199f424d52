import FenStore
import Testing

/// Sums in pieces.
@Suite("Pieces of sums")
struct TallyTests {
    @Test("Pieces of sums stay few in each group, however groups take turns", arguments: 1...5)
    func tallies(groups count: Int) throws {
        var samples = Samples()
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            defer { try? database.close() }
            try database.transaction {
                let groups = try (0..<count).map { _ in
                    try database.groups.insert(samples.group())
                }
                let most = try Self.mostPieces(database, groups)
                #expect(most == TallyStore.mostPieces - 1)
            }
        }
    }

    /// Adds pieces to all groups in turn, and makes them one when it is time to.
    private static func mostPieces(
        _ database: Database, _ groups: [GroupNumber]
    ) throws -> Int {
        var most = 0
        for round in 0..<100 {
            for group in groups {
                if try database.tallies.append([UInt8(round)], in: group) {
                    try database.tallies.replaceAll(with: [0xff], in: group)
                }
                var pieces: [[UInt8]] = []
                try database.tallies.forEach(in: group) { pieces.append([UInt8]($0)) }
                #expect(pieces.last == [UInt8(round)] || pieces == [[0xff]])
                most = max(most, pieces.count)
            }
        }
        return most
    }
}
