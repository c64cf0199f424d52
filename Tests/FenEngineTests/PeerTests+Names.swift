import FenPeer
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

extension PeerTests {
    @Test("a name leads to a device as its address does, whichever of its addresses answers")
    func named() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        let bob = try await table.join("Bob")
        // The last address of the name is the only one that somebody listens on.
        let host = try #require(HostName("localhost"))
        let last = try #require(try await host.addresses().last)
        let place = try #require(
            try await alice.listen(on: "\(last.with(port: 0))").first?.address)
        let port = try #require(place.split(separator: ":").last)
        let report = try await bob.connect(to: "localhost:\(port)", in: table.group)
        #expect(report.peer.person?.name == "Alice" && report.isCaughtUp)

        let open = try await alice.openTable(in: table.group)
        let may = try await table.open("May")
        #expect(Engine.isAddress("localhost:\(port)") && !Engine.isAddress("localhost"))
        let asked = Task {
            try await may.inviteFromTable(at: "localhost:\(port)", words: open.words)
        }
        var answered: String?
        for _ in 0..<1_000 where answered == nil {
            answered = try await alice.answerGuest(true, name: "May", in: table.group)
            if answered == nil { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(try await asked.value.hasPrefix("fen://join#"))
        await table.closeAll()
    }

    @Test("a name that nobody has, and what is no name, are refused in words")
    func misnamed() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let unknown = try await failure {
            _ = try await alice.connect(to: "nobody-has-this.invalid", in: table.group)
        }
        #expect(unknown.code == "NO_HOST" && unknown.status == .network, "\(unknown)")
        #expect(unknown.message.hasPrefix("The name nobody-has-this.invalid could not be found: "))
        for text in ["192.168.1.999", "lap top", "fen://join"] {
            let refused = try await failure {
                _ = try await alice.connect(to: text, in: table.group)
            }
            #expect(refused.code == "BAD_ADDRESS" && refused.status == .usage)
        }
        let listening = try await failure { _ = try await alice.listen(on: "localhost") }
        #expect(listening.code == "BAD_ADDRESS")
        await table.closeAll()
    }
}
