import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct HKDFTests {
    // RFC 5869, test cases 1 and 3.
    @Test func knownAnswers() {
        let ikm = [UInt8](repeating: 0x0b, count: 22)
        let first = HKDFSHA256.derive(
            ikm: ikm,
            salt: unhex("000102030405060708090a0b0c"),
            info: unhex("f0f1f2f3f4f5f6f7f8f9"),
            count: 42
        )
        #expect(
            Hex.encode(first.plain)
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        )
        let third = HKDFSHA256.derive(ikm: ikm, salt: "", info: "", count: 42)
        #expect(
            Hex.encode(third.plain)
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        )
        #expect(HKDFSHA256.derive(ikm: ikm, salt: "", info: "", count: 0).count == 0)
    }

    @Test func refusesMoreThan255Hashes() async {
        await #expect(processExitsWith: .failure) {
            _ = HKDFSHA256.derive(ikm: "", salt: "", info: "", count: 8161)
        }
    }

    private struct Group: Decodable {
        struct Test: Decodable {
            let tcId: Int
            let ikm: String
            let salt: String
            let info: String
            let size: Int
            let okm: String
            let result: String
        }
        let tests: [Test]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func wycheproof() throws {
        let file: Wycheproof<Group> = try Vectors.json(
            "hkdf-sha256/wycheproof_hkdf_sha256_test.json"
        )
        let tests = file.testGroups.flatMap(\.tests)
        #expect(tests.count == 86)
        for test in tests {
            guard test.result == "valid" else {
                #expect(test.size > HKDFSHA256.maximumCount)
                continue
            }
            let output = HKDFSHA256.derive(
                ikm: unhex(test.ikm),
                salt: unhex(test.salt),
                info: unhex(test.info),
                count: test.size
            )
            #expect(output.plain == unhex(test.okm), "\(test.tcId)")
        }
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func rfc5869() throws {
        let names = ["IKM", "salt", "info", "L", "PRK", "OKM"]
        let records = try Vectors.records("hkdf-sha256/rfc5869_sha256.txt", names)
        #expect(records.count == 3)
        for record in records {
            let ikm = unhex(record["IKM"] ?? "")
            let salt = unhex(record["salt"] ?? "")
            #expect(HMACSHA256.authenticate(key: salt, ikm).hex == record["PRK"])
            let count = try #require(record["L"].flatMap { Int($0) })
            let info = unhex(record["info"] ?? "")
            let output = HKDFSHA256.derive(ikm: ikm, salt: salt, info: info, count: count)
            #expect(Hex.encode(output.plain) == record["OKM"])
        }
    }
}

@Suite struct BIP39Tests {
    private static let abandon = Array(repeating: "abandon", count: 11) + ["about"]

    // trezor/python-mnemonic vectors.json, row 1, and its twin without a passphrase.
    @Test func knownAnswers() throws {
        let entropy = SecretBytes(count: 16)
        #expect(try BIP39.words(entropy: entropy) == Self.abandon)
        #expect(try BIP39.entropy(words: Self.abandon) == entropy)
        #expect(
            Hex.encode(BIP39.seed(words: Self.abandon, passphrase: "TREZOR").plain)
                == "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599"
                + "d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04"
        )
        #expect(
            Hex.encode(BIP39.seed(words: Self.abandon).plain)
                == "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389c"
                + "d370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"
        )
    }

    @Test func theListIsTheList() {
        #expect(BIP39.list.count == 2048)
        #expect(BIP39.list == BIP39.list.sorted())
        #expect(Set(BIP39.list.map { $0.prefix(4) }).count == 2048)
        // The hash of the published file, english.txt, words with a line feed each.
        #expect(
            SHA256.hash(BIP39.list.map { $0 + "\n" }.joined()).hex
                == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"
        )
        for (index, word) in BIP39.list.enumerated() {
            #expect(BIP39.index(of: word) == index && BIP39.word(at: index) == word)
        }
        #expect(BIP39.index(of: "aaa") == nil && BIP39.index(of: "zzz") == nil)
    }

    @Test func slipsAreNamed() {
        var words = Self.abandon
        #expect(throws: BIP39.PhraseError.wordCount(11)) {
            try BIP39.entropy(words: Array(words.dropLast()))
        }
        #expect(throws: BIP39.PhraseError.wordCount(0)) { try BIP39.entropy(words: []) }
        #expect(throws: BIP39.PhraseError.wordCount(27)) {
            try BIP39.entropy(words: Array(repeating: "abandon", count: 27))
        }
        words[4] = "About"
        #expect(throws: BIP39.PhraseError.unknownWord(index: 4)) {
            try BIP39.entropy(words: words)
        }
        words[4] = "ability"
        #expect(throws: BIP39.PhraseError.checksum) { try BIP39.entropy(words: words) }
        #expect(throws: CryptoError.wrongLength) {
            try BIP39.words(entropy: SecretBytes(count: 17))
        }
    }

    @Test func everyEntropyComesBack() throws {
        for size in [16, 20, 24, 28, 32] {
            for _ in 0..<20 {
                let entropy = SecretBytes(random: size)
                let words = try BIP39.words(entropy: entropy)
                #expect(words.count == size * 3 / 4)
                #expect(try BIP39.entropy(words: words) == entropy)
            }
        }
    }

    private struct Extra: Decodable {
        struct Invalid: Decodable {
            let mnemonic: String
            let reason: String
        }
        let invalid: [Invalid]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func publishedPhrases() throws {
        let file: [String: [[String]]] = try Vectors.json("bip39/trezor_vectors_english.json")
        let rows = try #require(file["english"])
        #expect(rows.count == 24)
        for row in rows {
            let words = row[1].split(separator: " ").map(String.init)
            let entropy = SecretBytes(copying: unhex(row[0]))
            #expect(try BIP39.words(entropy: entropy) == words)
            #expect(try BIP39.entropy(words: words) == entropy)
            #expect(BIP39.seed(words: words, passphrase: "TREZOR").plain == unhex(row[2]))
        }
        let extra: Extra = try Vectors.json("bip39/extra.json")
        for item in extra.invalid {
            let words = item.mnemonic.split(separator: " ").map(String.init)
            let error = #expect(throws: BIP39.PhraseError.self) { try BIP39.entropy(words: words) }
            switch error {
            case .checksum: #expect(item.reason == "checksum")
            case .wordCount: #expect(item.reason == "length")
            default: #expect(item.reason == "word")
            }
        }
        #expect(BIP39.list == (try Vectors.lines("bip39/english.txt")))
    }
}

@Suite struct SLIP10Tests {
    // SLIP-0010, test vector 1 for ed25519.
    @Test func knownAnswers() throws {
        let seed = unhex("000102030405060708090a0b0c0d0e0f")
        let root = SLIP10Ed25519.node(seed: seed, path: [])
        #expect(
            Hex.encode(root.chainCode.plain)
                == "90046a93de5380a72b5e45010748567d5ea02bbf6522f979e05c0d8d8ca9fffb"
        )
        let path = try #require(SLIP10Ed25519.path("m/0'/1'/2'/2'/1000000000'"))
        let key = SLIP10Ed25519.derive(seed: seed, path: path)
        #expect(
            Hex.encode(key.plain)
                == "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793"
        )
        #expect(
            try SigningKey(seed: key).publicKey.hex
                == "3c24da049451555d51a7014a37337aa4e12d41e485abccfa46b47dfb2af54b7a"
        )
    }

    @Test func pathsHaveHardenedStepsOnly() {
        #expect(SLIP10Ed25519.path("m") == [])
        #expect(SLIP10Ed25519.path("m/44'/7117'/0'") == [44, 7117, 0])
        #expect(SLIP10Ed25519.path("m/2147483647'") == [0x7fff_ffff])
        for text in ["", "/0'", "m/", "m/0", "m/0'/1", "m/0''", "m/'", "m/00'", "m/+1'", "m/-1'"]
            + ["m/2147483648'", "n/0'", "m/0h", "M/0'", "m/ 0'", "m//0'"]
        {
            #expect(SLIP10Ed25519.path(text) == nil, "\(text)")
        }
    }

    private struct File: Decodable {
        struct Vector: Decodable {
            struct Chain: Decodable {
                let path: String
                let chainCode: String
                let `private`: String
                let `public`: String
            }
            let seed: String
            let chains: [Chain]
        }
        let vectors: [Vector]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func publishedChains() throws {
        let file: File = try Vectors.json("slip10-ed25519/slip0010_ed25519.json")
        let count = file.vectors.reduce(0) { $0 + $1.chains.count }
        #expect(count == 12)
        for vector in file.vectors {
            for chain in vector.chains {
                let path = try #require(SLIP10Ed25519.path(chain.path))
                let node = SLIP10Ed25519.node(seed: unhex(vector.seed), path: path)
                #expect(node.key.plain == unhex(chain.private), "\(chain.path)")
                #expect(node.chainCode.plain == unhex(chain.chainCode), "\(chain.path)")
                let publicKey = try SigningKey(seed: node.key).publicKey
                #expect([0] + publicKey.bytes == unhex(chain.public), "\(chain.path)")
            }
        }
    }
}

extension SecretBytes {
    /// A plain copy, which only a test may want.
    var plain: [UInt8] { lendBytes { [UInt8]($0) } }
}
