import FenCrypto
import FenEncoding
import FenProtocol
import Foundation
import Testing

/// Payloads, lines and bits at random. Every failure prints its seed; `FEN_SEED` runs one again.
struct RandomTests {
    /// The seeds of this run: a fixed one, and a fresh one or the one asked for.
    static let seeds: [UInt64] = {
        let asked = ProcessInfo.processInfo.environment["FEN_SEED"].flatMap { UInt64($0) }
        return [20_261_130, asked ?? .random(in: 0...UInt64.max)]
    }()

    /// What is written is read back the same, and its bytes are canonical.
    @Test(arguments: seeds)
    func roundTrips(seed: UInt64) throws {
        let random = RandomPayloads(seed: seed)
        for kind in EventKind.allCases {
            for _ in 0..<40 {
                let payload = random.payload(kind)
                let bytes = payload.encode()
                let note = Comment("seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
                #expect(try Payload.decode(bytes) == payload, note)
                let tree = try CanonicalJSON.decode(bytes, limits: .payload)
                #expect(CanonicalJSON.encode(tree) == bytes, note)
            }
        }
    }

    /// A changed byte of a payload is refused, or what is read is canonical and, where no field
    /// became an unknown one, written back as it was.
    @Test(arguments: seeds)
    func changedPayloads(seed: UInt64) throws {
        let random = RandomPayloads(seed: seed)
        for kind in EventKind.allCases where kind != .unknown {
            var bytes = random.payload(kind).encode()
            for _ in 0..<150 {
                let index = random.number(0...bytes.count - 1)
                let old = bytes[index]
                bytes[index] = UInt8(random.number(0...255))
                let note = Comment("seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
                if let payload = try? Payload.decode(bytes) {
                    let tree = try CanonicalJSON.decode(bytes, limits: .payload)
                    #expect(CanonicalJSON.encode(tree) == bytes, note)
                    #expect(try Payload.decode(payload.encode()) == payload, note)
                }
                bytes[index] = old
            }
        }
    }

    /// A payload cut anywhere is refused.
    @Test(arguments: seeds)
    func cutPayloads(seed: UInt64) {
        let random = RandomPayloads(seed: seed)
        for kind in EventKind.allCases {
            let bytes = random.payload(kind).encode()
            for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
                #expect(throws: PayloadError.self, "seed \(seed), \(kind.name), \(count) bytes") {
                    try Payload.decode([UInt8](bytes[..<count]))
                }
            }
        }
    }

    /// Any flipped bit of a line is refused by name: the line does not parse, or the signature
    /// does not verify, and then the ciphertext does not open either or only the signature
    /// changed.
    @Test func flippedBitsOfALine() throws {
        let (group, key, signer, entropy) = Samples.keys(3)
        let event = try EventSeal.seal(
            payload: .messagePosted(MessagePosted(text: "Danke, Zoë! 🍺")),
            draft: EventDraft(
                seq: 7,
                lamport: 12,
                createdAt: 1_796_011_200_000,
                prev: Samples.event
            ),
            key: key,
            signer: signer,
            entropy: entropy
        )
        var line = [UInt8](EventLine.encode(event).dropLast())
        var reasons: [RefusalReason: Int] = [:]
        for bit in 0..<line.count * 8 {
            line[bit / 8] ^= 1 << UInt8(bit % 8)
            defer { line[bit / 8] ^= 1 << UInt8(bit % 8) }
            do throws(LineError) {
                let changed = try EventLine.decode(line, group: group)
                #expect(changed != event, "bit \(bit)")
                #expect(!changed.verifySignature(), "bit \(bit)")
                reasons[.badSignature, default: 0] += 1
                if changed.id == event.id {
                    #expect(changed.signature != event.signature, "bit \(bit)")
                } else {
                    #expect(throws: RefusalReason.self, "bit \(bit)") {
                        try EventSeal.open(changed, key: key)
                    }
                }
            } catch {
                reasons[error.reason, default: 0] += 1
            }
        }
        let expected: Set<RefusalReason> = [
            .notCanonical, .unknownFormat, .badSize, .badRange, .badAuthorKey, .badChain,
            .badSignature,
        ]
        #expect(Set(reasons.keys).isSubset(of: expected))
        #expect(Set(reasons.keys).isSuperset(of: [.notCanonical, .badAuthorKey, .badSignature]))
        #expect(reasons.values.reduce(0, +) == line.count * 8)
    }

    /// A line cut anywhere is not canonical.
    @Test func cutLines() throws {
        let (group, key, signer, entropy) = Samples.keys(4)
        let event = try EventSeal.seal(
            payload: .groupReopened(GroupReopened()),
            draft: EventDraft(seq: 1, lamport: 1, createdAt: 0, prev: .zero),
            key: key,
            signer: signer,
            entropy: entropy
        )
        let line = [UInt8](EventLine.encode(event).dropLast())
        for count in 0..<line.count {
            #expect(throws: LineError(.notCanonical), "\(count) bytes") {
                try EventLine.decode([UInt8](line[..<count]), group: group)
            }
        }
    }
}
