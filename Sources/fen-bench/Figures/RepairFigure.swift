import FenEngine
import FenMoney
import FenProtocol

/// A device that lacks k of n events connects to one that has them all: bytes and messages on the
/// wire, from the first byte until both are level.
struct RepairFigure {
    let workshop: Workshop

    private static let shapes: [Holes.Shape] = [
        .scattered(1), .scattered(10), .scattered(100), .block(100),
    ]

    /// How long the two may take to be level after the events have come.
    private static let patience: Duration = .seconds(60)

    /// What one repair took.
    private struct Repair {
        let bytes: Int
        let messages: (there: Int, back: Int)
        /// The bytes of the lines that went over, which nobody can leave out.
        let lines: Int
        let wall: Double

        var allMessages: Int { messages.there + messages.back }
    }

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let many = workshop.arguments.events
        let few = max(1_000, many / 100)
        let large = try await repairs(of: many)
        let small = try await repairs(of: few)
        return zip(Self.shapes, zip(large, small)).flatMap { shape, pair in
            rows("repair, \(shape)", pair.0, "of \(many) against \(few)", pair.1)
        }
    }

    private func rows(_ name: String, _ large: Repair, _ sizes: String, _ small: Repair) -> [Row] {
        func bytes(_ repair: Repair) -> String {
            "\(repair.bytes) B (\(repair.bytes - repair.lines) B besides the lines)"
        }
        func messages(_ repair: Repair) -> String {
            "\(repair.allMessages) (\(repair.messages.there) there, \(repair.messages.back) back)"
        }
        return [
            Row(
                "\(name) \(sizes), bytes", ours: bytes(large), floor: bytes(small),
                ratio: Double(large.bytes) / Double(small.bytes), atMost: 1.1),
            Row(
                "\(name) \(sizes), messages", ours: messages(large), floor: messages(small),
                ratio: Double(large.allMessages) / Double(small.allMessages), atMost: 1.1),
            Row(
                "\(name), bytes, against the lines alone", ours: "\(large.bytes) B",
                floor: "\(large.lines) B",
                ratio: Numbers.ratio(Double(large.bytes) / Double(large.lines))),
            Row(
                "\(name) \(sizes), wall", ours: Numbers.time(large.wall),
                floor: Numbers.time(small.wall), ratio: Numbers.ratio(large.wall / small.wall)),
        ]
    }

    /// One repair of each shape, the middle of several.
    private func repairs(of events: Int) async throws -> [Repair] {
        let group = try await workshop.group(events)
        let whole = try await home(group.folder, group)
        var repairs: [Repair] = []
        for shape in Self.shapes {
            Narration.say("  \(shape) of \(events) …")
            let holes = try Holes(shape, of: group)
            let holed = try await home(holes.store, group)
            var rounds: [Repair] = []
            for _ in 0..<workshop.rounds {
                rounds.append(try await repair(holed, from: whole, holes))
            }
            rounds.sort { ($0.bytes, $0.wall) < ($1.bytes, $1.wall) }
            repairs.append(rounds[rounds.count / 2])
        }
        return repairs
    }

    /// A home that has joined from a store, to be copied for each round.
    private func home(
        _ store: TemporaryFolder, _ group: SyntheticGroup
    ) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder("home")
        let engine = try await Member.join(
            home: folder.path, store: store.path, link: group.link)
        // From now on there is nothing but other devices.
        try await engine.setBackend(.none, in: group.id)
        await engine.close()
        return folder
    }

    private func repair(
        _ holed: TemporaryFolder, from whole: TemporaryFolder, _ holes: Holes
    ) async throws -> Repair {
        let homes = [try TemporaryFolder("holed"), try TemporaryFolder("whole")]
        // They are gone when nobody needs them any more, which is when both engines are closed.
        defer { withExtendedLifetime(homes) {} }
        try Files.copy(holed.path, to: homes[0].path)
        try Files.copy(whole.path, to: homes[1].path)
        let one = try await Member.open(homes[0].path)
        let other = try await Member.open(homes[1].path)
        guard let id = try await one.groups().first?.id,
            let place = try await other.listen(on: "127.0.0.1:0").first?.address,
            let port = place.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw Process.Failure(description: "nobody listens") }
        let relay = try CountingRelay(to: port, opening: PeerLimits.openingBytes)
        let watch = Stopwatch()
        let report = try await one.connect(to: "127.0.0.1:\(relay.port)", in: id)
        let wall = watch.spent.wall
        guard report.isCaughtUp, report.isWhole else {
            throw Process.Failure(description: "events are missing after the repair")
        }
        let end = ContinuousClock.now + Self.patience
        for engine in [one, other] {
            while try await engine.connected(in: id).first?.isLevel != true {
                guard ContinuousClock.now < end else {
                    throw Process.Failure(description: "the two did not become level in a minute")
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        let passed = relay.passed
        // Each of the two has joined by itself, which the other has not heard of either.
        let lines = try await holes.bytes + ownLine(of: one, in: id) + ownLine(of: other, in: id)
        await one.close()
        await other.close()
        return Repair(
            bytes: passed.there.bytes + passed.back.bytes,
            messages: (passed.there.messages, passed.back.messages), lines: lines, wall: wall)
    }

    /// How many bytes the one line has that this person has written, without its newline.
    private func ownLine(of engine: Engine, in id: GroupID) async throws -> Int {
        guard let me = try await engine.identity()?.publicKey,
            let event = try await engine.log(author: PartyID(member: me), in: id).first?.id
        else { throw Process.Failure(description: "somebody has not joined") }
        return try await engine.raw(event, in: id).count - 1
    }
}
