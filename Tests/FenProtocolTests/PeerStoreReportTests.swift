import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

/// What devices tell each other of what the store has shown them.
@Suite("Store reports") struct PeerStoreReportTests {
    private let author = MemberID([UInt8](repeating: 1, count: 32)) ?? .zero
    private let id = EventID([UInt8](repeating: 3, count: 32)) ?? .zero
    private let store = Bytes16([UInt8](repeating: 4, count: 16)) ?? .zero

    /// The example of the page *FenPeer*.
    @Test("a worked report, under its name") func worked() {
        let report = PeerStoreReport(
            store: store, age: 1_500, shown: [author: [Head(id: id, seq: 41)]])
        let (one, three) = (String(repeating: "01", count: 32), String(repeating: "03", count: 32))
        let bytes = report.encode()
        #expect(
            Hex.encode(bytes) == "840150" + String(repeating: "04", count: 16) + "1905dca15820"
                + one + "81821829" + "5820" + three)
        #expect(PeerStoreReport(bytes) == report)
        #expect(
            PeerStoreReport.name.hex
                == "13613421791a3e5bf7a51d4dfe934dd660ebe9991fbd936e4338b4b220f7332c")
    }

    @Test("a large group's fits, and whatever is none is refused") func bounds() {
        var random = SeededGenerator()
        var shown: [MemberID: [Head]] = [:]
        while shown.count < 300 {
            let author = MemberID(random.bytes(32)) ?? .zero
            shown[author] = (1...12).compactMap { seq in
                EventID(random.bytes(32)).map { Head(id: $0, seq: seq) }
            }
        }
        let large = PeerStoreReport(store: store, age: 1, shown: shown).encode()
        #expect(large.count <= PeerStoreReport.mostBytes)
        let read = PeerStoreReport(large)
        #expect((read?.shown.count ?? 0) > 90)
        #expect(read?.shown.values.allSatisfy { $0.map(\.seq) == Array(5...12) } == true)
        let small = PeerStoreReport(
            store: store, age: 7, shown: [author: [Head(id: id, seq: 2)]]
        ).encode()
        for count in 0..<small.count { #expect(PeerStoreReport(Array(small.prefix(count))) == nil) }
        for _ in 0..<20_000 {
            let bytes = random.mutated(small)
            if let read = PeerStoreReport(bytes) { #expect(read.encode() == bytes) }
        }
    }
}
