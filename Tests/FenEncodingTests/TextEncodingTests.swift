import FenEncoding
import TestSupport
import Testing

@Suite struct HexTests {
    @Test func spellsAndReads() {
        #expect(Hex.encode([0x00, 0x9f, 0xa0, 0xff]) == "009fa0ff")
        #expect(Hex.decode("009fa0ff") == [0x00, 0x9f, 0xa0, 0xff])
        #expect(Hex.decode("") == [])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
        #expect(Hex.decode("é") == nil)
    }

    @Test func everyByteInEveryPlace() {
        // Eight digits are read at once: each of the 256 bytes in each of the eight places, and in
        // the tail that is read one by one.
        for place in 0..<10 {
            for byte in UInt8.min...UInt8.max {
                var text = Array("0123456789".utf8)
                text[place] = byte
                let right = text.allSatisfy { "0123456789abcdef".utf8.contains($0) }
                let decoded = text.withUnsafeBytes { Hex.decode($0) }
                #expect((decoded != nil) == right)
                if let decoded { #expect(Array(Hex.encode(decoded).utf8) == text) }
            }
        }
    }
}

@Suite struct Base32Tests {
    // RFC 4648 section 10, without the padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
    func knownAnswers(plain: String, text: String) {
        #expect(Base32.encode(Array(plain.utf8)) == text)
        #expect(Base32.decode(text) == Array(plain.utf8))
    }

    @Test(arguments: ["M", "MZX", "MZXW6Y", "MZ", "my", "MY======", "M1", "MZXQ ", "MZXW6YTBO"])
    func refuses(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test func everyByteStringHasOneSpelling() {
        var generator = SeededGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        for _ in 0..<2000 {
            let bytes = generator.bytes(generator.below(40))
            #expect(Base32.decode(Base32.encode(bytes)) == bytes)
            let text = String(
                decoding: (0..<generator.below(20)).map { _ in letters[generator.below(32)] },
                as: UTF8.self
            )
            if let read = Base32.decode(text) { #expect(Base32.encode(read) == text) }
        }
    }
}

@Suite struct Base64URLTests {
    // RFC 4648 section 10 without the padding, and its section 9 in the letters of section 5.
    @Test(arguments: [
        ("", ""), ("66", "Zg"), ("666f", "Zm8"), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg"),
        ("666f6f6261", "Zm9vYmE"), ("666f6f626172", "Zm9vYmFy"), ("14fb9c03d97e", "FPucA9l-"),
        ("03ecffe0c1", "A-z_4ME"),
    ])
    func knownAnswers(hex: String, text: String) {
        let bytes = unhex(hex)
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
        var appended = Array("x".utf8)
        bytes.withUnsafeBytes { Base64URL.append($0, to: &appended) }
        #expect(String(decoding: appended, as: UTF8.self) == "x" + text)
    }

    @Test(arguments: [
        "SGVsbG9", "SGVsbG8=", "SGVsbB", "Zh", "Zg==", "Z", "Zm9vY", "A+z/4ME", "A-z/4ME", "Zm9v\n",
        "Zm 9v", " Zm9v", "Zm9v.", "Zm9vé", "\u{ff3a}m9v", "=", "Zm9v\0",
    ])
    func refuses(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func everyByteInEveryPlace() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for length in [4, 6, 7] {
            for place in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    // A letter whose unused bits are zero, whichever letter stands before it.
                    var text = [UInt8](repeating: 0x41, count: length)
                    text[place] = byte
                    let decoded = text.withUnsafeBytes { Base64URL.decode($0) }
                    if !letters.contains(byte) { #expect(decoded == nil) }
                    if place < 4 { #expect((decoded != nil) == letters.contains(byte)) }
                    if let decoded { #expect(Array(Base64URL.encode(decoded).utf8) == text) }
                }
            }
        }
    }

    @Test func everyByteStringHasOneSpelling() {
        var generator = SeededGenerator()
        for _ in 0..<2000 {
            let bytes = generator.bytes(generator.below(100))
            let text = Base64URL.encode(bytes)
            #expect(text.utf8.count == Base64URL.encodedCount(bytes.count))
            #expect(Base64URL.decodedCount(text.utf8.count) == bytes.count)
            #expect(Base64URL.decode(text) == bytes)
            let changed = generator.mutated(Array(text.utf8))
            if let read = changed.withUnsafeBytes({ Base64URL.decode($0) }) {
                #expect(Array(Base64URL.encode(read).utf8) == changed)
            }
        }
    }

    private struct Cases: Decodable {
        struct Encoding: Decodable {
            let hex: String
            let urlNopad: String
        }
        struct Decoding: Decodable {
            let input: String
            let variant: String
            let result: String
            let hex: String?
        }
        let encode: [Encoding]
        let decode: [Decoding]
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func publicCases() throws {
        let cases: Cases = try Vectors.json("base64url/base64_cases.json")
        #expect(cases.encode.count == 21 && cases.decode.count == 32)
        for item in cases.encode {
            #expect(Base64URL.encode(unhex(item.hex)) == item.urlNopad)
            #expect(Base64URL.decode(item.urlNopad) == unhex(item.hex))
        }
        for item in cases.decode where item.variant == "url_nopad" {
            #expect(Base64URL.decode(item.input) == item.hex.map(unhex), "\(item.input)")
        }
    }
}
