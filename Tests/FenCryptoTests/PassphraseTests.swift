import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct Argon2idTests {
    // Made with libsodium 1.0.18, argon2-cffi 25.1.0 and pyca, which agree.
    @Test func knownAnswer() throws {
        let salt = try #require(Bytes16(hex: "000102030405060708090a0b0c0d0e0f"))
        let key = try Argon2id.derive(
            passphrase: SecretBytes(copying: "password"), salt: salt,
            cost: Argon2id.Cost(passes: 1, kibibytes: 8))
        #expect(
            Hex.encode(key.plain)
                == "3a008963c65f7ffa7331a90babd1fd17ea9f03bd05356b857ceb43f7b7080adc")
    }

    @Test func refusesACostThatCouldStallTheMachine() {
        for (passes, kibibytes) in [(0, 8), (17, 8), (1, 7), (1, 1_048_577)] as [(UInt32, UInt32)] {
            #expect(throws: CryptoError.tooExpensive) {
                _ = try Argon2id.derive(
                    passphrase: SecretBytes(count: 1), salt: .zero,
                    cost: Argon2id.Cost(passes: passes, kibibytes: kibibytes))
            }
        }
    }

    private struct Sodium: Decodable {
        struct Test: Decodable {
            let id: String
            let pwd: String
            let salt: String
            let outlen: Int
            let opslimit: UInt32
            let memlimit: UInt32
            let result: String
            let out: String?
        }
        let cryptoPwhash: [Test]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func libsodium() throws {
        let file: Sodium = try Vectors.json("argon2id/libsodium_pwhash_argon2id.json")
        var count = 0
        for test in file.cryptoPwhash where test.result == "ok" {
            let salt = try #require(Bytes16(unhex(test.salt)))
            let cost = Argon2id.Cost(passes: test.opslimit, kibibytes: test.memlimit / 1024)
            let key = try Argon2id.derive(
                passphrase: SecretBytes(copying: unhex(test.pwd)), salt: salt, cost: cost,
                count: test.outlen)
            #expect(Hex.encode(key.plain) == test.out, "\(test.id)")
            count += 1
        }
        #expect(count > 5)
    }

    private struct Presets: Decodable {
        struct Case: Decodable {
            let name: String
            let passwordHex: String
            let salt: String
            let opslimit: UInt32
            let memlimitBytes: UInt32
            let outlen: Int
            let out: String
        }
        let cases: [Case]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func presets() throws {
        let file: Presets = try Vectors.json("argon2id/made_here_libsodium_presets.json")
        #expect(file.cases.count == 7)
        // 256 MiB at once may be more than a machine has that runs all tests side by side.
        for test in file.cases where test.memlimitBytes < 100 << 20 {
            let salt = try #require(Bytes16(unhex(test.salt)))
            let key = try Argon2id.derive(
                passphrase: SecretBytes(copying: unhex(test.passwordHex)), salt: salt,
                cost: Argon2id.Cost(
                    passes: test.opslimit, kibibytes: test.memlimitBytes / 1024),
                count: test.outlen)
            #expect(Hex.encode(key.plain) == test.out, "\(test.name)")
        }
    }
}

@Suite struct SafetyNumberTests {
    // Computed with Python's hashlib from the description alone.
    @Test func knownAnswer() {
        let small = PublicKey(raw: Bytes32(Array(0..<32)) ?? .zero)
        let large = PublicKey(raw: Bytes32([UInt8](repeating: 255, count: 32)) ?? .zero)
        let expected = [
            "15184", "37106", "48515", "44425", "95895", "22826", "39427", "97805", "31724",
            "90336", "22315", "01464",
        ]
        #expect(SafetyNumber.groups(small, large) == expected)
        #expect(SafetyNumber.groups(large, small) == expected)
    }

    @Test func anotherKeyGivesOtherDigits() {
        let me = SigningKey.generate().publicKey
        let (bob, mallory) = (SigningKey.generate().publicKey, SigningKey.generate().publicKey)
        let (right, wrong) = (SafetyNumber.groups(me, bob), SafetyNumber.groups(me, mallory))
        // My half stays; all of the other half is another one.
        #expect(Set(right).subtracting(wrong).count >= 5)
        #expect(right.joined().count == 60)
    }
}
