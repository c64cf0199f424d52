import FenCrypto
import FenEncoding
import FenProtocol
import Synchronization
import TestSupport
import Testing

@testable import FenPeer

/// An identity's bytes from one device to another, over real sockets.
@Suite("Moving by link", .serialized) struct MoveTests {
    private static let code = "abandon ability able about above absent"
    private static let words = "zoo zoo zoo"

    /// An old device that hands some bytes over, and what became of it.
    private final class Host: Sendable {
        let node: PeerNode
        let address: PeerAddress
        let move: OpenMove
        init(
            _ secret: SecretBytes, _ bytes: [UInt8] = [], says isWelcome: Bool = true,
            isOver: @escaping @Sendable () -> Bool = { false }
        ) throws {
            node = try PeerNode(
                identity: .generate(), admission: TestAdmission(.refused(.notAdmitted)))
            address = try node.listen(on: .loopback()).address
            let (end, stop, asked) = (Box(), Box(), Box())
            move = OpenMove(
                secret: secret, isOver: isOver,
                ask: { _, words in
                    asked.add(words)
                    return isWelcome
                },
                give: { giving in
                    do throws(MoveFailure) {
                        try await giving.begin(UInt64(bytes.count))
                        try await giving.send(bytes)
                        try await giving.waitUntilWhole(UInt64(bytes.count))
                        stop.add("stopped")
                        end.add(try await giving.open(with: MoveTests.code))
                    } catch {
                        end.add("failed")
                    }
                })
            (self.end, self.stop, self.questions) = (end, stop, asked)
            node.setMove(move)
        }

        let end: Box
        let stop: Box
        let questions: Box
    }

    /// What was said, from any task.
    final class Box: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    /// Plays the new device; what it took.
    private func take(
        _ address: PeerAddress, _ secret: SecretBytes, says words: String = MoveTests.words
    ) async throws(MoveFailure) -> (bytes: [UInt8], code: String, shown: String) {
        let taking = try await MoveTaking.begin(address, secret: secret)
        let size = try await taking.waitForYes()
        var bytes: [UInt8] = []
        while let piece = try await taking.next() { bytes += piece }
        let code = try await taking.code(having: size)
        _ = await taking.sayOpened(words)
        return (bytes, code, taking.words)
    }

    private func secret() -> SecretBytes { EntropySource.system.secret(16) }

    @Test("everything arrives, both screens show the same words, and the end is said back")
    func right() async throws {
        var random = SeededGenerator()
        let (secret, bytes) = (secret(), random.bytes(300_000))
        let host = try Host(secret, bytes)
        defer { host.node.stop() }
        let taken = try await take(host.address, secret)
        #expect(taken.bytes == bytes && taken.code == Self.code)
        #expect(host.questions.all == [taken.shown])
        #expect(await eventually { host.end.all == [Self.words] })
        // It is good once.
        await #expect(throws: MoveFailure.refused(.closed)) { try await take(host.address, secret) }
    }

    @Test("a wrong secret gets nothing, three of them burn it, and leaving early counts as one")
    func wrong() async throws {
        let secret = secret()
        let host = try Host(secret, [1])
        defer { host.node.stop() }
        for _ in 0..<2 {
            await #expect(throws: MoveFailure.refused(.wrongSecret)) {
                try await take(host.address, self.secret())
            }
        }
        do {
            let client = try RawClient(host.address)
            await client.send(try MoveExchange.side(self.secret()).greeting)
            #expect(await client.read(GreetedSide.greetingBytes).count == 53)
        }
        #expect(await eventually { !host.move.isOpen })
        await #expect(throws: MoveFailure.refused(.closed)) { try await take(host.address, secret) }
        #expect(host.questions.all.isEmpty)
    }

    @Test("no, an expired link, a second device, and a device that moves nothing are told apart")
    func refusals() async throws {
        let secret = secret()
        let no = try Host(secret, [1], says: false)
        defer { no.node.stop() }
        await #expect(throws: MoveFailure.refused(.declined)) { try await take(no.address, secret) }
        await #expect(throws: MoveFailure.refused(.closed)) { try await take(no.address, secret) }
        let over = try Host(secret, [1], isOver: { true })
        defer { over.node.stop() }
        await #expect(throws: MoveFailure.refused(.closed)) { try await take(over.address, secret) }
        over.node.setMove(nil)
        await #expect(throws: MoveFailure.noMove) { try await take(over.address, secret) }
        let host = try Host(secret, [UInt8](repeating: 7, count: 100))
        defer { host.node.stop() }
        let first = try await MoveTaking.begin(host.address, secret: secret)
        await #expect(throws: MoveFailure.refused(.closed)) { try await take(host.address, secret) }
        #expect(try await first.waitForYes() == 100)
    }

    @Test("cut at any byte: without the code nothing has stopped or everything is here")
    func cuts() async throws {
        var random = SeededGenerator()
        let bytes = random.bytes(90_000)
        for round in 0..<30 {
            let secret = secret()
            let host = try Host(secret, bytes)
            defer { host.node.stop() }
            let line = try CuttableLine(to: host.address.port)
            // The proofs take 267 bytes, all of it some 90,400.
            let place = round < 20 ? random.below(90_500) : 90_200 + random.below(300)
            line.cut(after: place)
            var taken: [UInt8]?
            do throws(MoveFailure) {
                taken = try await take(.loopback(port: line.port), secret).bytes
            } catch {}
            if taken != nil {
                #expect(taken == bytes && host.stop.all == ["stopped"], "cut after \(place)")
            }
            #expect(await eventually { !host.end.all.isEmpty || host.questions.all.isEmpty })
            // Who says that it has stopped has been told that all is there.
            if host.end.all == [Self.words] { #expect(taken == bytes, "cut after \(place)") }
        }
    }

    @Test("a host that opens another number than it was bound to is left before any word is shown")
    func boundNumber() async throws {
        for isHonest in [true, false] {
            let secret = secret()
            let listener = try PeerListener(.loopback())
            let hosting = Task {
                var line = try await accepted(listener)
                let deadline = MonotonicTime.now + 10_000
                let greeting = try await line.read(GreetedSide.greetingBytes, until: deadline)
                let side = try MoveExchange.side(secret)
                let remote = try #require(MoveExchange.kind.read(greeting))
                let keys = try MoveKeys(side, with: remote, isTaker: false)
                var number = EntropySource.system.fill(MoveExchange.numberBytes)
                try await line.write(
                    side.greeting + MoveExchange.commitment(to: number), until: deadline)
                let heard = try await line.read(64, until: deadline)
                // It has heard the taker's number, and would like the words to be others.
                if !isHonest { number[31] ^= 1 }
                try await line.write([0] + keys.proof(isTaker: false) + number, until: deadline)
                let words = keys.words(taker: [UInt8](heard[32...]), host: number)
                await line.finish()
                return words
            }
            if isHonest {
                let taking = try await MoveTaking.begin(listener.address, secret: secret)
                #expect(try await hosting.value == taking.words)
            } else {
                await #expect(throws: MoveFailure.misspoken) {
                    try await MoveTaking.begin(listener.address, secret: secret)
                }
                _ = try await hosting.value
            }
        }
    }

    @Test("both numbers are in the words, so neither side alone decides them")
    func bothNumbers() throws {
        let secret = secret()
        let (one, two) = (try MoveExchange.side(secret), try MoveExchange.side(secret))
        let heard = try #require(MoveExchange.kind.read(one.greeting))
        let said = try #require(MoveExchange.kind.read(two.greeting))
        let host = try MoveKeys(two, with: heard, isTaker: false)
        let taker = try MoveKeys(one, with: said, isTaker: true)
        let (a, b) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        #expect(host.words(taker: a, host: b) == taker.words(taker: a, host: b))
        #expect(host.words(taker: a, host: b) != host.words(taker: a, host: a))
        #expect(host.words(taker: a, host: b) != host.words(taker: b, host: b))
    }

    private func accepted(_ listener: PeerListener) async throws -> PatientSocket {
        while true {
            if let socket = listener.socket.accepted()?.socket { return PatientSocket(socket) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test("random bytes in place of any message end it")
    func garbage() async throws {
        var random = SeededGenerator()
        for _ in 0..<10 {
            let secret = secret()
            let host = try Host(secret, [UInt8](repeating: 7, count: 1_000))
            defer { host.node.stop() }
            let client = try RawClient(host.address)
            await client.send([UInt8]("fenm".utf8) + [1] + random.bytes(80 + random.below(100)))
            #expect(await eventually { host.end.all.isEmpty && host.questions.all.isEmpty })
        }
    }
}
