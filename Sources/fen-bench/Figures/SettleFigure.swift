import FenEncoding
import FenMoney

/// The plan that settles twenty people whose debts have nothing in common.
struct SettleFigure {
    let workshop: Workshop

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() throws -> [Row] {
        var random = SeededGenerator(seed: 3)
        var times: [Spent] = []
        var payments = 0
        for _ in 0..<max(5, workshop.rounds) {
            var balances: [(PartyID, Int128)] = []
            var sum: Int128 = 0
            for person in 0..<20 {
                let id = Bytes32([UInt8](repeating: UInt8(person + 1), count: 32)) ?? .zero
                let amount = person == 19 ? -sum : Int128(random.below(2_000_000) - 1_000_000)
                sum += amount
                balances.append((PartyID(raw: id), amount))
            }
            times.append(
                try Stopwatch.time {
                    payments = try SettlementPlanner.plan(balances: balances).transfers.count
                })
        }
        let mine = Spent.median(of: times)
        return [
            Row(
                "settle-up plan, 20 people in general position",
                ours: "\(Numbers.time(mine.wall)) (\(payments) payments)", goal: "≤ 50 ms",
                isMet: mine.wall <= 0.05)
        ]
    }
}
