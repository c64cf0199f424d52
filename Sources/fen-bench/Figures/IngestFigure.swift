import FenEngine

/// A fresh member joins and reads the whole store: parse, authenticate by chain, open, decode,
/// store, project.
struct IngestFigure {
    let workshop: Workshop

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let events = workshop.arguments.events
        let group = try await workshop.group(events)
        let rowFloor = try RowFloor(home: try await workshop.home(events))
        let cryptoFloor = CryptoFloor(group: group)
        var ours: [Spent] = []
        var crypto: [CryptoFloor.Parts] = []
        var rows: [Spent] = []
        var verifying: [Spent] = []
        for _ in 0..<workshop.rounds {
            ours.append(try await ingest(group))
            crypto.append(try cryptoFloor.openAll())
            rows.append(try rowFloor.insertAll())
            verifying.append(try cryptoFloor.verifyEach(500))
        }
        let mine = Spent.median(of: ours)
        let floor = Spent.median(of: zip(crypto, rows).map { $0.total + $1 })
        let verify = Spent.median(of: verifying)
        // What a reader takes at least who trusts no chain, with everything else as in the floor.
        let every = floor.wall + Double(events) * verify.wall
        return [
            Row(
                "ingest, wall", ours: Numbers.time(mine.wall), floor: Numbers.time(floor.wall),
                ratio: mine.wall / floor.wall, atMost: 1.5),
            Row(
                "ingest, processor time", ours: Numbers.time(mine.cpu),
                floor: Numbers.time(floor.cpu), ratio: mine.cpu / floor.cpu, atMost: 1.5),
            Row(
                "ingest, an event, processor time", ours: each(mine.cpu),
                floor: parts(crypto, Spent.median(of: rows))),
            Row(
                "ingest, against every signature verified", ours: Numbers.time(mine.wall),
                floor: "\(Numbers.time(every)) (\(Numbers.time(verify.cpu)) cpu a signature)",
                faster: every / mine.wall, atLeast: 5),
        ]
    }

    private func ingest(_ group: SyntheticGroup) async throws -> Spent {
        let home = try TemporaryFolder("home")
        let engine = try await Member.open(home.path)
        let preview = try await engine.previewInvite(group.link)
        let watch = Stopwatch()
        let id = try await engine.join(preview, folder: group.folder.path)
        let spent = watch.spent
        let missing = try await engine.view(id).partial.missing
        await engine.close()
        guard missing == 0 else { throw Process.Failure(description: "events are missing") }
        return spent
    }

    private func each(_ seconds: Double) -> String {
        Numbers.time(seconds / Double(workshop.arguments.events))
    }

    private func parts(_ crypto: [CryptoFloor.Parts], _ rows: Spent) -> String {
        func part(_ name: String, _ pick: (CryptoFloor.Parts) -> Spent) -> String {
            "\(name) \(each(Spent.median(of: crypto.map(pick)).cpu))"
        }
        return [
            part("base64", \.base64), part("SHA-256", \.hashing), part("open", \.opening),
            "rows \(each(rows.cpu))",
        ].joined(separator: ", ")
    }
}
