import FenCrypto
import FenEncoding
import TestSupport
import Testing

@Suite struct SealTests {
    // draft-irtf-cfrg-xchacha-03, appendix A.3.1.
    private let key = SecretBytes(copying: [UInt8](0x80...0x9f))
    private let nonce = Nonce24([UInt8](0x40...0x57)) ?? .zero
    private let aad = unhex("50515253c0c1c2c3c4c5c6c7")
    private let plain = """
        Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
        future, sunscreen would be it.
        """
    private let sealed = unhex(
        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f"
            + "4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369"
            + "488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780a"
            + "cf49"
    )

    @Test func knownAnswer() throws {
        #expect(XChaCha20Poly1305.seal(plain, key: key, nonce: nonce, aad: aad) == sealed)
        let opened = try XChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: aad)
        #expect(String(decoding: opened, as: UTF8.self) == plain)
        let secret = try XChaCha20Poly1305.openSecret(sealed, key: key, nonce: nonce, aad: aad)
        #expect(secret.plain == Array(plain.utf8))
    }

    @Test func nothingIsOpenedThatWasChanged() throws {
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: CryptoError.notAuthentic) {
                try XChaCha20Poly1305.open(changed, key: key, nonce: nonce, aad: aad)
            }
        }
        for count in [0, 1, 15, 16, sealed.count - 1] {
            #expect(throws: CryptoError.notAuthentic) {
                try XChaCha20Poly1305.open(sealed[..<count], key: key, nonce: nonce, aad: aad)
            }
            #expect(throws: CryptoError.notAuthentic) {
                try XChaCha20Poly1305.openSecret(
                    sealed[..<count],
                    key: key,
                    nonce: nonce,
                    aad: aad
                )
            }
        }
        #expect(throws: CryptoError.notAuthentic) {
            try XChaCha20Poly1305.open(sealed, key: key, nonce: .zero, aad: aad)
        }
        #expect(throws: CryptoError.notAuthentic) {
            try XChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: "")
        }
        #expect(throws: CryptoError.notAuthentic) {
            try XChaCha20Poly1305.open(sealed, key: SecretBytes(count: 32), nonce: nonce, aad: aad)
        }
    }

    @Test func oneBufferServesForTextsOfAllSizes() {
        var generator = SeededGenerator()
        var buffer: [UInt8] = []
        for _ in 0..<300 {
            let text = generator.bytes(generator.below(1000))
            let nonce = Nonce24.random()
            var box = XChaCha20Poly1305.seal(text, key: key, nonce: nonce, aad: aad)
            func open() -> Bool {
                box.withUnsafeBytes { box in
                    aad.withUnsafeBytes { aad in
                        XChaCha20Poly1305.open(box, key: key, nonce: nonce, aad: aad, into: &buffer)
                    }
                }
            }
            #expect(open() && buffer == text)
            box[generator.below(box.count)] ^= 0x80
            #expect(!open() && buffer.isEmpty)
        }
    }

    @Test func takesKeysOf32BytesOnly() async {
        await #expect(processExitsWith: .failure) {
            let key = SecretBytes(count: 31)
            _ = XChaCha20Poly1305.seal("", key: key, nonce: .zero, aad: "")
        }
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
    func wycheproof() throws {
        let file: Wycheproof<Group> = try Vectors.json(
            "chacha20poly1305/wycheproof_xchacha20_poly1305_test.json"
        )
        var count = 0
        for group in file.testGroups {
            for test in group.tests {
                count += 1
                guard let nonce = Nonce24(unhex(test.iv)) else {
                    #expect(test.result == "invalid" && group.ivSize != 192)
                    continue
                }
                let key = SecretBytes(copying: unhex(test.key))
                let aad = unhex(test.aad)
                let message = unhex(test.msg)
                let box = unhex(test.ct) + unhex(test.tag)
                let opened = try? XChaCha20Poly1305.open(box, key: key, nonce: nonce, aad: aad)
                let valid = test.result == "valid"
                #expect(opened == (valid ? message : nil), "\(test.tcId)")
                if valid {
                    #expect(
                        XChaCha20Poly1305.seal(message, key: key, nonce: nonce, aad: aad) == box
                    )
                }
            }
        }
        #expect(count == 315)
    }
}

@Suite struct PaddingTests {
    @Test func padsToTheNextBlock() {
        for count in [0, 1, 254, 255, 256, 257, 511, 512, 32_768] {
            let text = [UInt8](repeating: 0, count: count)
            var padded = text
            Padding.pad(&padded)
            #expect(padded.count == (count / 256 + 1) * 256)
            #expect(padded[count] == 0x80 && padded[..<count] == text[...])
            #expect(Padding.unpad(padded) == count)
        }
    }

    @Test func refusesWhatIsNoPadding() {
        let zeros = [UInt8](repeating: 0, count: 256)
        #expect(Padding.unpad([]) == nil)
        #expect(Padding.unpad(zeros) == nil)
        #expect(Padding.unpad(zeros.dropLast() + [0x81]) == nil)
        #expect(Padding.unpad([0x80] + zeros) == nil)
        #expect(Padding.unpad([0x80] + zeros.dropLast()) == 0)
        // The last block only: what stands before it is text.
        #expect(Padding.unpad([0x80] + zeros.dropLast() + zeros) == nil)
        #expect(Padding.unpad(zeros + [0x80] + zeros.dropLast()) == 256)
    }
}
