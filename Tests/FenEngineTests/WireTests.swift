import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine
@testable import FenPeer

/// What is kept and told of what goes over the wire.
@Suite("On the wire", .serialized)
struct WireTests {
    @Test("two devices keep the same steps of their connection, and nothing secret")
    func connection() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        _ = try await alice.listen(on: "127.0.0.1:0")
        let bob = try await table.meet("Bob")
        try await table.spend("Alice", "Guinness", 2_160, among: ["Bob"])
        try await table.settleDown(["Alice", "Bob"])

        // The receipt of the last event is on its way still.
        var (hers, his) = (WireRun?.none, WireRun?.none)
        for _ in 0..<1_000 {
            hers = alice.lastOnWire(in: table.group).first { $0.way == .peer }
            his = bob.lastOnWire(in: table.group).first { $0.way == .peer }
            if let hers, let his, hers.bytesOut == his.bytesIn, hers.bytesIn == his.bytesOut {
                break
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        let near = try #require(his)
        let far = try #require(hers)
        #expect(near.with == "Alice" && far.with == "Bob")
        #expect(!near.isStranger && near.omitted == 0)
        for goesOut in [true, false] {
            let said = near.steps.filter { $0.isOutgoing == goesOut }
            let heard = far.steps.filter { $0.isOutgoing != goesOut }
            #expect(said.map(\.kind) == heard.map(\.kind))
            #expect(said.map(\.bytes) == heard.map(\.bytes))
            #expect(said.map(\.counts) == heard.map(\.counts))
        }
        #expect(near.steps.prefix(4).map(\.bytes) == [37, 50, 98, 66])
        let kinds = Set(near.steps.map(\.kind))
        #expect(kinds.isSuperset(of: ["have", "want", "total", "events", "done"]))
        #expect(near.bytesOut + near.bytesIn == near.steps.reduce(0) { $0 + ($1.bytes ?? 0) })
        #expect(alice.lastOnWire(in: nil).isEmpty)

        let text = String(describing: [near, far])
        var secrets = try await alice.secretTexts(of: table.group)
        for name in ["Alice", "Bob"] {
            let key = try await table.key(name)
            secrets += [key.hex, key.x25519?.hex ?? key.hex]
        }
        for secret in secrets + ["Guinness"] { #expect(!text.contains(secret)) }
        await table.closeAll()
    }

    @Test("of a stranger's connection there are the opening and the refusal, apart from any group")
    func stranger() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let mallory = try await table.open("Mallory")
        let other = try await mallory.createGroup(
            name: "Other", currency: try #require(Currency(code: "EUR")))
        _ = try await failure { _ = try await mallory.connect(to: place, in: other) }
        let run = try #require(alice.lastOnWire(in: table.group).last)
        #expect(run.isStranger && run.steps.map(\.kind) == ["hello", "refusal"])
        #expect(
            mallory.lastOnWire(in: other).map { $0.steps.map(\.kind) } == [
                ["hello", "handshake-1", "refusal"]
            ])
        await table.closeAll()
    }

    @Test("the last pass with the store: what was asked, of which file, and how many bytes")
    func pass() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        try await table.spend("Bob", "Guinness", 2_160, among: ["Alice"])
        let size = try table.read(try await table.logPath("Bob")).count
        let before = try await alice.log(in: table.group).count
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.log(in: table.group).count == before + 1)

        let run = try #require(alice.lastOnWire(in: table.group).first)
        #expect(run.way == .store && run.with == nil && run.bytesOut == 0)
        #expect(run.steps.contains { $0.kind == "list" && $0.counts["objects"] == 2 })
        let read = try #require(run.steps.first { $0.kind == "get" })
        let key = try await table.key("Bob").hex
        #expect(read.object == key.prefix(8) + "….jsonl")
        #expect(read.bytes == size - (read.offset ?? 0) && read.offset ?? 0 > 0)
        #expect(!String(describing: run).contains(key))

        // The next pass takes its place; what fails is named by its kind.
        try FileManager.default.moveItem(
            atPath: table.storePath, toPath: table.storePath + "-away")
        _ = try await failure { _ = try await alice.sync(in: table.group) }
        let failed = try #require(alice.lastOnWire(in: table.group).first)
        #expect(failed.steps.map(\.failure) == ["network"])
        await table.closeAll()
    }

    @Test("while somebody watches 20 steps a second are told and the others counted; 200 are kept")
    func flood() async throws {
        let notices = AsyncStream<Notice>.makeStream()
        let log = WireLog { notices.continuation.yield($0) }
        let group = GroupID(raw: .zero)
        func take(_ number: Int, connection: Int = 1) {
            log.take(.events(number, connection: connection))
        }
        take(0)
        log.isWatched = true
        for number in 1...1_000 { take(number) }
        var told = 0
        var summed = 0
        for await notice in notices.stream {
            if case .wire(_, let step) = notice {
                told += 1
                #expect(step.with == "192.0.2.1:7117")
            }
            if case .wireSummed(let count) = notice { summed += count }
            if told + summed == 1_000 { break }
        }
        // On a slow machine a second may have begun anew in between.
        #expect(told >= WireThrottle.mostPerSecond && told < 500)
        let run = try #require(log.last(in: group).first)
        #expect(run.steps.count == 200 && run.omitted == 801)
        #expect(run.steps.map(\.bytes) == (801...1_000).map { $0 })
        #expect(run.bytesOut == (1...1_000).reduce(0, +))

        log.isWatched = false
        take(1_001, connection: 2)
        // An older connection that goes on takes nothing away from the last one.
        take(1_002, connection: 1)
        #expect(log.last(in: group).map { $0.steps.map(\.bytes) } == [[1_001]])
        log.call("192.0.2.1:7117", "Bob", in: group)
        log.call("192.0.2.1:7117", nil, in: group)
        #expect(log.last(in: group).first?.with == "Bob")
        notices.continuation.finish()
        for await _ in notices.stream { Issue.record("told although nobody watches") }
    }

    @Test("whoever begins to watch anew hears nothing of what was left out before")
    func watchedAnew() async throws {
        let notices = AsyncStream<Notice>.makeStream()
        let log = WireLog { notices.continuation.yield($0) }
        log.isWatched = true
        for number in 1...WireThrottle.mostPerSecond + 10 { log.take(.events(number)) }
        log.isWatched = false
        notices.continuation.yield(.gateShut(.zero))
        log.isWatched = true
        for number in 1...WireThrottle.mostPerSecond { log.take(.events(1_000 + number)) }
        notices.continuation.finish()
        var since: [Notice]?
        for await notice in notices.stream {
            if case .gateShut = notice { since = [] } else { since?.append(notice) }
        }
        let told = try #require(since).map { notice -> Int? in
            if case .wire(_, let step) = notice { step.bytes } else { nil }
        }
        #expect(told == (1...WireThrottle.mostPerSecond).map { 1_000 + $0 })
    }

    @Test("handshakes take nothing from the connection before them, however many there are")
    func attempts() throws {
        let log = WireLog { _ in }
        let group = GroupID(raw: .zero)
        func kinds() -> [[String]] { log.last(in: group).map { $0.steps.map(\.kind) } }
        log.take(.handshake("hello", connection: 1))
        log.take(.handshake("handshake-1", connection: 1))
        #expect(kinds() == [["hello", "handshake-1"]])
        #expect(log.last(in: group).first?.isAttempt == true)
        log.take(.events(1, connection: 1))
        #expect(kinds() == [["hello", "handshake-1", "events"]])
        #expect(log.last(in: group).first?.isAttempt == false)

        // Somebody says again what they have heard, and again; one is told so and leaves.
        for connection in 2...50 { log.take(.handshake("hello", connection: connection)) }
        log.take(.handshake("bye", connection: 50))
        log.take(.events(2, connection: 1))
        #expect(kinds() == [["hello", "handshake-1", "events", "events"], ["hello", "bye"]])

        // Of eight the beginning is kept until a session follows.
        log.take(.events(3, connection: 43))
        #expect(kinds() == [["hello", "events"], ["hello", "bye"]])
        log.take(.events(4, connection: 51))
        #expect(kinds() == [["events"]])
    }

    @Test("a replayed opening with junk behind it wipes nothing of a living connection")
    func replayed() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        _ = try await table.meet("Bob")
        try await table.settleDown(["Alice", "Bob"])
        let opening = try await alice.opening(in: table.group)
        let socket = try Socket.connecting(to: try #require(PeerAddress(place)))
        var rest = (opening + [0, 48] + [UInt8](repeating: 7, count: 48))[...]
        var attempt: WireRun?
        for _ in 0..<1_000 where attempt == nil {
            if !rest.isEmpty, case .bytes(let count) = rest.withUnsafeBytes({ socket.write($0) }) {
                rest = rest.dropFirst(count)
            }
            attempt = alice.lastOnWire(in: table.group).first {
                $0.isAttempt && $0.steps.last?.kind == "refusal"
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(attempt?.steps.map(\.kind) == ["hello", "handshake-1", "refusal"])
        #expect(attempt?.with?.hasPrefix("127.0.0.1:") == true)
        let living = try #require(alice.lastOnWire(in: table.group).first)
        #expect(living.with == "Bob" && !living.isAttempt)
        #expect(Set(living.steps.map(\.kind)).isSuperset(of: ["handshake-3", "have", "done"]))
        await table.closeAll()
    }

    @Test("a second connection to one address keeps its name when the first one ends")
    func connectedTwice() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        let heard = Task { [notices = bob.notices] in
            for await notice in notices {
                if case .wire(_, let step) = notice, step.kind == "events" { return step.with }
            }
            return nil
        }
        _ = try? await bob.connect(to: place, in: table.group)
        for _ in 0..<1_000 {
            let numbers = try await bob.connected(in: table.group).map(\.session)
            if numbers.count == 1, numbers != [1] { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await bob.connected(in: table.group).map(\.session) == [2])
        bob.watchWire(true)
        try await table.spend("Alice", "Guinness", 2_160, among: ["Bob"])
        #expect(await heard.value == "Alice")
        await table.closeAll()
    }

    @Test("the throttle by the clock")
    func throttle() {
        var throttle = WireThrottle()
        let start = ContinuousClock.now
        for _ in 0..<WireThrottle.mostPerSecond {
            #expect(throttle.take(at: start) == WireThrottle.Verdict())
        }
        let end = start + WireThrottle.window
        let first = throttle.take(at: start + .milliseconds(1))
        #expect(first == WireThrottle.Verdict(mention: 0, isShown: false, mentionBy: end))
        let second = throttle.take(at: start + .milliseconds(999))
        #expect(second == WireThrottle.Verdict(mention: 0, isShown: false, mentionBy: nil))
        #expect(throttle.take(at: end) == WireThrottle.Verdict(mention: 2))
        #expect(throttle.takeLeft() == 0)
    }
}

extension Engine {
    /// The group's keys and what is derived from them, as text.
    fileprivate func secretTexts(of id: GroupID) throws -> [String] {
        try group(id).keys.all.flatMap(\.secretTexts)
    }

    /// What a dialler of the group says in clear.
    fileprivate func opening(in id: GroupID) throws -> [UInt8] {
        let key = try #require(try group(id).writingKey)
        return PeerOpening(hello: key.hello, salt: .zero).bytes
    }
}

extension PeerStep {
    /// A frame of an event.
    fileprivate static func events(_ bytes: Int, connection: Int = 1) -> PeerStep {
        step("events", connection, bytes, ["events": 1], isOfSession: true)
    }

    /// What is said around a session.
    fileprivate static func handshake(_ kind: String, connection: Int) -> PeerStep {
        step(kind, connection, 37, [:], isOfSession: false)
    }

    private static func step(
        _ kind: String, _ connection: Int, _ bytes: Int, _ counts: [String: UInt64],
        isOfSession: Bool
    ) -> PeerStep {
        PeerStep(
            connection: connection,
            address: PeerAddress(host: [192, 0, 2, 1], port: 7_117) ?? .loopback(),
            group: GroupID(raw: .zero), isOutgoing: true, kind: kind, bytes: bytes,
            counts: counts, milliseconds: 0, isOfSession: isOfSession)
    }
}
