import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

@testable import FenPeer

/// Sessions over stores in memory: what they fetch, in how many messages, and what they say.
@Suite("Session: exchange") struct SessionTests {
    private let anna = SessionTable.author(1)
    private let ben = SessionTable.author(2)

    private func table(_ count: Int) -> SessionTable {
        SessionTable(
            (0..<count).map { MemoryPeerStore(UInt8($0 + 1), authors: [anna, ben]) })
    }

    @Test("two empty stores say that they are done")
    func empty() async {
        let table = table(2)
        await table.link(0, 1)
        #expect(await table.run())
        for store in 0...1 {
            #expect(table.isTold(store) { $0 == .caughtUp })
            #expect(table.isTold(store) { $0 == .otherCaughtUp })
        }
        #expect(table.frames[9] == 2)
        #expect(table.frames[1] == nil)
    }

    @Test("both directions at once, with a total and a receipt")
    func bothWays() async {
        let table = table(2)
        table.stores[0].add(FakeEvent.log(anna, 1_000))
        table.stores[1].add(FakeEvent.log(ben, 700))
        await table.link(0, 1)
        #expect(await table.run())
        #expect(table.stores[0].contents == table.stores[1].contents)
        #expect(table.isTold(1) { $0 == .expects(PeerMeasure(events: 1_000, bytes: 133_000)) })
        #expect(table.stores[0].with { $0.useless } == 0)
        #expect(table.stores[1].with { $0.useless } == 0)
        let received = table.frames[3, default: 0]
        #expect(received <= 6)
        // Two greetings and one receipt for each batch.
        #expect(table.frames[0] == 2 + received)
    }

    @Test("k missing among n cost O(k + authors) bytes and messages", arguments: [1_000, 20_000])
    func repair(count: Int) async {
        let table = table(2)
        let log = FakeEvent.log(anna, count)
        table.stores[0].add(log)
        let missing: Set<UInt64> = [1, 17, 18, UInt64(count / 2), UInt64(count)]
        table.stores[1].add(log.filter { !missing.contains($0.seq) })
        await table.link(0, 1)
        #expect(await table.run())
        #expect(table.stores[1].contents == table.stores[0].contents)
        #expect(table.stores[1].with { $0.taken } == missing.count)
        #expect(table.bytes < 3_000, "\(table.bytes)")
        #expect(table.frames.values.reduce(0, +) < 20, "\(table.frames)")
    }

    @Test("two peers with different holes end whole")
    func holes() async {
        let table = table(2)
        let log = FakeEvent.log(anna, 300)
        table.stores[0].add(log.filter { $0.seq % 3 != 0 })
        table.stores[1].add(log.filter { $0.seq % 3 != 1 })
        await table.link(0, 1)
        #expect(await table.run())
        #expect(table.stores[0].contents[anna]?.count == 300)
        #expect(table.stores[1].contents == table.stores[0].contents)
    }

    @Test(
        "forks are found by halving, whatever the heights",
        arguments: [(1, 10, 10), (500, 20, 20), (500, 3, 40), (999, 1, 1), (50, 400, 1)])
    func forks(common: Int, left: Int, right: Int) async {
        let table = table(2)
        let log = FakeEvent.log(anna, common)
        let one = FakeEvent.log(anna, left, after: log.last, mark: 1)
        let other = FakeEvent.log(anna, right, after: log.last, mark: 2)
        table.stores[0].add(log + one)
        table.stores[1].add(log + other)
        await table.link(0, 1)
        #expect(await table.run())
        #expect(table.stores[0].contents[anna]?.count == common + left + right)
        #expect(table.stores[0].contents == table.stores[1].contents)
        for store in 0...1 {
            #expect(table.isTold(store) { $0 == .forked(anna, at: UInt64(common + 1)) })
            #expect(table.isTold(store) { $0 == .caughtUp })
        }
        #expect(table.frames[5, default: 0] <= 2 * 12)
    }

    @Test("a branch held beyond a gap does not hide the other one")
    func branchBeyondGap() async {
        let table = table(2)
        let log = FakeEvent.log(anna, 5)
        let one = FakeEvent.log(anna, 5, after: log.last, mark: 1)
        let other = FakeEvent.log(anna, 5, after: log.last, mark: 2)
        table.stores[0].add(log + one)
        table.stores[1].add(log.prefix(3) + other)
        await table.link(0, 1)
        #expect(await table.run())
        #expect(table.stores[1].contents[anna]?.count == 15)
        #expect(table.stores[0].contents == table.stores[1].contents)
    }

    @Test("what is typed is pushed to everyone at once, and comes round once")
    func live() async {
        let table = table(3)
        table.stores[0].add(FakeEvent.log(anna, 5))
        await table.link(0, 1)
        await table.link(1, 2)
        await table.link(0, 2)
        #expect(await table.run())
        let log = FakeEvent.log(anna, 6)
        let before = table.frames[1, default: 0]
        await table.author([log[5]], at: 0)
        #expect(await table.run(quiet: 0))
        #expect(table.stores.allSatisfy { $0.contents[anna]?.count == 6 })
        // Nobody had to ask.
        #expect(table.frames[1, default: 0] == before)
    }

    @Test("one source is asked for each number when there are several")
    func sources() async {
        let table = table(3)
        table.stores[0].add(FakeEvent.log(anna, 2_000))
        table.stores[1].add(FakeEvent.log(anna, 2_000))
        await table.link(0, 2)
        await table.link(1, 2)
        #expect(await table.run())
        #expect(table.stores[2].contents == table.stores[0].contents)
        #expect(table.stores[2].with { $0.useless } == 0)
    }

    @Test("a peer that promises and does not deliver is named, and the next source is asked")
    func promises() async {
        let table = table(3)
        table.stores[0].add(FakeEvent.log(anna, 50))
        table.stores[1].add(FakeEvent.log(anna, 50))
        table.mute[0] = [3, 6]
        await table.link(0, 2)
        await table.link(1, 2)
        #expect(await table.run(quiet: 6_000))
        #expect(table.stores[2].contents == table.stores[1].contents)
        #expect(table.isTold(2) { $0 == .notDelivered(anna, NumberSet([1...50])) })
        #expect(
            table.notices.filter { $0.notice == .notDelivered(anna, NumberSet([1...50])) }
                .allSatisfy { $0.link == 0 })
    }

    @Test("a store of one's own, another store on the same line, and a failing store end it")
    func endings() async {
        let own = SessionTable([
            MemoryPeerStore(1, authors: [anna]), MemoryPeerStore(1, authors: [anna]),
        ])
        await own.link(0, 1)
        #expect(await own.run())
        #expect(own.isTold(0) { $0 == .ended(.here(.ownStore)) })

        let table = table(2)
        await table.link(0, 1)
        #expect(await table.run())
        let other = StoreID([UInt8](repeating: 9, count: 16)) ?? .zero
        await table.inject(PeerFrame.have(store: other, [:]).encode(), link: 0, to: 0)
        #expect(table.isTold(0) { $0 == .ended(.here(.misbehaved)) })
        #expect(await table.run())
        #expect(
            table.isTold(1) {
                $0 == .ended(.there(code: 7, text: PeerFarewell.misbehaved.message))
            })

        let failing = self.table(2)
        failing.stores[0].with { $0.fails = true }
        await failing.link(0, 1)
        #expect(await failing.run())
        #expect(failing.isTold(0) { $0 == .ended(.here(.storeFailed)) })
    }

    @Test("silence is broken by a ping, and ends the session after a minute")
    func silence() async {
        let table = table(2)
        await table.link(0, 1)
        _ = await table.run(quiet: 90_000, steps: 500)
        #expect(table.frames[10, default: 0] >= 4)
        #expect(!table.isTold(0) { if case .ended = $0 { true } else { false } })
        table.mute[1] = Set(0...11)
        _ = await table.run(quiet: 90_000, steps: 500)
        #expect(table.isTold(0) { $0 == .ended(.here(.idle)) })
    }

    @Test("blobs are asked for by hash; one that is not held has size 0")
    func blobs() async {
        let table = table(2)
        await table.link(0, 1)
        let hash = SHA256.hash("blob")
        await table.inject(
            PeerFrame.blobWant(hash: hash, offset: 7).encode(), link: 0, to: 0)
        #expect(await table.run())
        #expect(table.isTold(1) { $0 == .blob(hash, offset: 0, size: 0, []) })
    }
}
