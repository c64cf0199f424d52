/// From exec to where a person may type, in a home with a large group and in an empty one.
struct StartFigure {
    let workshop: Workshop

    /// How many starts a round has.
    private static let count = 10

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let large = try await workshop.home(workshop.arguments.events)
        let empty = try await workshop.emptyHome()
        var full: [Spent] = []
        var bare: [Spent] = []
        var nothing: [Spent] = []
        for _ in 0..<Self.count * workshop.rounds {
            full.append(try Process.run(.prompt(home: large)).spent)
            bare.append(try Process.run(.prompt(home: empty)).spent)
            nothing.append(try Process.run("/bin/true", []).spent)
        }
        let mine = Spent.median(of: full)
        let other = Spent.median(of: bare)
        let least = Spent.median(of: nothing)
        return [
            Row(
                "exec to first view, against an empty home", ours: Numbers.spent(mine),
                floor: Numbers.spent(other), ratio: mine.wall / other.wall, atMost: 1.5),
            Row(
                "exec to first view, against /bin/true", ours: Numbers.time(mine.wall),
                floor: Numbers.time(least.wall), ratio: mine.wall / least.wall, atMost: 10),
        ]
    }
}
