import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// Random stores, random cuts: whatever was missing, in the end all hold the same.
@Suite("Session: properties") struct SessionPropertyTests {
    /// A log with some branches, none so many that a `have` could not name them all.
    private func history(
        _ author: MemberID,
        _ random: inout SeededGenerator
    ) -> [FakeEvent] {
        var events = FakeEvent.log(author, 1 + random.below(120))
        for branch in 0..<random.below(4) {
            let parent = random.below(4) == 0 ? nil : events[random.below(events.count)]
            events += FakeEvent.log(
                author, 1 + random.below(30), after: parent, mark: UInt8(branch + 1))
        }
        return events
    }

    private func some(
        of events: [FakeEvent],
        _ random: inout SeededGenerator
    ) -> [FakeEvent] {
        switch random.below(5) {
        case 0: return events
        case 1: return []
        case 2: return [FakeEvent](events.prefix(random.below(events.count + 1)))
        case 3: return events.filter { _ in random.below(10) > 0 }
        default: return events.filter { _ in random.below(2) > 0 }
        }
    }

    @Test("two and three stores with random holes, forks and cuts converge")
    func converge() async {
        var random = SeededGenerator()
        for round in 0..<60 {
            let count = 2 + random.below(2)
            let authors = (1...(1 + random.below(4))).map { SessionTable.author(UInt8($0)) }
            let stores = (0..<count).map { MemoryPeerStore(UInt8($0 + 1), authors: authors) }
            let table = SessionTable(stores)
            for author in authors {
                let events = history(author, &random)
                for store in stores { store.add(some(of: events, &random)) }
            }
            let union = MemoryPeerStore(99, authors: authors)
            for store in stores { union.add(store.all) }
            let pairs = count == 2 ? [(0, 1)] : [(0, 1), (1, 2), (0, 2)]
            let used = random.below(2) == 0 ? pairs : [(Int, Int)](pairs.prefix(count - 1))
            for (one, other) in used { await table.link(one, other) }
            for _ in 0..<random.below(4) {
                for _ in 0..<random.below(30) { _ = await table.step() }
                let link = random.below(table.links.count)
                guard !table.links[link].isCut else { continue }
                let ends = table.links[link].stores
                await table.cut(link)
                await table.link(ends[0], ends[1])
            }
            #expect(await table.run(quiet: 8_000), "round \(round), seed \(random.seed)")
            for (index, store) in stores.enumerated() {
                for author in authors {
                    let note: Comment = """
                        round \(round), store \(index), author \(author.bytes[0]): \
                        \(store.summary(author)) of \(union.summary(author))
                        """
                    // Every event whose chain anybody could make whole is connected everywhere.
                    let isConnected = store.connected[author] == union.connected[author]
                    #expect(isConnected, note)
                    let isWhole = store.contents[author] == union.contents[author]
                    #expect(isWhole || !union.isStraight(author), note)
                }
            }
        }
    }

    @Test("random frames never end in a crash, and never grow what is remembered past its bound")
    func randomFrames() async {
        var random = SeededGenerator()
        let anna = SessionTable.author(1)
        for _ in 0..<40 {
            let table = SessionTable([
                MemoryPeerStore(1, authors: [anna]), MemoryPeerStore(2, authors: [anna]),
            ])
            table.stores[0].add(FakeEvent.log(anna, 50))
            await table.link(0, 1)
            for _ in 0..<60 {
                var frame = RandomFrames.frame(&random)
                if random.below(3) == 0 { frame = random.mutated(frame) }
                await table.inject(frame, link: 0, to: 0)
                _ = await table.step()
            }
            #expect(await table.run(quiet: 4_000))
            let end = table.links[0].ends[0]
            #expect(end.others.count <= PeerLimits.authors)
            #expect(end.pursuits.count <= PeerLimits.authors)
        }
    }
}
