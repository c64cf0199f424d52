import FenMoney
import FenProtocol
import FenStore
import Foundation
import Synchronization
import Testing

@testable import FenEngine

/// What an engine tells, kept.
final class Heard: Sendable {
    private let said = Mutex<[Notice]>([])

    init(_ engine: Engine) {
        let notices = engine.notices
        Task { [weak self] in
            for await notice in notices { self?.said.withLock { $0.append(notice) } }
        }
    }

    var notices: [Notice] { said.withLock { $0 } }

    /// How many notices there are of a kind.
    func count(_ test: (Notice) -> Bool) -> Int { notices.count(where: test) }

    /// Waits for a notice, at most 10 s.
    func hears(_ test: (Notice) -> Bool) async throws -> Bool {
        for _ in 0..<1_000 {
            if notices.contains(where: test) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

/// Connecting to a device that is connected already, and to oneself.
@Suite("connecting again", .serialized)
struct AgainTests {
    private static func isConnection(_ notice: Notice) -> Bool {
        switch notice {
        case .connected, .disconnected: true
        default: false
        }
    }

    @Test("it says so, brings what was lost since, and tells nobody anything new")
    func again() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        for number in 1...3 { try await table.spend("Alice", "Round \(number)", 100) }
        try await table.settleDown(["Alice", "Bob"])
        let there = try #require(try await bob.listen(on: "127.0.0.1:0").first?.address)
        let (hers, his) = (Heard(alice), Heard(bob))
        // Both sides dial: whichever connection goes on, the one who asks is told the same.
        for (engine, address) in [(bob, place), (alice, there), (bob, place), (alice, there)] {
            try await engine.forget(1, of: try await table.key("Bob"), in: table.group)
            let report = try await engine.connect(to: address, in: table.group)
            #expect(report.wasConnected && report.isCaughtUp && report.isWhole, "\(report)")
            // What was on its way anyway may have brought it before.
            #expect(report.received <= 1, "\(report)")
            #expect(try await engine.gaps(in: table.group).isEmpty)
            try await table.settleDown(["Alice", "Bob"])
        }
        for engine in [alice, bob] {
            #expect(try await engine.connected(in: table.group).count == 1)
        }
        await table.close("Bob")
        func isEnd(_ notice: Notice) -> Bool {
            if case .disconnected = notice { true } else { false }
        }
        // One beginning and one end, however often they connected.
        #expect(try await hers.hears(isEnd))
        #expect(hers.count(Self.isConnection) == 2, "\(hers.notices)")
        #expect(his.count { if case .connected = $0 { true } else { false } } == 1)
        await table.closeAll()
    }

    @Test("an address of one's own is said to be that, and nothing else is told")
    func oneself() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let heard = Heard(alice)
        let error = try await failure { _ = try await alice.connect(to: place, in: table.group) }
        #expect(error.code == "OWN_DEVICE" && error.status == .usage)
        for _ in 0..<500 {
            if try await alice.connected(in: table.group).isEmpty { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await alice.connected(in: table.group).isEmpty)
        #expect(heard.count(Self.isConnection) == 0, "\(heard.notices)")
        await table.closeAll()
    }
}

extension Engine {
    /// Loses one number of a log, as a damaged disk would.
    fileprivate func forget(_ seq: UInt64, of author: MemberID, in id: GroupID) throws {
        try change(id) { group in
            let log = try #require(group.book.logs[author])
            var numbers: [EventNumber] = []
            try database.events.forEach(.log(log.number, seq...seq)) { numbers.append($0.number) }
            for number in numbers { try database.events.remove(number) }
            try database.events.disconnect(from: seq, in: log.number)
        }
        loaded[id] = nil
        try change(id) { group in
            try group.rebuild()
            try group.noteGaps(at: now())
        }
    }
}
