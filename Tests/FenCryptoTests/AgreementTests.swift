import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct AgreementTests {
    // RFC 7748, section 6.1.
    private let alice = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
    private let alicePublic = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
    private let bob = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"
    private let bobPublic = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    private let shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"

    private func key(_ hex: String) throws -> AgreementKey {
        try AgreementKey(secret: SecretBytes(copying: unhex(hex)))
    }

    @Test func knownAnswers() throws {
        #expect(try key(alice).publicKey.hex == alicePublic)
        #expect(try key(bob).publicKey.hex == bobPublic)
        let one = try key(alice).agree(with: try #require(X25519PublicKey(hex: bobPublic)))
        let other = try key(bob).agree(with: try #require(X25519PublicKey(hex: alicePublic)))
        #expect(Hex.encode(one.plain) == shared)
        #expect(one == other)
    }

    // Points of small order: 0, 1 and an element of order 8.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    ])
    func refusesToAgreeOnZero(hex: String) throws {
        let point = try #require(X25519PublicKey(hex: hex))
        #expect(throws: CryptoError.noSharedSecret) { try key(bob).agree(with: point) }
    }

    @Test func takesSecretsOf32BytesOnly() {
        #expect(throws: CryptoError.wrongLength) {
            try AgreementKey(secret: SecretBytes(count: 33))
        }
    }

    @Test func bothHalvesOfASigningKeyMapAlike() throws {
        for _ in 0..<50 {
            let pair = SigningKey.generate()
            #expect(pair.x25519().publicKey == pair.publicKey.x25519)
            let other = AgreementKey.generate()
            let image = try #require(pair.publicKey.x25519)
            #expect(try other.agree(with: image) == pair.x25519().agree(with: other.publicKey))
        }
    }

    // libsodium, test/default/ed25519_convert: the seed is 421151a4…, the pair the one below.
    @Test func knownMap() throws {
        let seed = "421151a459faeade3d247115f94aedae42318124095afabe4d1451a559faedee"
        let pair = try SigningKey(seed: SecretBytes(copying: unhex(seed)))
        #expect(
            pair.publicKey.x25519?.hex
                == "f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50"
        )
    }

    private struct Group: Decodable {
        struct Test: Decodable {
            let tcId: Int
            let flags: [String]
            let `public`: String
            let `private`: String
            let shared: String
        }
        let tests: [Test]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func wycheproof() throws {
        let file: Wycheproof<Group> = try Vectors.json("x25519/wycheproof_x25519_test.json")
        let tests = file.testGroups.flatMap(\.tests)
        #expect(tests.count == 518)
        var refused = 0
        for test in tests {
            let point = try #require(X25519PublicKey(hex: test.public))
            let shared = try? key(test.private).agree(with: point)
            if test.flags.contains("ZeroSharedSecret") {
                refused += 1
                #expect(shared == nil, "\(test.tcId)")
            } else {
                #expect(shared?.plain == unhex(test.shared), "\(test.tcId)")
            }
        }
        #expect(refused == 31)
    }
}
