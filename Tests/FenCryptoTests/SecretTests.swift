import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct SecretTests {
    @Test func printsNothingOfItself() {
        let secret = SecretBytes(copying: Array("sesame!!".utf8))
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
            #expect(!text.contains("sesame") && !text.contains("115") && !text.contains("73"))
            #expect(text.contains("SecretBytes(8)"))
        }
        dumped = ""
        dump(SigningKey.generate(), to: &dumped)
        #expect(dumped.contains("SecretBytes(32)") && dumped.contains("SecretBytes(64)"))
    }

    @Test func comparesByContent() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret == SecretBytes(copying: [1, 2, 3]))
        #expect(secret != SecretBytes(copying: [1, 2, 4]))
        #expect(secret != SecretBytes(copying: [1, 2]))
        #expect(SecretBytes(count: 0) == SecretBytes(copying: [] as [UInt8]))
        #expect(SecretBytes(random: 32) != SecretBytes(random: 32))
    }

    @Test func manyAtOnce() {
        // Far more than the usual limit on locked memory allows: the rest is kept all the same.
        let secrets = (0..<3000).map { SecretBytes(copying: [UInt8(truncatingIfNeeded: $0)]) }
        #expect(secrets.enumerated().allSatisfy { $1.plain == [UInt8(truncatingIfNeeded: $0)] })
    }

    @Test func aFailedFillingLeavesNothing() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            _ = try SecretBytes(count: 8) { buffer throws(Failure) in
                buffer[0] = 1
                throw Failure()
            }
        }
    }
}

@Suite struct EntropyTests {
    @Test func oneSeedGivesOneStream() throws {
        // ChaCha20 with an all-zero key and nonce (RFC 8439, appendix A.1, first block): the first
        // request under the zero seed.
        let start = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        let entropy = EntropySource.seeded(.zero)
        #expect(Hex.encode(entropy.fill(32)) == start)
        #expect(Hex.encode(EntropySource.seeded(.zero).secret(32).plain) == start)
        #expect(EntropySource.seeded(.zero).value(Bytes32.self).hex == start)
        let second = entropy.fill(16)
        let again = EntropySource.seeded(.zero)
        _ = again.fill(1)
        #expect(again.fill(16) == second)
        #expect(Hex.encode(second) != start.prefix(32))
        let other = try #require(Bytes32([UInt8](repeating: 1, count: 32)))
        #expect(EntropySource.seeded(other).fill(16) != EntropySource.seeded(.zero).fill(16))
        let pair = SigningKey.generate(from: .seeded(other))
        #expect(pair.publicKey == SigningKey.generate(from: .seeded(other)).publicKey)
    }

    @Test func noTicketIsDrawnTwice() async {
        let entropy = EntropySource.seeded(.zero)
        let drawn = await withTaskGroup(of: [Bytes32].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).map { _ in entropy.value() } }
            }
            return await group.reduce(into: Set<Bytes32>()) { $0.formUnion($1) }
        }
        #expect(drawn.count == 4000)
        // In one order or another these are the stream's first 4000 values.
        let again = EntropySource.seeded(.zero)
        #expect(drawn == Set((0..<4000).map { _ in again.value(Bytes32.self) }))
    }

    @Test func theSystemGivesSomethingNewEachTime() {
        #expect(Random.bytes(0).isEmpty && Random.bytes(33).count == 33)
        #expect(Set((0..<1000).map { _ in Nonce24.random() }).count == 1000)
    }

    @Test func uniformNumbersStayBelowTheirBound() {
        let entropy = EntropySource.seeded(.zero)
        var seen: Set<UInt64> = []
        for _ in 0..<500 { seen.insert(entropy.uniform(below: 7)) }
        #expect(seen == Set(0..<7))
        #expect(Random.uniform(below: 1) == 0 && Random.uniform(below: 0) == 0)
        for _ in 0..<100 {
            #expect(entropy.uniform(below: 1 << 63 + 1) <= 1 << 63)
        }
    }
}
