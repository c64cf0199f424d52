import FenCrypto
import FenEncoding
import FenProtocol
import Synchronization
import TestSupport
import Testing

@testable import FenPeer

/// Three words, an invite.
@Suite("Table exchange") struct TableExchangeTests {
    private let words = TableWords.random()

    private func exchange(
        _ typed: TableWords
    ) throws -> (joiner: TableExchange.Keys, host: TableExchange.Keys) {
        let joiner = try TableExchange.Side.joiner(typed)
        #expect(joiner.greeting.count == TableExchange.greetingBytes)
        let host = try TableExchange.Side.host(words, greeting: joiner.greeting)
        return (try joiner.keys(answer: host.greeting), try host.keys())
    }

    @Test("the right words, typed in any way, bring the invite")
    func right() throws {
        let typed = try #require(
            TableWords(typed: "  " + words.text.uppercased().replacing(" ", with: ", ") + "\n"))
        #expect(typed == words)
        let keys = try exchange(typed)
        #expect(keys.joiner.proof.count == TableExchange.proofBytes)
        #expect(keys.host.isProof(keys.joiner.proof))
        let message = try #require(keys.host.seal("fen://join#s=x"))
        #expect(TableExchange.size(ofLast: message) == message.count)
        #expect(try keys.joiner.open(message) == "fen://join#s=x")
    }

    @Test("wrong words prove nothing and open nothing")
    func wrong() throws {
        let keys = try exchange(.random())
        #expect(!keys.host.isProof(keys.joiner.proof))
        let message = try #require(keys.host.seal("fen://join#s=x"))
        #expect(throws: TableExchange.Failure.wrongWords) { try keys.joiner.open(message) }
    }

    @Test("three wrong tries burn the words; right ones cost nothing")
    func tries() {
        let guesses = TableGuesses()
        for _ in 0..<20 {
            #expect(guesses.begin() == nil)
            guesses.end(isRight: true)
        }
        for _ in 0..<3 { #expect(guesses.begin() == nil) }
        #expect(guesses.begin() == .busy)
        for _ in 0..<3 { guesses.end(isRight: false) }
        #expect(!guesses.isOpen)
        #expect(guesses.begin() == .closed)
    }

    @Test("what is no message is refused")
    func malformed() throws {
        #expect(TableWords(typed: "orbit lemon") == nil)
        #expect(TableWords(typed: "orbit lemon sockk") == nil)
        let keys = try exchange(words)
        #expect(throws: TableExchange.Failure.malformed) { try keys.joiner.open([]) }
        #expect(throws: TableExchange.Failure.malformed) { try keys.joiner.open([9]) }
        #expect(throws: TableExchange.Failure.malformed) { try keys.joiner.open([0, 0, 40]) }
        #expect(throws: TableExchange.Failure.refused(.closed)) { try keys.joiner.open([2]) }
        #expect(keys.host.seal(String(repeating: "x", count: 2_049)) == nil)
        #expect(keys.host.seal("") == nil)
        let greeting = try TableExchange.Side.joiner(words).greeting
        for bad in [[], [UInt8](greeting.dropLast()), greeting + [0], [0] + greeting.dropFirst()] {
            #expect(throws: TableExchange.Failure.malformed) {
                try TableExchange.Side.host(words, greeting: bad)
            }
        }
        let zero = greeting.prefix(21) + [UInt8](repeating: 0, count: 32)
        let host = try TableExchange.Side.host(words, greeting: [UInt8](zero))
        #expect(throws: CryptoError.noSharedSecret) { try host.keys() }
    }

    @Test("announcements are read strictly")
    func announcements() throws {
        let one = try #require(TableAnnouncement(port: 7_117, name: "alice"))
        #expect(Hex.encode(one.bytes) == "66656e75011bcd05616c696365")
        #expect(TableAnnouncement(one.bytes) == one)
        for count in 0..<one.bytes.count {
            #expect(TableAnnouncement([UInt8](one.bytes.prefix(count))) == nil)
        }
        #expect(TableAnnouncement(one.bytes + [0]) == nil)
        #expect(TableAnnouncement(port: 0, name: "alice") == nil)
        #expect(TableAnnouncement(port: 1, name: "") == nil)
        #expect(TableAnnouncement(port: 1, name: "a\u{1b}[2J") == nil)
        #expect(TableAnnouncement(port: 1, name: String(repeating: "x", count: 81)) == nil)
        var random = SeededGenerator()
        for _ in 0..<5_000 {
            let bytes = random.mutated(one.bytes)
            if let read = TableAnnouncement(bytes) { #expect(read.bytes == bytes) }
        }
    }
}

/// Joining over real sockets, on the port sessions are taken on.
@Suite("Open table", .serialized) struct OpenTableTests {
    private func host() throws -> (node: PeerNode, address: PeerAddress) {
        let node = try PeerNode(
            identity: .generate(), admission: TestAdmission(.refused(.notAdmitted)))
        return (node, try node.listen(on: .loopback()).address)
    }

    @Test("the right words bring the invite; no brings a word; several may join")
    func join() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        let table = OpenTable { _ in "fen://join#s=x" }
        await #expect(throws: TableJoinError.noTable) {
            try await OpenTable.join(address, words: table.words)
        }
        node.setTable(table)
        for _ in 0..<4 {
            #expect(try await OpenTable.join(address, words: table.words) == "fen://join#s=x")
        }
        let other = OpenTable(words: table.words) { _ in nil }
        node.setTable(other)
        await #expect(throws: TableJoinError.refused(.declined)) {
            try await OpenTable.join(address, words: table.words)
        }
    }

    @Test("sixteen are served at once, and whoever comes then is told that there is no room")
    func seats() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        let asked = Mutex(0)
        let isAnswered = Mutex(false)
        let table = OpenTable { _ in
            asked.withLock { $0 += 1 }
            while !isAnswered.withLock({ $0 }) {
                try? await Task.sleep(for: .milliseconds(5))
            }
            return nil
        }
        node.setTable(table)
        let words = table.words
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...PeerNode.seats {
                group.addTask {
                    await #expect(throws: TableJoinError.refused(.declined)) {
                        try await OpenTable.join(address, words: words)
                    }
                }
                #expect(await eventually { asked.withLock { $0 } == number })
            }
            await #expect(throws: TableJoinError.refused(.busy)) {
                try await OpenTable.join(address, words: words)
            }
            isAnswered.withLock { $0 = true }
            try await group.waitForAll()
        }
        // The seats are free again.
        #expect(
            await eventually {
                do throws(TableJoinError) {
                    _ = try await OpenTable.join(address, words: words)
                } catch {
                    return error == .refused(.declined)
                }
                return false
            })
    }

    @Test("whoever floods when all is said is cut off, and nothing of it is kept")
    func flood() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        // Nobody is helped back in here: it says so, and waits a moment for the other end to go.
        for mark in ["fenb", "fent"] {
            let table = OpenTable { _ in nil }
            node.setTable(table)
            for _ in 0..<3 where mark == "fent" {
                let wrong = TableWords.random()
                _ = try? await OpenTable.join(address, words: wrong)
            }
            let client = try RawClient(address)
            await client.send([UInt8](mark.utf8) + [1] + [UInt8](repeating: 0, count: 48))
            let piece = [UInt8](repeating: 7, count: 1 << 20)
            var sent = 0
            while sent < 64, await client.send(piece, within: 10_000) { sent += 1 }
            // What the system's own buffers hold, and no more.
            #expect(client.hasEnded && sent < 32, "\(mark): \(sent) MiB")
        }
    }

    @Test("three wrong tries burn the words, leaving early counts as one")
    func burning() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        let table = OpenTable { _ in "fen://join#s=x" }
        node.setTable(table)
        for _ in 0..<2 {
            await #expect(throws: TableJoinError.refused(.wrongWords)) {
                try await OpenTable.join(address, words: .random())
            }
        }
        do {
            let client = try RawClient(address)
            await client.send(try TableExchange.Side.joiner(.random()).greeting)
            #expect(await client.read(TableExchange.greetingBytes).count == 53)
        }
        #expect(await eventually { !table.isOpen })
        await #expect(throws: TableJoinError.refused(.closed)) {
            try await OpenTable.join(address, words: table.words)
        }
        var last: OpenTable.Notice?
        for await notice in table.notices {
            last = notice
            if notice == .burnt { break }
        }
        #expect(last == .burnt)
    }

    @Test("a table is heard by name")
    func radio() async throws {
        let port: UInt16 = 17_118
        let radio = try TableRadio(port: port)
        let announcement = try #require(TableAnnouncement(port: 7_117, name: "alice"))
        TableRadio.say(announcement, to: [.loopback(port: port)])
        let noise = try Socket.datagrams(on: .any())
        noise.sendDatagram([1, 2, 3], to: .loopback(port: port))
        noise.sendDatagram([UInt8](repeating: 0x66, count: 2_000), to: .loopback(port: port))
        let heard = await radio.hear(for: 300)
        #expect(heard == [.init(address: .loopback(port: 7_117), name: "alice")])
    }
}
