import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct SHA256Tests {
    // FIPS 180-4 examples, and the empty text.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func knownAnswers(text: String, hash: String) {
        #expect(SHA256.hash(text).hex == hash)
        #expect(SHA256.hash(Array(text.utf8)).hex == hash)
    }

    @Test func partsAreOneText() {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let parts = (0..<3).map { _ in generator.bytes(generator.below(150)) }
            let whole = SHA256.hash(parts.flatMap { $0 })
            #expect(SHA256.hash(parts[0], parts[1], parts[2]) == whole)
            #expect(SHA256.hash(parts[0] + parts[1], parts[2]) == whole)
            var hasher = SHA256Hasher()
            for part in parts { hasher.update(part) }
            #expect(hasher.finish() == whole)
            #expect(hasher.finish() == SHA256.hash(""))
            parts[0].withUnsafeBytes { first in
                parts[1].withUnsafeBytes { second in
                    #expect(
                        SHA256.hash(parts: first, second) == SHA256.hash(parts[0], parts[1])
                    )
                }
            }
        }
    }

    @Test(
        .enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)),
        arguments: [("sha256/SHA256ShortMsg.rsp", 65), ("sha256/SHA256LongMsg_subset.rsp", 17)]
    )
    func publishedMessages(file: String, count: Int) throws {
        let records = try Vectors.records(file, ["Len", "Msg", "MD"])
        #expect(records.count == count)
        for record in records {
            let length = try #require(record["Len"].flatMap { Int($0) })
            let message = unhex(record["Msg"] ?? "")[..<(length / 8)]
            #expect(SHA256.hash(message).hex == record["MD"])
        }
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func publishedChain() throws {
        let file = "sha256/SHA256Monte.rsp"
        let seed = try #require(try Vectors.records(file, ["Seed"]).first?["Seed"])
        var seedHash = try #require(Hash32(hex: seed))
        let records = try Vectors.records(file, ["COUNT", "MD"])
        #expect(records.count == 100)
        for record in records {
            var (first, second, third) = (seedHash, seedHash, seedHash)
            for _ in 0..<1000 {
                (first, second, third) = (second, third, SHA256.hash(first, second, third))
            }
            #expect(third.hex == record["MD"])
            seedHash = third
        }
    }
}

@Suite struct HMACTests {
    // RFC 4231, test cases 1, 2 and 6 (a key longer than a block).
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func knownAnswers(key: [UInt8], message: String, code: String) throws {
        let right = try #require(Hash32(hex: code))
        #expect(HMACSHA256.authenticate(key: key, message) == right)
        #expect(HMACSHA256.authenticate(key: SecretBytes(copying: key), "", message) == right)
        #expect(HMACSHA256.verify(right, key: key, message))
        var wrong = right
        wrong.withUnsafeMutableBytes { $0[31] ^= 1 }
        #expect(!HMACSHA256.verify(wrong, key: key, message))
        #expect(!HMACSHA256.verify(Bytes64(), key: key, message))
        #expect(HMACSHA256.authenticate(key: [], "") == HMACSHA256.authenticate(key: [0], ""))
    }

    private struct Group: Decodable {
        struct Test: Decodable {
            let tcId: Int
            let key: String
            let msg: String
            let tag: String
            let result: String
        }
        let tagSize: Int
        let tests: [Test]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func wycheproof() throws {
        let file: Wycheproof<Group> = try Vectors.json(
            "hmac-sha256/wycheproof_hmac_sha256_test.json"
        )
        var count = 0
        for group in file.testGroups {
            for test in group.tests {
                count += 1
                let key = unhex(test.key)
                let message = unhex(test.msg)
                let tag = unhex(test.tag)
                let whole = HMACSHA256.authenticate(key: key, message)
                let equal =
                    if let tag = Bytes16(tag) {
                        HMACSHA256.isEqual(whole, tag)
                    } else if let tag = Bytes32(tag) {
                        HMACSHA256.isEqual(whole, tag)
                    } else {
                        false
                    }
                #expect(equal == (test.result == "valid"), "\(test.tcId)")
            }
        }
        #expect(count == 174)
        for record in try Vectors.records("hmac-sha256/rfc4231_sha256.txt", ["Key", "Msg", "MD"]) {
            let key = unhex(record["Key"] ?? "")
            #expect(
                HMACSHA256.authenticate(key: key, unhex(record["Msg"] ?? "")).hex == record["MD"]
            )
        }
    }
}
