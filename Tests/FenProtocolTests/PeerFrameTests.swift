import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

/// The frames of `fen-peer/1`: one spelling each, and everything else refused.
@Suite("Peer frames") struct PeerFrameTests {
    private let author = MemberID([UInt8](repeating: 1, count: 32)) ?? .zero
    private let second = MemberID([UInt8](repeating: 2, count: 32)) ?? .zero
    private let id = EventID([UInt8](repeating: 3, count: 32)) ?? .zero
    private let store = StoreID([UInt8](repeating: 4, count: 16)) ?? .zero
    private let hash = Hash32([UInt8](repeating: 5, count: 32)) ?? .zero

    private func refusal(_ bytes: [UInt8]) -> PeerFrameError? {
        do throws(PeerFrameError) {
            _ = try PeerFrame(bytes)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ fields: [CBORValue]) -> PeerFrameError? {
        refusal(CBOR.encode(.array(fields)))
    }

    private func map(_ value: CBORValue) -> CBORValue {
        .map(CBORMap([(key: .bytes(author), value: value)]))
    }

    private func list(_ ranges: [(UInt64, UInt64)]) -> CBORValue {
        .array(ranges.map { .array([.unsigned($0.0), .unsigned($0.1)]) })
    }

    /// The examples of the page *FenPeer*.
    @Test("worked frames") func worked() throws {
        let one = String(repeating: "01", count: 32)
        let three = String(repeating: "03", count: 32)
        let four = String(repeating: "04", count: 16)
        let five = String(repeating: "05", count: 32)
        let holdings = PeerHoldings(
            tips: [Head(id: id, seq: 7)], claimed: 12, beyond: NumberSet([9...10, 12...12]))
        let worked: [(PeerFrame, String)] = [
            (
                .have(store: store, [author: holdings]),
                "830050\(four)a15820\(one)838182075820\(three)0c8282090a820c0c"
            ),
            (.have(store: store, [:]), "830050\(four)a0"),
            (.want([author: NumberSet([8...8, 11...11])]), "8201a15820\(one)82820808820b0b"),
            (.total(events: 2, bytes: 1_500), "8302021905dc"),
            (.events([[0x7b], [0x7d]]), "82038241" + "7b41" + "7d"),
            (.cannot([author: NumberSet([8...8])]), "8204a15820\(one)81820808"),
            (.askIDs(author: author, seq: 300), "83055820\(one)19012c"),
            (.ids(author: author, seq: 300, [id]), "84065820\(one)19012c815820\(three)"),
            (.blobWant(hash: hash, offset: 0), "83075820\(five)00"),
            (.blob(hash: hash, offset: 0, size: 3, [1, 2]), "85085820\(five)0003420102"),
            (.done, "8109"), (.ping, "810a"),
            (.bye(code: 6, text: "until later"), "830b066b756e74696c206c61746572"),
        ]
        for (frame, hex) in worked {
            #expect(Hex.encode(frame.encode()) == hex)
            #expect(try PeerFrame(unhex(hex)) == frame)
        }
        #expect(
            worked.map { "\($0.0.kind) \($0.0.name)" } == [
                "0 have", "0 have", "1 want", "2 total", "3 events", "4 cannot", "5 ask-id",
                "6 ids", "7 blob-want", "8 blob", "9 done", "10 ping", "11 bye",
            ])
        #expect(
            worked.map(\.0.counts) == [
                ["authors": 1, "ranges": 2, "numbers": 3],
                ["authors": 0, "ranges": 0, "numbers": 0],
                ["authors": 1, "ranges": 2, "numbers": 2], ["events": 2, "bytes": 1_500],
                ["events": 2], ["authors": 1, "ranges": 1, "numbers": 1], ["number": 300],
                ["number": 300, "ids": 1], ["offset": 0], ["offset": 0, "size": 3], [:], [:],
                ["code": 6],
            ])
    }

    @Test("shapes that are refused") func shapes() {
        #expect(refusal([UInt8]()) == .notDeterministic)
        #expect(refusal([0x80]) == .badShape)
        #expect(refusal([0x09]) == .badShape)
        #expect(refusal([0x81, 0x18, 0x09]) == .notDeterministic)
        #expect(refusal([0x9f, 0x09, 0xff]) == .notDeterministic)
        #expect(refusal([0x81, 0x09, 0x00]) == .notDeterministic)
        #expect(refusal([.unsigned(12)]) == .unknownKind)
        #expect(refusal([.unsigned(.max)]) == .unknownKind)
        #expect(refusal([.unsigned(9), .unsigned(1)]) == .badShape)
        #expect(refusal([.text("9")]) == .badShape)
        #expect(refusal([.unsigned(1), .map(CBORMap([]))]) == .badShape)
        #expect(refusal([.unsigned(1), map(.array([]))]) == .badShape)
        #expect(refusal([.unsigned(2), .unsigned(1)]) == .badShape)
        #expect(refusal([.unsigned(2), .negative(0), .unsigned(1)]) == .badShape)
        #expect(refusal([.unsigned(3), .array([])]) == .overLimit)
        #expect(refusal([.unsigned(3), .array([.bytes([UInt8]())])]) == .overLimit)
        #expect(refusal([.unsigned(3), .array([.text("x")])]) == .badShape)
        #expect(refusal([.unsigned(5), .bytes([1]), .unsigned(1)]) == .badShape)
        #expect(refusal([.unsigned(5), .bytes(author), .unsigned(0)]) == .overLimit)
        let high = ProtocolLimits.largestCounter + 1
        #expect(refusal([.unsigned(5), .bytes(author), .unsigned(high)]) == .overLimit)
        let nested = CBORValue.array([.array([.array([.array([.array([.array([])])])])])])
        #expect(refusal([.unsigned(1), nested]) == .overLimit)
    }

    @Test("ranges ascend, do not touch, and are 64 at most") func ranges() {
        let all: [[(UInt64, UInt64)]] = [
            [(2, 1)], [(0, 1)], [(1, 2), (3, 4)], [(1, 2), (2, 4)], [(5, 6), (1, 2)],
        ]
        for bad in all {
            #expect(refusal([.unsigned(1), map(list(bad))]) != nil, "\(bad)")
        }
        let many: [(UInt64, UInt64)] = (0..<65).map { (index: UInt64) in
            (1 + 2 * index, 1 + 2 * index)
        }
        #expect(refusal([.unsigned(1), map(list(many))]) == .overLimit)
        let fewer = [(UInt64, UInt64)](many.dropLast())
        #expect(refusal([.unsigned(1), map(list(fewer))]) == nil)
        #expect(refusal([.unsigned(4), map(.array([.array([.unsigned(1)])]))]) == .badShape)
    }

    @Test("what a have says fits together") func holdings() {
        func have(_ tips: [(UInt64, UInt8)], _ claimed: UInt64, _ beyond: [(UInt64, UInt64)])
            -> PeerFrameError?
        {
            let heads = tips.map { tip in
                CBORValue.array([
                    .unsigned(tip.0), .bytes([UInt8](repeating: tip.1, count: 32)),
                ])
            }
            let value = CBORValue.array([.array(heads), .unsigned(claimed), list(beyond)])
            return refusal([.unsigned(0), .bytes(store), map(value)])
        }
        #expect(have([], 0, []) == nil)
        #expect(have([(5, 1), (5, 2)], 9, [(7, 9)]) == nil)
        #expect(have([(5, 2), (5, 1)], 5, []) == .badShape)
        #expect(have([(5, 1), (5, 1)], 5, []) == .badShape)
        #expect(have([(5, 1)], 4, []) == .badShape)
        #expect(have([(5, 1)], 9, [(6, 9)]) == nil)
        #expect(have([(5, 1)], 9, [(5, 9)]) == .badShape)
        #expect(have([(5, 1)], 8, [(7, 9)]) == .badShape)
        let eight: [(UInt64, UInt8)] = (1...8).map { (seq: UInt64) in (seq, 1) }
        #expect(have(eight, 8, []) == nil)
        #expect(have(eight + [(9, 1)], 9, []) == .overLimit)
    }

    @Test("sizes: 65,519 bytes, 256 authors, 48 KiB a line") func sizes() throws {
        #expect(refusal([UInt8](repeating: 0, count: 65_520)) == .tooLong)
        let long = [UInt8](repeating: 0x2e, count: ProtocolLimits.lineBytes)
        #expect(refusal(PeerFrame.events([long]).encode()) == nil)
        #expect(refusal(PeerFrame.events([long + [1]]).encode()) == .overLimit)
        // The heads of the frame, the list, and one line; the other line fills the rest.
        let rest = 65_519 - (2 + 1 + 3 + long.count + 3)
        let full = PeerFrame.events([long, [UInt8](repeating: 1, count: rest)]).encode()
        #expect(full.count == 65_519)
        #expect(refusal(full) == nil)
        #expect(refusal(full + [0]) == .tooLong)
        var authors: [MemberID: NumberSet] = [:]
        for index in 0..<257 {
            let bytes = [UInt8(index >> 8), UInt8(index & 255)] + [UInt8](repeating: 0, count: 30)
            authors[MemberID(bytes) ?? .zero] = NumberSet([1...1])
        }
        #expect(refusal(PeerFrame.want(authors).encode()) == .overLimit)
        #expect(PeerFrame.wants(authors).count == 2)
        for frame in PeerFrame.wants(authors) { #expect(refusal(frame.encode()) == nil) }
    }

    @Test("a have of any size becomes frames that are taken") func bigHaves() throws {
        var authors: [MemberID: PeerHoldings] = [:]
        for index in 0..<200 {
            let tips = (1...12).map { (place: UInt64) in Head(id: id, seq: place << 40) }
            let end: UInt64 = 13 << 40
            let beyond: [ClosedRange<UInt64>] = (0..<100).map { (place: UInt64) in
                (end + 2 * place)...(end + 2 * place)
            }
            authors[MemberID([UInt8](repeating: UInt8(index), count: 32)) ?? .zero] = PeerHoldings(
                tips: tips, claimed: 1 << 50, beyond: NumberSet(beyond))
        }
        let frames = PeerFrame.haves(store: store, authors)
        #expect(frames.count > 3)
        var named = 0
        for frame in frames {
            guard case .have(_, let map) = try PeerFrame(frame.encode()) else {
                Issue.record("no have")
                continue
            }
            named += map.count
            #expect(map.values.allSatisfy { $0.tips.count == 8 && $0.contiguous == 12 << 40 })
        }
        #expect(named == 200)
        #expect(PeerFrame.haves(store: store, [:]) == [.have(store: store, [:])])
    }

    @Test("a farewell cannot move a cursor") func texts() {
        for bad in ["\u{1b}[2J", "a\nb", "a\u{202e}b", "\u{7}", "a\u{2028}b"] {
            #expect(refusal(PeerFrame.bye(code: 6, text: bad).encode()) == .badShape)
        }
        let long = String(repeating: "x", count: 201)
        #expect(refusal(PeerFrame.bye(code: 6, text: long).encode()) == .overLimit)
        #expect(refusal([.unsigned(11), .unsigned(256), .text("")]) == .overLimit)
        for reason in PeerFarewell.allCases {
            let bye = PeerFrame.bye(code: reason.rawValue, text: reason.message)
            #expect(refusal(bye.encode()) == nil)
        }
    }

    @Test("mutated frames are refused or written again as they were") func mutations() throws {
        var random = SeededGenerator()
        let holdings = PeerHoldings(
            tips: [Head(id: id, seq: 7)], claimed: 12, beyond: NumberSet([9...10, 12...12]))
        let frames: [PeerFrame] = [
            .have(store: store, [author: holdings, second: PeerHoldings()]),
            .want([author: NumberSet([8...8, 11...11]), second: NumberSet([1...1])]),
            .events([[1, 2, 3], [4]]), .ids(author: author, seq: 300, [id]),
            .blob(hash: hash, offset: 0, size: 3, [1, 2]), .bye(code: 6, text: "later"),
        ]
        for _ in 0..<20_000 {
            let bytes = random.mutated(frames[random.below(frames.count)].encode())
            if let frame = try? PeerFrame(bytes) { #expect(frame.encode() == bytes) }
        }
    }

    @Test("the opening and the refusals") func opening() throws {
        let hello = SecretBytes(copying: [UInt8](repeating: 9, count: 32))
        let salt = Bytes16([UInt8](0..<16)) ?? .zero
        let opening = PeerOpening(hello: hello, salt: salt)
        #expect(opening.bytes.count == 37)
        #expect(Hex.encode(opening.bytes).hasPrefix("66656e7001000102030405060708090a0b0c0d0e0f"))
        let read = try PeerOpening(opening.bytes)
        #expect(read == opening)
        #expect(read.isMade(with: hello))
        #expect(!read.isMade(with: SecretBytes(count: 32)))
        var other = opening.bytes
        other[4] = 2
        #expect(throws: PeerRefusal.version) { try PeerOpening(other) }
        other[0] = 0
        #expect(throws: PeerRefusal.unknownGroup) { try PeerOpening(other) }
        #expect(throws: PeerRefusal.unknownGroup) { try PeerOpening([]) }
        for reason in PeerRefusal.allCases {
            #expect(PeerRefusal(reason.bytes) == reason)
            #expect(reason.bytes == [0x66, 0x65, 0x6e, 0x70, 0, reason.rawValue])
        }
        #expect(PeerRefusal([0x66, 0x65, 0x6e, 0x70, 0, 9]) == nil)
        #expect(PeerRefusal([0x66, 0x65, 0x6e, 0x70, 1, 1]) == nil)
    }
}
