import FenEngine
import FenMoney
import FenProtocol

/// A typed expense, from the call to the answer: sealed, signed, committed with fsync, projected.
struct WriteFigure {
    let workshop: Workshop

    /// How many expenses are logged in a round.
    private static let count = 60

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let large = try await workshop.home(workshop.arguments.events)
        let floor = try RowFloor(home: large)
        let home = try TemporaryFolder("home")
        let engine = try await Member.open(home.path)
        guard let euro = Currency(code: "EUR") else { return [] }
        let group = try await engine.createGroup(name: "Bench", currency: euro)
        let small = try await row("typed expense to answer, new group", engine, group, floor)
        await engine.close()
        let member = try await Member.open(large)
        guard let joined = try await member.groups().first else { return [small] }
        // No store is bound while this is measured: it is about what happens on this device.
        try await member.setBackend(.none, in: joined.id)
        let big = try await row("typed expense to answer, large group", member, joined.id, floor)
        await member.close()
        return [small, big]
    }

    private func row(
        _ name: String, _ engine: Engine, _ group: GroupID, _ floor: RowFloor
    ) async throws -> Row {
        let me = PartyID(member: try await engine.view(group).me.member)
        let draft = try Member.expense(by: me)
        let count = Self.count * workshop.rounds
        let singles = try floor.singles(count)
        // The first one loads what later ones use.
        _ = try await engine.logExpense(draft, in: group)
        var ours: [Spent] = []
        var theirs: [Spent] = []
        for _ in 0..<count {
            let watch = Stopwatch()
            _ = try await engine.logExpense(draft, in: group)
            ours.append(watch.spent)
            theirs.append(try singles.insertOne())
        }
        let mine = Spent.median(of: ours)
        let bare = Spent.median(of: theirs)
        return Row(
            name, ours: Numbers.spent(mine), floor: Numbers.spent(bare),
            ratio: mine.wall / bare.wall, atMost: 2)
    }
}
