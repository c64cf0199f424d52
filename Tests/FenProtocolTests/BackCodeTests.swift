import FenCrypto
import FenEncoding
import TestSupport
import Testing

@testable import FenProtocol

/// That nobody between two devices can choose what is read aloud.
@Suite("Back in: the code")
struct BackCodeTests {
    /// One device asks, another helps, and somebody stands between them who plays the helper to the
    /// one and the asker to the other. All see everything that was sent.
    private struct Between {
        let entropy: EntropySource
        /// The person's new key, the attacker's and the helper's.
        let (key, evil, helper): (MemberID, MemberID, MemberID)

        init(_ entropy: EntropySource) {
            self.entropy = entropy
            key = SigningKey.generate(from: entropy).publicKey
            evil = SigningKey.generate(from: entropy).publicKey
            helper = SigningKey.generate(from: entropy).publicKey
        }

        func request(_ key: MemberID) throws -> (request: BackRequest, opening: Bytes32) {
            try BackRequest.make(for: key, name: "Bob", addresses: [], now: 1, entropy: entropy)
        }

        /// What the person reads aloud, if the attacker has answered with this number.
        func shown(
            _ asked: (request: BackRequest, opening: Bytes32), _ number: Bytes32
        ) throws -> String {
            let answer = try BackAnswer(id: asked.request.id, helper: evil, number: number)
            return BackTranscript(asked.request, answer, key: key, opening: asked.opening)
                .code(digits: 2)
        }

        /// What the helper's device expects of the attacker's request.
        func expected(
            _ asked: (request: BackRequest, opening: Bytes32), _ number: Bytes32
        ) throws -> String {
            let answer = try BackAnswer(id: asked.request.id, helper: helper, number: number)
            return BackTranscript(asked.request, answer, key: evil, opening: asked.opening)
                .code(digits: 2)
        }
    }

    private static let seed: UInt8 = 7

    private static var entropy: EntropySource {
        .seeded(Bytes32([UInt8](repeating: seed, count: 32)) ?? .zero)
    }

    /// In how many of the runs the two codes are the same.
    private func rate(
        _ runs: Int, _ attack: (Between) throws -> (shown: String, expected: String)
    ) throws -> Double {
        let between = Between(Self.entropy)
        var hits = 0
        for _ in 0..<runs {
            let codes = try attack(between)
            if codes.shown == codes.expected { hits += 1 }
        }
        return Double(hits) / Double(runs)
    }

    /// With two digits a guess is right once in a hundred: nothing an attacker may choose in the
    /// order of the messages does better. Six standard deviations of 2,500 runs are 1.2 %.
    @Test("somebody in between has one guess and no more, whichever side is finished first")
    func noGrinding() throws {
        // First the helper, then the person: of many numbers the attacker takes the best by a guess
        // of what the person has committed to.
        let helperFirst = try rate(2_500) { between in
            let own = try between.request(between.evil)
            let expected = try between.expected(own, between.entropy.value())
            let asked = try between.request(between.key)
            let guess = (request: asked.request, opening: between.entropy.value(Bytes32.self))
            var number = between.entropy.value(Bytes32.self)
            for _ in 0..<3 where try between.shown(guess, number) != expected {
                number = between.entropy.value()
            }
            return (try between.shown(asked, number), expected)
        }
        #expect(helperFirst < 0.022 && helperFirst > 0, "seed \(Self.seed)")
        // First the person: their code is known, and the attacker commits to the best of many keys
        // and numbers by a guess of what the helper will choose.
        let personFirst = try rate(2_500) { between in
            let asked = try between.request(between.key)
            let shown = try between.shown(asked, between.entropy.value())
            let guess = between.entropy.value(Bytes32.self)
            var own = try between.request(between.evil)
            for _ in 0..<3 where try between.expected(own, guess) != shown {
                own = try between.request(between.evil)
            }
            return (shown, try between.expected(own, between.entropy.value()))
        }
        #expect(personFirst < 0.022 && personFirst > 0, "seed \(Self.seed)")
    }

    @Test("a second answer to one request could be ground: the tests above would see it")
    func secondAnswer() throws {
        let ground = try rate(40) { between in
            let own = try between.request(between.evil)
            let expected = try between.expected(own, between.entropy.value())
            let asked = try between.request(between.key)
            var number = between.entropy.value(Bytes32.self)
            for _ in 0..<600 where try between.shown(asked, number) != expected {
                number = between.entropy.value()
            }
            return (try between.shown(asked, number), expected)
        }
        #expect(ground > 0.9)
    }

    @Test("all codes are equally likely, and have six digits")
    func uniform() throws {
        let between = Between(Self.entropy)
        let (request, _) = try between.request(between.key)
        let answer = try BackAnswer(to: request, helper: between.helper, entropy: between.entropy)
        var buckets = [Int](repeating: 0, count: 100)
        for _ in 0..<5_000 {
            let code = BackTranscript(
                request, answer, key: between.key, opening: between.entropy.value()
            ).code()
            #expect(code.count == 6)
            let number = try #require(Int(code))
            buckets[number / 10_000] += 1
        }
        // 99 degrees of freedom: above 180 once in a million seeds.
        let chi = buckets.reduce(0.0) { $0 + Double(($1 - 50) * ($1 - 50)) / 50 }
        #expect(chi < 180, "seed \(Self.seed): \(chi)")
    }
}
