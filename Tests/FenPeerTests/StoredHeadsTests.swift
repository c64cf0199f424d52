import FenCrypto
import FenProtocol
import Testing

@testable import FenPeer

/// What waits to be pushed to a session that is stuck.
@Suite("Stored while a session is stuck") struct StoredHeadsTests {
    private let anna = SessionTable.author(1)
    private let ben = SessionTable.author(2)

    @Test("as many events as one push takes are kept whole; of more only the author is")
    func bounded() {
        let events = FakeEvent.log(anna, 10_000).map(\.head)
        var stored = StoredHeads()
        #expect(stored.isEmpty)
        for event in events.prefix(PeerSession.mostPushed) { stored.add([anna: [event]]) }
        stored.add([ben: [FakeEvent.log(ben, 1)[0].head]])
        let taken = stored.take()
        #expect(taken[anna] == Array(events.prefix(PeerSession.mostPushed)))
        #expect(taken[ben]?.count == 1 && stored.isEmpty)

        for event in events.prefix(PeerSession.mostPushed + 1) { stored.add([anna: [event]]) }
        #expect(!stored.isEmpty)
        stored.add([anna: [events[500]]])
        #expect(stored.take() == [anna: []])
        stored.add([anna: events])
        #expect(stored.take() == [anna: []])
        stored.add([anna: [events[0]]])
        #expect(stored.take() == [anna: [events[0]]])
    }

    @Test("what was too much for a push comes over all the same")
    func wanted() async {
        let table = SessionTable([
            MemoryPeerStore(1, authors: [anna]), MemoryPeerStore(2, authors: [anna]),
        ])
        await table.link(0, 1)
        #expect(await table.run())
        let events = FakeEvent.log(anna, 500)
        var stored = StoredHeads()
        stored.add(table.stores[0].add(events))
        await table.spread(stored.take(), 0, except: nil)
        #expect(await table.run())
        #expect(table.stores[1].contents == table.stores[0].contents)
        #expect(table.stores[1].contents[anna]?.count == 500)
    }
}
