import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// `/fingerprint`: equal words exactly where the dumps are equal.
@Suite("state words")
struct FingerprintTests {
    @Test("over random writes, losses, forks and passes: equal words exactly when dumps are equal")
    func exactly() async throws {
        var random = SeededGenerator()
        let folder = try TemporaryFolder()
        let store = folder.file("store")
        try FileManager.default.createDirectory(
            atPath: store, withIntermediateDirectories: true)
        let names = ["Alice", "Bob", "May"]
        var engines: [Engine] = []
        for name in names { engines.append(try await person(name, home: folder.file(name))) }
        let euro = try #require(Currency(code: "EUR"))
        let id = try await engines[0].createGroup(name: "Practice", currency: euro, lab: true)
        try await engines[0].setBackend(.folder(path: store), in: id)
        for (name, engine) in zip(names, engines).dropFirst() {
            let invite = try await engines[0].issueInvite(name: name, ttl: 1_800, in: id)
            _ = try await engine.join(try await engine.previewInvite(invite.link), folder: store)
        }
        for engine in engines { _ = try await engine.sync(in: id) }
        var parties: [PartyID] = []
        for engine in engines {
            // What is typed stays here until a pass: only `/sync` below brings it anywhere.
            try await engine.labOffline(true, in: id)
            parties.append(PartyID(member: try #require(try await engine.identity()).publicKey))
        }

        var wordsOfDump: [[UInt8]: [String]] = [:]
        var (equal, different) = (0, 0)
        for step in 0..<90 {
            let place = random.below(3)
            try await Self.change(
                engines[place], parties, me: parties[place], step, id, &random)
            // Now and then everybody takes what there is, twice, since one may follow the other.
            if step % 10 == 9 {
                for engine in engines + engines { try await Self.sync(engine, id) }
            }
            var states: [(dump: [UInt8], words: [String])] = []
            for engine in engines {
                states.append(
                    (try await engine.dump(in: id), try await engine.fingerprint(in: id)))
            }
            for state in states {
                #expect(state.words.count == 6)
                let known = wordsOfDump.updateValue(state.words, forKey: state.dump)
                #expect(known == nil || known == state.words, "seed \(random.seed)")
            }
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let isSame = states[one].dump == states[other].dump
                #expect(
                    (states[one].words == states[other].words) == isSame,
                    "step \(step), seed \(random.seed)")
                if isSame { equal += 1 } else { different += 1 }
            }
        }
        // Never two states with the same words, over everything that was seen.
        #expect(Set(wordsOfDump.values).count == wordsOfDump.count, "seed \(random.seed)")
        print("state words: \(equal) equal, \(different) different, \(wordsOfDump.count) states")
        #expect(equal > 0 && different > 0)
        for engine in engines { await engine.close() }
    }

    private static func change(
        _ engine: Engine, _ parties: [PartyID], me: PartyID, _ step: Int, _ id: GroupID,
        _ random: inout SeededGenerator
    ) async throws {
        // Who has lost their own last numbers may be kept from writing.
        switch random.below(10) {
        case 0, 1:
            let draft = try expense(
                "Round \(step)", Int64(1 + random.below(5_000)), by: me, for: parties)
            _ = try? await engine.logExpense(draft, in: id)
        case 2: _ = try? await engine.postMessage("Message \(step)", in: id)
        case 3:
            _ = try await engine.labLose(parties[random.below(3)], 2...UInt64(2 + step / 8), in: id)
        case 4: _ = try await engine.labUnlose(in: id)
        case 5 where step % 4 == 0: _ = try? await engine.labFork(in: id)
        default: try await sync(engine, id)
        }
    }

    private static func sync(_ engine: Engine, _ id: GroupID) async throws {
        try await engine.labOffline(false, in: id)
        _ = try await engine.sync(in: id)
        try await engine.labOffline(true, in: id)
    }
}
