/// `/balances` as a whole process, of many entries beside few.
struct BalancesFigure {
    let workshop: Workshop

    /// How many runs a round has.
    private static let count = 10

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let many = workshop.arguments.events
        let few = max(100, many / 100)
        let large = try await workshop.home(many, .expenses)
        let small = try await workshop.home(few, .expenses)
        var full: [Spent] = []
        var brief: [Spent] = []
        for _ in 0..<Self.count * workshop.rounds {
            full.append(try Process.run(.balances(home: large)).spent)
            brief.append(try Process.run(.balances(home: small)).spent)
        }
        let mine = Spent.median(of: full)
        let other = Spent.median(of: brief)
        let growth = Row(
            "/balances, \(many) expenses against \(few)", ours: Numbers.spent(mine),
            floor: Numbers.spent(other), ratio: mine.wall / other.wall, atMost: 1.5)
        return [growth]
    }
}
