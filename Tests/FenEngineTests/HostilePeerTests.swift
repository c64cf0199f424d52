import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FenEngine
@testable import FenPeer

/// A store whose owner is a member and keeps to no rule: it claims what does not exist and sends
/// what is no event.
private struct LyingStore: PeerStore {
    let id = StoreID([UInt8](repeating: 0x66, count: 16)) ?? .zero
    let victims: [MemberID]

    func holdings(of authors: Set<MemberID>?) async throws -> [MemberID: PeerHoldings] {
        var lies: [MemberID: PeerHoldings] = [:]
        for victim in victims where authors?.contains(victim) != false {
            let tip = Head(id: EventID([UInt8](repeating: 5, count: 32)) ?? .zero, seq: 1_000_000)
            lies[victim] = PeerHoldings(tips: [tip], claimed: 1_000_000)
        }
        guard authors == nil else { return lies }
        for number in 0..<150 {
            var name = [UInt8](repeating: 9, count: 32)
            name[0] = UInt8(number)
            let author = MemberID(name) ?? .zero
            let starts: [UInt64] = (0..<64).map { 2 + $0 * 7 }
            let ranges: [PeerRange] = starts.map { $0...($0 + 2) }
            lies[author] = PeerHoldings(claimed: 1_000_000, beyond: PeerRanges(ranges))
        }
        return lies
    }

    func appetite(for authors: Set<MemberID>) async throws -> [MemberID: UInt64] {
        Dictionary(uniqueKeysWithValues: authors.map { ($0, UInt64.max) })
    }

    func ids(of author: MemberID, at seq: UInt64) async throws -> [EventID] {
        [EventID([UInt8](repeating: UInt8(truncatingIfNeeded: seq), count: 32)) ?? .zero]
    }

    func measure(_ author: MemberID, _ ranges: PeerRanges) async throws -> PeerMeasure {
        PeerMeasure(events: 1 << 40, bytes: 1 << 50)
    }

    func read(
        _ author: MemberID, _ range: PeerRange, after: Head?, bytes: Int
    ) async throws -> PeerBatch {
        let first = max(range.lowerBound, (after?.seq ?? 0) + 1)
        let heads = (first..<first + 2).map { Head(id: .zero, seq: $0) }
        let lines = heads.map { _ in [UInt8](repeating: 0x7b, count: 20_000) }
        return PeerBatch(heads: heads, lines: lines, reachesEnd: false)
    }

    func take(_ lines: [[UInt8]], from peer: X25519PublicKey) async throws -> PeerTaken {
        PeerTaken()
    }
}

/// Lets everybody in.
private struct OpenDoor: PeerAdmission {
    let member: MemberID

    func verdict(on stranger: PeerStranger) async -> PeerVerdict { .lane(.member(member)) }
}

extension Engine {
    /// What another node needs to speak in a group as this person.
    fileprivate func passport(
        in id: GroupID
    ) throws -> (identity: AgreementKey, keys: [PeerGroupKey]) {
        let group = try group(id)
        return (
            try requireSigner().x25519(),
            group.keys.all.map { PeerGroupKey($0, isNewest: $0.keyID == group.writingKey?.keyID) }
        )
    }
}

/// Counts.
private final class Told: Sendable {
    private let sum = Mutex(0)

    var times: Int { sum.withLock { $0 } }

    func count() { sum.withLock { $0 += 1 } }
}

/// Hostile devices against a whole engine: it stays as it was, and answers all the while.
@Suite("hostile devices", .serialized)
struct HostilePeerTests {
    private var resident: Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
        return (number ?? 0) * 1_024
    }

    @Test("a member who claims a million entries and sends garbage holds up nobody")
    func lyingMember() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        try await table.spend("Alice", "Bread", 1_000, among: ["Bob"])
        try await table.settleDown(["Alice", "Bob"])
        let (identity, keys) = try await bob.passport(in: table.group)
        let (aliceKey, bobKey) = (try await table.key("Alice"), try await table.key("Bob"))
        await table.close("Bob")
        let before = try await alice.dump(in: table.group)
        let words = try await alice.fingerprint(in: table.group)

        let node = try PeerNode(identity: identity, admission: OpenDoor(member: aliceKey))
        let hub = PeerHub(group: table.group, store: LyingStore(victims: [aliceKey, bobKey]))
        node.setHub(hub, for: table.group)
        node.setKeys(keys)
        let told = Told()
        let listening = Task { [notices = alice.notices] in
            for await notice in notices {
                switch notice {
                case .notDelivered, .disconnected: told.count()
                default: break
                }
            }
        }
        let memory = resident
        let address = try #require(PeerAddress(place))
        var slowest = Duration.zero
        for round in 0..<3 {
            let session = try? await node.connect(to: address, group: table.group)
            #expect(session != nil || round > 0)
            for _ in 0..<20 {
                let start = ContinuousClock.now
                _ = try await alice.balances(in: table.group)
                _ = try await alice.view(table.group)
                slowest = max(slowest, ContinuousClock.now - start)
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let grown = resident - memory
        print("lying member: slowest answer \(slowest), memory grew by \(grown >> 10) KiB")
        #expect(slowest < .seconds(5))
        #expect(grown < 128 << 20)
        // An advertisement proves nothing: no hole, no mark, the same words.
        #expect(try await alice.gaps(in: table.group).isEmpty)
        #expect(try await alice.dump(in: table.group) == before)
        #expect(try await alice.fingerprint(in: table.group) == words)
        node.stop()
        print("lying member: told of \(told.times) times")
        #expect(told.times > 0)
        listening.cancel()

        // The honest device of the same person is let in and served.
        try await table.spend("Alice", "Wine", 2_000, among: ["Bob"])
        let honest = try await table.open("Bob")
        _ = try await honest.connect(to: place, in: table.group)
        try await table.settleDown(["Alice", "Bob"])
        await table.closeAll()
    }

    @Test("whoever knocks again and again is told of once, and others are let in meanwhile")
    func knocking() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let told = Told()
        let listening = Task { [notices = alice.notices] in
            for await notice in notices {
                if case .peerRefused = notice { told.count() }
            }
        }
        let address = try #require(PeerAddress(place))
        var random = SeededGenerator()
        for _ in 0..<60 {
            guard let socket = try? Socket.connecting(to: address) else { continue }
            try await Task.sleep(for: .milliseconds(2))
            _ = random.bytes(100).withUnsafeBytes { socket.write($0) }
            try await Task.sleep(for: .milliseconds(2))
        }
        let bob = try await table.meet("Bob")
        #expect(try await bob.view(table.group).myStatus == .active)
        try await Task.sleep(for: .milliseconds(200))
        print("knocking: \(told.times) notices of 60 knocks")
        #expect(told.times <= 3)
        listening.cancel()
        await table.closeAll()
    }

    @Test("who is let in: a joiner with the newest key while an invite is open, nobody else")
    func verdicts() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        _ = try await table.meet("Bob")
        let bob = try await table.key("Bob")
        let bobs = try #require(bob.x25519)
        let key = AgreementKey.generate().publicKey
        func verdict(
            _ key: X25519PublicKey, isNewest: Bool = true, group: GroupID? = nil
        ) async -> PeerVerdict {
            await alice.verdict(
                on: PeerStranger(
                    key: key, group: group ?? table.group, hasNewestKey: isNewest,
                    isDialled: false, address: .loopback()))
        }
        // No invite is open: Bob has used his.
        #expect(await verdict(key) == .refused(.notAdmitted))
        _ = try await alice.issueInvite(name: "May", ttl: 1_800, in: table.group)
        #expect(await verdict(key) == .lane(.joiner))
        #expect(await verdict(key, isNewest: false) == .refused(.notAdmitted))
        #expect(await verdict(bobs, isNewest: false) == .lane(.member(bob)))
        #expect(await verdict(key, group: .zero) == .refused(.unknownGroup))
        _ = try await alice.revokeInvite("May", in: table.group)
        #expect(await verdict(key) == .refused(.notAdmitted))
        _ = try await alice.issueInvite(name: "Zoe", ttl: 60, in: table.group)
        table.clock.advance(seconds: 60 + 25 * 3_600)
        #expect(await verdict(key) == .refused(.notAdmitted))
        await table.closeAll()
    }
}
