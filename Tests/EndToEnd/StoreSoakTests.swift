import Foundation
import TestSupport
import Testing

/// Five laptops and one bucket: real processes that write all the time while each one's own way to
/// Ceph's gateway breaks, dawdles and refuses, and processes are killed.
@Suite(
    "five members, one bucket", .serialized,
    .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"),
    .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"))
struct StoreSoakTests {
    /// How many events there are in the end, of all kinds: `FEN_STORE_SOAK_EVENTS`, else 10,000 with
    /// a release build and fewer with a debug build.
    private static let events: Int = {
        let settings = ProcessInfo.processInfo.environment
        return settings["FEN_STORE_SOAK_EVENTS"].flatMap { Int($0) }
            ?? (settings["FEN_BINARY"] == nil ? 2_000 : 10_000)
    }()

    @Test("cuts, refusals and kills: in the end everybody holds everything, and so does the bucket")
    func soak() throws {
        var random = SeededGenerator(for: "store soak")
        let start = Date()
        let workshop = try Workshop()
        let bucket = try TestBucket(.radosgw)
        // Whatever is ever overwritten can be looked at afterwards.
        try bucket.order("remember")
        let (members, link) = try Self.table(workshop, bucket, &random)
        var words = 0
        var rounds = 0
        // What else is written: the group's own events, and what was killed before its answer.
        let reserve = min(1_000, Self.events / 2)
        while words < Self.events - reserve || !Self.haveSeenTrouble(members) {
            rounds += 1
            let most = words < Self.events - reserve ? 250 : 5
            try Self.round(members, most, &words, &random)
        }
        for member in members { try member.finds("calm") }
        let counts = Self.counts(members)
        let left = Self.events - (try Self.level(members))
        try #require(left > 0, "\(left) are left, FEN_SEED=\(random.seed)")
        for (number, member) in members.enumerated() {
            // Out of reach, so that all of it goes out in one write.
            try member.finds("down")
            member.talk(left / 5 + (number < left % 5 ? 1 : 0))
        }
        for member in members {
            member.collect()
            try member.finds("calm")
        }
        #expect(try Self.level(members) == Self.events, "FEN_SEED=\(random.seed)")
        try SoakCheck.check(members)
        let dump = try #require(try members[0].ask("/dump").text("dump"))
        for member in members { member.leave() }
        let seconds = Int(Date().timeIntervalSince(start))
        print(
            "store soak: \(Self.events) events, \(rounds) rounds, \(counts), \(seconds) s")
        try Self.checkBucket(bucket, workshop, link: link, dump: dump)
        print("store soak and its bucket: \(Int(Date().timeIntervalSince(start))) s")
        try bucket.order("remove")
    }

    /// Everybody writes out of reach of the bucket, or syncs over a way that breaks; mostly somebody
    /// is killed in the middle of it.
    private static func round(
        _ members: [StoreMember], _ most: Int, _ words: inout Int,
        _ random: inout SeededGenerator
    ) throws {
        for member in members {
            let mood = ["down", "moved", "rough", "rough"][random.below(4)]
            try member.finds(mood)
            if mood == "rough" {
                // What is written now goes out line by line.
                member.write(random.below(5), &words, &random)
                for _ in 0...random.below(2) { member.sync() }
            } else {
                member.write(most / 2 + random.below(most), &words, &random)
            }
        }
        if random.below(3) > 0 {
            Thread.sleep(forTimeInterval: Double(random.below(500)) / 1_000)
            try members[random.below(5)].killAndRestart()
        }
        for member in members { member.collect() }
        if random.below(4) == 0 { try members[random.below(5)].leaveAndReturn() }
    }

    /// Chance may spare everybody in a short run.
    private static func haveSeenTrouble(_ members: [StoreMember]) -> Bool {
        let counts = counts(members)
        return ["kills", "cuts", "busy", "slow"].allSatisfy { counts[$0, default: 0] > 0 }
    }

    /// Kills, and what became of everybody's connections.
    private static func counts(_ members: [StoreMember]) -> [String: Int] {
        members.reduce(into: [:]) { counts, member in
            counts["kills", default: 0] += member.kills
            counts.merge(member.connections) { $0 + $1 }
        }
    }

    /// Alice's group with four others let in, each by a way of their own to the same bucket; and a
    /// link for a reader.
    private static func table(
        _ workshop: Workshop, _ bucket: TestBucket, _ random: inout SeededGenerator
    ) throws -> ([StoreMember], link: String) {
        let members = try ["Alice", "Bob", "May", "Zoe", "Kim"].map { name in
            try StoreMember(
                name, home: workshop.file(name), port: bucket.server.port,
                seed: random.below(1 << 30))
        }
        for member in members { try member.ask("/me \(member.name)") }
        try members[0].ask("/new Trip EUR")
        try members[0].bind(bucket)
        for member in members.dropFirst() {
            let link = try #require(try members[0].ask("/invite \(member.name)").text("link"))
            try member.join(by: link)
        }
        let link = try #require(try members[0].ask("/invite Reader").text("link"))
        _ = try level(members)
        return (members, link)
    }

    /// Two rounds of passes over ways that hold bring everybody to the same numbers; how many.
    private static func level(_ members: [StoreMember]) throws -> Int {
        for _ in 0..<2 {
            for member in members {
                let answer = try member.ask("/sync")
                #expect(answer.flag("whole") == true, "\(member.name): \(answer)")
            }
        }
        for member in members {
            #expect(try member.ask("/status").number("unsynced") == 0, "\(member.name)")
        }
        return try SoakCheck.settle(members)
    }

    /// No version of a log lacks what one before it had, no number was ever written with different
    /// bytes, and the independent reader makes the same of the objects.
    private static func checkBucket(
        _ bucket: TestBucket, _ workshop: Workshop, link: String, dump: String
    ) throws {
        print("store soak, all versions: \(try bucket.order("history"))")
        let folder = try workshop.folder("fetched")
        try bucket.order("fetch", folder)
        let read = try ReaderCheck.dump(link: link, store: folder)
        #expect(read != nil && ReaderCheck.difference(dump, read ?? "") == "", "the reader")
    }
}
