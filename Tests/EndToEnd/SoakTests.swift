import Foundation
import TestSupport
import Testing

/// Four laptops and no store: real processes that write all the time while lines are cut and
/// processes killed.
@Suite(
    "four laptops, no store", .serialized,
    .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct SoakTests {
    /// How many events there are in the end, of all kinds: `FEN_SOAK_EVENTS`, else 20,000 with a
    /// release build and fewer with a debug build.
    private static let events: Int = {
        let settings = ProcessInfo.processInfo.environment
        return settings["FEN_SOAK_EVENTS"].flatMap { Int($0) }
            ?? (settings["FEN_BINARY"] == nil ? 3_000 : 20_000)
    }()

    @Test("random cuts and kills: in the end everybody holds everything, and says the same words")
    func soak() throws {
        var random = SeededGenerator(for: "soak")
        let start = Date()
        let workshop = try Workshop()
        let members = try Self.table(workshop)
        var words = 0
        var rounds = 0
        // What else is written: the group's own events, and what was killed before its answer.
        let reserve = min(1_000, Self.events / 2)
        // Chance may spare everybody both in a short run.
        try Self.cutOnce(members, &words, &random)
        members[2].write(60, &words, &random)
        try members[2].killAndRestart()
        while words < Self.events - reserve {
            rounds += 1
            for (number, member) in members.enumerated() {
                if random.below(2) == 0 {
                    member.connect(to: members[(number + 1 + random.below(3)) % 4])
                }
                if random.below(3) == 0 { member.line.cut(after: random.below(150_000)) }
                member.write(20 + random.below(130), &words, &random)
            }
            if random.below(4) == 0 {
                Thread.sleep(forTimeInterval: Double(random.below(80)) / 1_000)
                try members[random.below(4)].killAndRestart()
            }
            if random.below(12) == 0 { try members[random.below(4)].leaveAndReturn() }
            for member in members { member.collect() }
        }
        // Whatever still hangs on a line is cut once more; then a chain is enough.
        for member in members { member.line.cut(after: 0) }
        #expect(Self.wait { members.allSatisfy { $0.line.isEmpty } })
        for next in 1..<4 { members[next].connect(to: members[next - 1]) }
        let before = try SoakCheck.settle(members)
        let left = Self.events - before
        try #require(left > 0, "\(before) events, FEN_SEED=\(random.seed)")
        for (number, member) in members.enumerated() {
            member.talk(left / 4 + (number < left % 4 ? 1 : 0))
        }
        let total = try SoakCheck.settle(members)
        #expect(total == Self.events, "FEN_SEED=\(random.seed)")
        try SoakCheck.check(members)
        let (kills, cuts) = members.reduce((0, 0)) { ($0.0 + $1.kills, $0.1 + $1.line.cuts) }
        #expect(kills > 0 && cuts > 0)
        let seconds = Int(Date().timeIntervalSince(start))
        print(
            "soak: \(total) events, \(rounds) rounds, \(kills) kills, \(cuts) cuts, \(seconds) s")
        for member in members { member.leave() }
    }

    /// Alice's group with the others let in, everybody listening behind a line of their own.
    private static func table(_ workshop: Workshop) throws -> [SoakMember] {
        let names = ["Alice", "Bob", "May", "Zoe"]
        let members = try names.map { try SoakMember($0, home: workshop.file($0)) }
        for member in members { try member.ask("/me \(member.name)") }
        try members[0].ask("/new Trip EUR")
        try members[0].listen()
        for member in members.dropFirst() {
            let link = try #require(try members[0].ask("/invite \(member.name)").text("link"))
            try member.ask("/join \(link)")
        }
        // Joining has connected everybody to Alice directly: from here on only lines do.
        for member in members { try member.leaveAndReturn() }
        return members
    }

    /// Connects two and cuts their line while one of them writes.
    private static func cutOnce(
        _ members: [SoakMember], _ words: inout Int, _ random: inout SeededGenerator
    ) throws {
        let line = members[0].line
        members[1].connect(to: members[0])
        line.cut(after: 2_000)
        members[1].write(60, &words, &random)
        members[1].collect()
        try #require(wait { line.cuts == 1 && line.isEmpty })
    }

    /// Waits for something, a minute at most.
    private static func wait(_ test: () -> Bool) -> Bool {
        let end = Date().addingTimeInterval(60)
        while !test() {
            guard Date() < end else { return false }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return true
    }
}
