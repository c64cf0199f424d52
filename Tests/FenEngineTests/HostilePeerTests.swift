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
    /// How many authors it invents.
    var invented = 150
    /// Whether it says that it cannot give what it is asked for.
    var isEmptyHanded = false

    func holdings(of authors: Set<MemberID>?) async throws -> [MemberID: PeerHoldings] {
        if isEmptyHanded, authors != nil { return [:] }
        var lies: [MemberID: PeerHoldings] = [:]
        for victim in victims where authors?.contains(victim) != false {
            let tip = Head(id: EventID([UInt8](repeating: 5, count: 32)) ?? .zero, seq: 1_000_000)
            lies[victim] = PeerHoldings(tips: [tip], claimed: 1_000_000)
        }
        guard authors == nil else { return lies }
        for number in 0..<invented {
            var name = [UInt8](repeating: 9, count: 32)
            name[0] = UInt8(truncatingIfNeeded: number)
            name[1] = UInt8(number >> 8)
            let author = MemberID(name) ?? .zero
            let starts: [UInt64] = (0..<64).map { 2 + $0 * 7 }
            let ranges: [ClosedRange<UInt64>] = starts.map { $0...($0 + 2) }
            lies[author] = PeerHoldings(claimed: 1_000_000, beyond: NumberSet(ranges))
        }
        return lies
    }

    func appetite(for authors: Set<MemberID>) async throws -> [MemberID: UInt64] {
        Dictionary(uniqueKeysWithValues: authors.map { ($0, UInt64.max) })
    }

    func ids(of author: MemberID, at seq: UInt64) async throws -> [EventID] {
        [EventID([UInt8](repeating: UInt8(truncatingIfNeeded: seq), count: 32)) ?? .zero]
    }

    func measure(_ author: MemberID, _ ranges: NumberSet) async throws -> PeerMeasure {
        PeerMeasure(events: 1 << 40, bytes: 1 << 50)
    }

    func read(
        _ author: MemberID, _ range: ClosedRange<UInt64>, after: Head?, bytes: Int
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

    /// What is kept of what a device that is connected now says it holds: authors, and ranges of
    /// one author, of whichever there are most.
    fileprivate func kept(in id: GroupID) -> (authors: Int, ranges: Int) {
        let all = (peers?.sessions[id] ?? [:]).values.map(\.holdings)
        return (
            all.map(\.count).max() ?? 0,
            all.joined().map(\.value.numbers.ranges.count).max() ?? 0
        )
    }
}

/// Texts of notices, in the order in which they came.
private final class Refusals: Sendable {
    private let said = Mutex<[String]>([])

    var all: [String] { said.withLock { $0 } }

    func add(_ text: String) { said.withLock { $0.append(text) } }
}

/// Hostile devices against a whole engine: it stays as it was, and answers all the while.
@Suite("hostile devices", .serialized)
struct HostilePeerTests {
    @Test("while a member cannot give what they claim to hold, newcomers are let in")
    func emptyHanded() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        try await table.settleDown(["Alice", "Bob"])
        let (identity, keys) = try await bob.passport(in: table.group)
        let (aliceKey, bobKey) = (try await table.key("Alice"), try await table.key("Bob"))
        await table.close("Bob")
        let node = try PeerNode(identity: identity, admission: OpenDoor(member: aliceKey))
        let store = LyingStore(victims: [bobKey], invented: 0, isEmptyHanded: true)
        node.setHub(PeerHub(group: table.group, store: store), for: table.group)
        node.setKeys(keys)
        _ = try await node.connect(to: try #require(PeerAddress(place)), group: table.group)
        #expect(try await eventually { await alice.kept(in: table.group).authors == 1 })
        // Her request is written before she reaches anybody, so it comes with all she holds.
        let invite = try await alice.issueInvite(name: "May", ttl: 1_800, in: table.group)
        await alice.stopListening()
        let may = try await table.open("May")
        _ = try await may.join(try await may.previewInvite(invite.link), folder: nil)
        let again = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        _ = try await may.connect(to: again, in: table.group)
        #expect(try await eventually { try await may.view(table.group).myStatus == .active })
        #expect(
            try await alice.connected(in: table.group).count == 2, "the other is connected still")
        node.stop()
        await table.closeAll()
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
        let victims = [aliceKey, bobKey]
        node.setHub(
            PeerHub(group: table.group, store: LyingStore(victims: victims)), for: table.group)
        node.setKeys(keys)
        let (ends, failures) = (Refusals(), Refusals())
        let listening = Task { [notices = alice.notices] in
            for await notice in notices {
                switch notice {
                case .notDelivered(_, let who, _, _): failures.add(who)
                case .disconnected(_, _, let why): ends.add(why)
                default: break
                }
            }
        }
        let address = try #require(PeerAddress(place))
        var slowest = Duration.zero
        var kept = (authors: 0, ranges: 0)
        for round in 0..<3 {
            let session = try? await node.connect(to: address, group: table.group)
            #expect(session != nil || round > 0)
            for _ in 0..<20 {
                let start = ContinuousClock.now
                _ = try await alice.balances(in: table.group)
                _ = try await alice.view(table.group)
                slowest = max(slowest, ContinuousClock.now - start)
                let now = await alice.kept(in: table.group)
                kept = (max(kept.authors, now.authors), max(kept.ranges, now.ranges))
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        print("lying member: slowest answer \(slowest), kept \(kept)")
        #expect(slowest < .seconds(5))
        #expect((152...PeerLimits.authors).contains(kept.authors))
        #expect((1...PeerLimits.ranges + 1).contains(kept.ranges))
        // An advertisement proves nothing: no hole, no mark, the same words.
        #expect(try await alice.gaps(in: table.group).isEmpty)
        #expect(try await alice.dump(in: table.group) == before)
        #expect(try await alice.fingerprint(in: table.group) == words)

        // Whoever names more authors than are kept of one device is sent away.
        node.setHub(
            PeerHub(group: table.group, store: LyingStore(victims: victims, invented: 2_000)),
            for: table.group)
        _ = try? await node.connect(to: address, group: table.group)
        #expect(try await eventually { ends.all.contains(PeerFarewell.budget.ownMessage) })
        #expect(await alice.kept(in: table.group).authors <= PeerLimits.authors)
        node.stop()
        #expect(try await eventually { await alice.kept(in: table.group) == (0, 0) })
        #expect(!ends.all.isEmpty || !failures.all.isEmpty)
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
        let heard = Refusals()
        let listening = Task { [notices = alice.notices] in
            for await notice in notices {
                if case .peerRefused(_, let why) = notice { heard.add(why) }
            }
        }
        let address = try #require(PeerAddress(place))
        var random = SeededGenerator()
        for _ in 0..<60 { try await knock(address, random.bytes(100)) }
        let bob = try await table.meet("Bob")
        #expect(try await bob.view(table.group).myStatus == .active)
        // The last one gets another answer, and is told of after all the others.
        try await knock(address, Array("fenp".utf8) + [9] + random.bytes(32))
        let reasons = [PeerFarewell.unknownGroup.ownMessage, PeerFarewell.version.ownMessage]
        #expect(try await eventually { heard.all.contains(reasons[1]) })
        #expect(heard.all == reasons)
        listening.cancel()
        await table.closeAll()
    }

    @Test("of many computers that are refused 32 are told in a minute, and that there are more")
    func manyRefused() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let heard = Refusals()
        let listening = Task { [notices = alice.notices] in
            for await notice in notices {
                switch notice {
                case .peerRefused(let place, _): heard.add(place)
                case .refusalsLeftOut(let most): heard.add("more than \(most)")
                default: break
                }
            }
        }
        func refuse(_ hosts: ClosedRange<UInt8>) async throws {
            for host in hosts {
                let address = try #require(PeerAddress(host: [192, 0, 2, host], port: 7_117))
                await alice.take(.refused(address, .unknownGroup))
            }
        }
        let places = (1...32).map { "192.0.2.\($0):7117" }
        try await refuse(1...100)
        table.clock.advance(seconds: 59)
        try await refuse(1...120)
        #expect(try await eventually { heard.all.count >= 33 })
        // A minute after the first ones they are told of again, the last one to end the wait.
        table.clock.advance(seconds: 1)
        try await refuse(200...200)
        #expect(try await eventually { heard.all.last == "192.0.2.200:7117" })
        #expect(heard.all == places + ["more than 32", "192.0.2.200:7117"])
        listening.cancel()
        await table.closeAll()
    }

    /// Knocks, and waits for whatever comes back.
    private func knock(_ address: PeerAddress, _ bytes: [UInt8]) async throws {
        let socket = try Socket.connecting(to: address)
        var rest = bytes[...]
        let isAnswered = try await eventually {
            if !rest.isEmpty, case .bytes(let count) = rest.withUnsafeBytes({ socket.write($0) }) {
                rest = rest.dropFirst(count)
            }
            return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
                if case .later = socket.read(into: buffer) { false } else { true }
            }
        }
        #expect(isAnswered)
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
