import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport

@testable import FenPeer

/// Frames of every kind, within the limits.
enum RandomFrames {
    static func ranges(_ random: inout SeededGenerator, least: Int) -> NumberSet {
        NumberSet(
            (0..<(least + random.below(5))).map { index in
                let low = UInt64(1 + index * 1_000 + random.below(500))
                return low...(low + UInt64(random.below(400)))
            })
    }

    private static func wide(_ random: inout SeededGenerator) -> [MemberID: NumberSet] {
        var map: [MemberID: NumberSet] = [:]
        for _ in 0...random.below(3) {
            map[SessionTable.author(UInt8(random.below(4)))] = ranges(&random, least: 1)
        }
        return map
    }

    private static func holdings(_ random: inout SeededGenerator) -> PeerHoldings {
        var tips: Set<Head> = []
        for _ in 0..<random.below(PeerLimits.tips + 1) {
            tips.insert(
                Head(
                    id: EventID(random.bytes(32)) ?? .zero, seq: UInt64(1 + random.below(200))))
        }
        let sorted = tips.sorted()
        let end = (sorted.last?.seq ?? 0) + 2
        let beyond = NumberSet(
            ranges(&random, least: 0).ranges.map { ($0.lowerBound + end)...($0.upperBound + end) })
        let claimed = max(sorted.last?.seq ?? 0, beyond.ranges.last?.upperBound ?? 0)
        return PeerHoldings(
            tips: sorted, claimed: claimed + UInt64(random.below(3)), beyond: beyond)
    }

    static func value(_ random: inout SeededGenerator, kind: Int) -> PeerFrame {
        let author = SessionTable.author(UInt8(random.below(4)))
        let seq = UInt64(1 + random.below(300))
        switch kind {
        case 0:
            var map: [MemberID: PeerHoldings] = [:]
            for _ in 0..<random.below(4) {
                map[SessionTable.author(UInt8(random.below(4)))] = holdings(&random)
            }
            return .have(store: StoreID([UInt8](repeating: 2, count: 16)) ?? .zero, map)
        case 1: return .want(wide(&random))
        case 2: return .total(events: seq, bytes: seq * 700)
        case 3:
            return .events((0...random.below(4)).map { _ in random.bytes(1 + random.below(90)) })
        case 4: return .cannot(wide(&random))
        case 5: return .askIDs(author: author, seq: seq)
        case 6:
            let ids = Set((0..<random.below(4)).map { _ in EventID(random.bytes(32)) ?? .zero })
            return .ids(author: author, seq: seq, ids.sorted())
        case 7: return .blobWant(hash: Hash32(random.bytes(32)) ?? .zero, offset: seq)
        case 8:
            let bytes = random.bytes(random.below(50))
            return .blob(
                hash: Hash32(random.bytes(32)) ?? .zero, offset: seq,
                size: seq + UInt64(bytes.count), bytes)
        case 9: return .done
        case 10: return .ping
        default: return .bye(code: UInt8(random.below(256)), text: "until later")
        }
    }

    static func frame(_ random: inout SeededGenerator) -> [UInt8] {
        // A farewell would end the test early.
        value(&random, kind: random.below(11)).encode()
    }
}
