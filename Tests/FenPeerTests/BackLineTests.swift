import FenCrypto
import FenProtocol
import Synchronization
import Testing

@testable import FenPeer

/// The line over which a member's device helps somebody back in, over real sockets.
@Suite("Back in: the line", .serialized) struct BackLineTests {
    private let id = [UInt8](0..<16)

    private func host() throws -> (node: PeerNode, address: PeerAddress) {
        let node = try PeerNode(
            identity: .generate(), admission: TestAdmission(.refused(.notAdmitted)))
        return (node, try node.listen(on: .loopback()).address)
    }

    /// Whether a fresh line is answered so.
    private func isAnswered(at address: PeerAddress, by answer: [UInt8]) async -> Bool {
        guard let call = try? await BackCall.dial(address, id: id) else { return false }
        return (try? await call.ask([1])) == answer
    }

    @Test("messages go there and answers back, of any size that is allowed")
    func talks() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        let heard = Mutex<[[UInt8]]>([])
        node.setDoor(
            BackDoor(id: id) { message in
                heard.withLock { $0.append(message) }
                return message.reversed()
            })
        let call = try await BackCall.dial(address, id: id)
        let long = [UInt8](repeating: 7, count: BackLine.messageBytes - 1) + [9]
        #expect(try await call.ask([1, 2, 3]) == [3, 2, 1])
        #expect(try await call.ask(long).first == 9)
        #expect(try await call.ask([]) == [])
        #expect(heard.withLock { $0.map(\.count) } == [3, BackLine.messageBytes, 0])
        await #expect(throws: BackCallError.over) {
            try await call.ask([UInt8](repeating: 0, count: BackLine.messageBytes + 1))
        }
    }

    @Test("another request, a refused message, too many of them and too many lines end it")
    func refusals() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        let none = try await BackCall.dial(address, id: id)
        await #expect(throws: BackCallError.refused(.closed)) { try await none.ask([1]) }
        node.setDoor(BackDoor(id: id) { $0 == [0] ? nil : $0 })
        let other = try await BackCall.dial(address, id: id.reversed())
        await #expect(throws: BackCallError.refused(.closed)) { try await other.ask([1]) }
        let refused = try await BackCall.dial(address, id: id)
        await #expect(throws: BackCallError.refused(.refused)) { try await refused.ask([0]) }

        let talking = try await BackCall.dial(address, id: id)
        for _ in 0..<BackLine.rounds { #expect(try await talking.ask([1]) == [1]) }
        await #expect(throws: BackCallError.over) { try await talking.ask([1]) }

        var lines: [BackCall] = []
        for _ in 0..<BackLine.lines {
            let line = try await BackCall.dial(address, id: id)
            #expect(try await line.ask([1]) == [1])
            lines.append(line)
        }
        let more = try await BackCall.dial(address, id: id)
        await #expect(throws: BackCallError.refused(.busy)) { try await more.ask([1]) }
        lines = []
        #expect(await eventually { await isAnswered(at: address, by: [1]) })
    }

    @Test("nonsense, a length that is none, and half a message get nothing")
    func hostile() async throws {
        let (node, address) = try host()
        defer { node.stop() }
        let asked = Mutex(0)
        node.setDoor(
            BackDoor(id: id) { _ in
                asked.withLock { $0 += 1 }
                return []
            })
        let greeting = [UInt8]("fenb".utf8) + [1] + id
        for bytes in [greeting + [0xff, 0xff, 1], [UInt8]("fenb".utf8) + [9] + id] {
            let client = try RawClient(address)
            await client.send(bytes)
            #expect(await client.ends(within: 8_000))
        }
        do {
            let client = try RawClient(address)
            await client.send(greeting + [0, 9, 1])
        }
        #expect(await eventually { await isAnswered(at: address, by: []) })
        #expect(asked.withLock { $0 } == 1)
    }
}
