import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct PeerCipherTests {
    // RFC 8439, section 2.8.2.
    @Test func chaChaKnownAnswer() throws {
        let key = SecretBytes(copying: (0x80...0x9f).map { UInt8($0) })
        let nonce = try #require(Nonce12(unhex("070000004041424344454647")))
        let text = """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
            future, sunscreen would be it.
            """
        let aad = unhex("50515253c0c1c2c3c4c5c6c7")
        let sealed = ChaCha20Poly1305.seal(text, key: key, nonce: nonce, aad: aad)
        #expect(sealed.prefix(4).elementsEqual(unhex("d31a8d34")))
        #expect(sealed.suffix(16).elementsEqual(unhex("1ae10b594f09e26a7e902ecbd0600691")))
        let opened = try ChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: aad)
        #expect(opened == [UInt8](text.utf8))
        for index in [0, 50, sealed.count - 1] {
            var bad = sealed
            bad[index] ^= 1
            #expect(throws: CryptoError.notAuthentic) {
                try ChaCha20Poly1305.open(bad, key: key, nonce: nonce, aad: aad)
            }
        }
        #expect(throws: CryptoError.notAuthentic) {
            try ChaCha20Poly1305.open(sealed.prefix(15), key: key, nonce: nonce, aad: aad)
        }
        #expect(Nonce12([1, 2]) == nil)
        #expect(Nonce12(number: 0x0102) == Nonce12(unhex("000000000201000000000000")))
    }

    // RFC 5869, A.3: no salt and no info, as far as its 42 bytes go.
    @Test func severalKeys() {
        let ikm = [UInt8](repeating: 0x0b, count: 22)
        let keys = HKDFSHA256.keys(3, ikm: ikm, salt: [UInt8]())
        let known =
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        #expect(Hex.encode(keys.flatMap(\.plain)).hasPrefix(known))
        #expect(keys.map(\.count) == [32, 32, 32])
    }

    // FIPS 180-4, "abc".
    @Test func sha512() {
        let hash = Hex.encode(SHA512.hash(["a", "bc"]).plain)
        #expect(hash.hasPrefix("ddaf35a193617abacc417349ae204131"))
        #expect(hash.hasSuffix("2a9ac94fa54ca49f"))
    }

    // draft-irtf-cfrg-cpace-21, appendix B.3.10 and B.3.11.
    @Test func ristretto() throws {
        let scalar = SecretBytes(
            copying: unhex("7cd0e075fa7955ba52c02759a6c90dbbfc10e6d40aea8d283e407d88cf538a05"))
        let hex = "2c3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c"
        let product = "7c13645fe790a468f62c39beb7388e541d8405d1ade69d1778c5fe3e7f6b600e"
        let point = try #require(RistrettoPoint(hex: hex))
        #expect(Hex.encode(try Ristretto255.multiply(scalar, point).plain) == product)
        let secret = SecretBytes(copying: unhex(hex))
        #expect(try Ristretto255.multiply(scalar, secret: secret).hex == product)
        let none = try #require(RistrettoPoint(hex: "2b" + hex.dropFirst(2)))
        for bad in [none, .zero] {
            #expect(throws: CryptoError.noSharedSecret) { try Ristretto255.multiply(scalar, bad) }
        }
        #expect(throws: CryptoError.wrongLength) {
            try Ristretto255.element(ofHash: SecretBytes(count: 32))
        }
        #expect(Ristretto255.scalar() != Ristretto255.scalar())
    }

    private struct Group: Decodable {
        struct Test: Decodable {
            let tcId: Int
            let key: String
            let iv: String
            let aad: String
            let msg: String
            let ct: String
            let tag: String
            let result: String
        }
        let ivSize: Int
        let tests: [Test]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func wycheproofChaCha() throws {
        let file: Wycheproof<Group> = try Vectors.json(
            "chacha20poly1305/wycheproof_chacha20_poly1305_test.json")
        #expect(file.testGroups.flatMap(\.tests).count == 325)
        for group in file.testGroups where group.ivSize == 96 {
            for test in group.tests {
                let key = SecretBytes(copying: unhex(test.key))
                let nonce = try #require(Nonce12(unhex(test.iv)))
                let opened = try? ChaCha20Poly1305.open(
                    unhex(test.ct) + unhex(test.tag), key: key, nonce: nonce, aad: unhex(test.aad))
                let right = test.result == "invalid" ? nil : unhex(test.msg)
                #expect(opened == right, "\(test.tcId)")
                if test.result != "invalid" {
                    let sealed = ChaCha20Poly1305.seal(
                        unhex(test.msg), key: key, nonce: nonce, aad: unhex(test.aad))
                    #expect(sealed == unhex(test.ct) + unhex(test.tag), "\(test.tcId)")
                }
            }
        }
    }
}
