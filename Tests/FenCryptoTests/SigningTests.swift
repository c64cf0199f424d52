import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct SigningTests {
    // RFC 8032, section 7.1, tests 1 to 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func knownAnswers(seed: String, key: String, message: String, signature: String) throws {
        let pair = try SigningKey(seed: SecretBytes(copying: unhex(seed)))
        let right = try #require(Signature(hex: signature))
        #expect(pair.publicKey.hex == key && pair.publicKey.isValid)
        #expect(pair.sign(unhex(message)) == right)
        #expect(pair.sign("", unhex(message)) == right)
        #expect(pair.publicKey.verify(right, unhex(message)))
        #expect(pair.publicKey.verify(right, unhex(message), ""))
    }

    @Test func refusesWhatWasChanged() throws {
        let pair = SigningKey.generate()
        let message = Array("fen/1/sign".utf8)
        let signature = pair.sign(message)
        #expect(pair.publicKey.verify(signature, message))
        #expect(!SigningKey.generate().publicKey.verify(signature, message))
        for index in 0..<64 {
            var changed = signature
            changed.withUnsafeMutableBytes { $0[index] ^= 1 }
            #expect(!pair.publicKey.verify(changed, message))
        }
        for index in message.indices {
            var changed = message
            changed[index] ^= 1
            #expect(!pair.publicKey.verify(signature, changed))
        }
    }

    // Small order, off the curve, the identity, and encodings of y >= p. A mixed-order point, the
    // last, is on the curve and canonical, and libsodium's verification alone would take it.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "0200000000000000000000000000000000000000000000000000000000000000",
    ])
    func refusesBadKeys(hex: String) throws {
        let key = try #require(PublicKey(hex: hex))
        #expect(!key.isValid)
        #expect(key.x25519 == nil)
        #expect(!key.verify(Signature(), ""))
    }

    @Test func verdictsDoNotDependOnWhatWasAskedBefore() {
        // More keys than are remembered, twice, each with a neighbour that shares its slot and
        // that seven times out of eight is no valid key.
        let keys = (0..<1500).map { _ in SigningKey.generate().publicKey }
        let neighbours = keys.map { key in
            var key = key
            key.withUnsafeMutableBytes { $0[20] ^= 1 }
            return key
        }
        let verdicts = neighbours.map(\.isValid)
        #expect(verdicts.contains(false))
        for _ in 0..<2 {
            #expect(keys.allSatisfy { $0.isValid })
            #expect(neighbours.map(\.isValid) == verdicts)
        }
    }

    @Test func verdictsAreTheSameOnManyThreads() async {
        let keys = (0..<200).map { _ in SigningKey.generate().publicKey }
        let wrong = PublicKey()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { keys.allSatisfy { $0.isValid && !wrong.isValid } }
            }
            for await right in group { #expect(right) }
        }
    }

    @Test func takesSeedsOf32BytesOnly() {
        #expect(throws: CryptoError.wrongLength) { try SigningKey(seed: SecretBytes(count: 31)) }
    }

    private struct Group: Decodable {
        struct Key: Decodable {
            let pk: String
        }
        struct Test: Decodable {
            let tcId: Int
            let msg: String
            let sig: String
            let result: String
        }
        let publicKey: Key
        let tests: [Test]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func wycheproof() throws {
        let file: Wycheproof<Group> = try Vectors.json("ed25519/wycheproof_ed25519_test.json")
        var count = 0
        for group in file.testGroups {
            let key = try #require(PublicKey(hex: group.publicKey.pk))
            for test in group.tests {
                count += 1
                let signature = Signature(unhex(test.sig))
                let accepted = signature.map { key.verify($0, unhex(test.msg)) } ?? false
                #expect(accepted == (test.result == "valid"), "\(test.tcId)")
            }
        }
        #expect(count == 151)
    }

    private struct Edge: Decodable {
        let number: Int
        let key: String
        let sig: String
        let msg: String
        let flags: [String]?
    }

    private struct Accepted: Decodable {
        let acceptedNumbers: [Int]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func edgesOfTheCurve() throws {
        let edges: [Edge] = try Vectors.json("ed25519/cctv_ed25519vectors.json")
        let list: Accepted = try Vectors.json("ed25519/cctv_libsodium_accepts.json")
        let accepted = Set(list.acceptedNumbers)
        #expect(edges.count == 914 && accepted.count == 43)
        var taken = 0
        for edge in edges {
            let key = try #require(PublicKey(hex: edge.key))
            let signature = try #require(Signature(hex: edge.sig))
            let verdict = key.verify(signature, edge.msg)
            // Our rule is libsodium's and, beyond it, that the key is of prime order.
            #expect(verdict == (accepted.contains(edge.number) && key.isValid), "\(edge.number)")
            if edge.flags?.contains("low_order_component_A") == true { #expect(!key.isValid) }
            if verdict { taken += 1 }
        }
        #expect(taken == 1)
    }

    private struct Known: Decodable {
        struct Case: Decodable {
            let seed: String
            let `public`: String
            let msg: String
            let sig: String
        }
        let cases: [Case]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func publishedSignatures() throws {
        func check(seed: String, key: String, message: String, signature: String) throws {
            let pair = try SigningKey(seed: SecretBytes(copying: unhex(seed)))
            #expect(pair.publicKey.hex == key)
            let made = pair.sign(unhex(message))
            #expect(made.hex == signature)
            #expect(pair.publicKey.verify(made, unhex(message)))
        }
        let file: Known = try Vectors.json("ed25519/rfc8032.json")
        #expect(file.cases.count == 5)
        for item in file.cases {
            try check(seed: item.seed, key: item.public, message: item.msg, signature: item.sig)
        }
        let lines = try Vectors.lines("ed25519/ed25519_djb_sign_input_subset.txt")
        #expect(lines.count == 69)
        for line in lines {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            try check(
                seed: String(fields[0].prefix(64)),
                key: String(fields[1]),
                message: String(fields[2]),
                signature: String(fields[3].prefix(128))
            )
        }
    }
}
