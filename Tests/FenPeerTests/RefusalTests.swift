import FenCrypto
import FenProtocol
import Testing

@testable import FenPeer

/// A listener that says why not, and the person who dialled reads a sentence (case AC-19).
@Suite("Refusals of a listener", .serialized) struct RefusalTests {
    @Test("another version, busy, removed, unknown: each its own words, and no further try")
    func refusals() async throws {
        let listener = try PeerListener(.loopback())
        let device = try TestDevice(1, authors: [])
        var sentences: Set<String> = []
        for refusal in PeerRefusal.allCases {
            async let outcome = dial(device, listener.address)
            var accepted: Socket?
            _ = await eventually {
                accepted = listener.socket.accepted()?.socket
                return accepted != nil
            }
            let caller = try #require(accepted)
            _ = refusal.bytes.withUnsafeBytes { caller.write($0) }
            let error = await outcome
            #expect(error == .refused(refusal))
            if let error { sentences.insert(error.message) }
            // One connection, one answer: nobody knocks again by itself.
            try await Task.sleep(for: .milliseconds(100))
            #expect(listener.socket.accepted() == nil)
        }
        #expect(sentences.count == PeerRefusal.allCases.count, "\(sentences)")
    }

    private func dial(_ device: TestDevice, _ address: PeerAddress) async -> PeerDialError? {
        do throws(PeerDialError) {
            _ = try await device.node.connect(to: address, group: TestDevice.group)
            return nil
        } catch {
            return error
        }
    }
}
