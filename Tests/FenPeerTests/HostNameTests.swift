import FenProtocol
import Testing

@testable import FenPeer

/// Names in place of addresses.
@Suite("Host names") struct HostNameTests {
    @Test("what is a name, and with which port")
    func reading() {
        #expect(HostName("laptop")?.port == PeerAddress.usualPort)
        #expect(HostName("laptop")?.hasPort == false)
        let full = HostName("my_lap-top.local:7118")
        #expect(full?.name == "my_lap-top.local" && full?.port == 7_118 && full?.hasPort == true)
        #expect(full.map { "\($0)" } == "my_lap-top.local:7118")
    }

    @Test(
        "what is none",
        arguments: [
            "", ":7117", "laptop:", "laptop:x", "laptop:70000", "laptop:7117:1", "-laptop",
            "laptop..local", ".local", "lap top", "laptop/x", "fen://join", "läptop", "lap%top",
            "lap\u{1b}[2Jtop", "192.168.1.999", "1", "0x7f.1", "[::1]:7117", "a@b",
            String(repeating: "a", count: 64),
            Array(repeating: "a", count: 128).joined(separator: "."),
        ])
    func refused(text: String) {
        #expect(HostName(text) == nil)
    }

    @Test("localhost is this computer, each address once and with the port that was typed")
    func localhost() async throws {
        let addresses = try await #require(HostName("localhost:7117")).addresses()
        #expect(!addresses.isEmpty && Set(addresses).count == addresses.count)
        #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 7_117 })
    }

    @Test("a name that nobody has leads to a plain sentence, and in time")
    func unknown() async throws {
        let start = MonotonicTime.now
        let error = await #expect(throws: HostNameError.self) {
            try await #require(HostName("nobody-has-this.invalid")).addresses()
        }
        // Without a network nobody can say that there is no such name.
        #expect([.unknown, .noNetwork, .late].contains(error))
        #expect(MonotonicTime.now - start < PeerLimits.lookupTime + 10_000)
    }
}
