import FenCrypto
import FenEncoding
import FenProtocol
import Testing

/// The line form of §4 and what is refused of it, each with its own name.
struct LineTests {
    private let group: GroupID
    private let key: GroupKey
    private let event: SealedEvent
    private let line: String

    init() throws {
        let (group, key, signer, entropy) = Samples.keys()
        self.group = group
        self.key = key
        event = try EventSeal.seal(
            payload: .messagePosted(MessagePosted(text: "hello")),
            draft: EventDraft(
                seq: 2,
                lamport: 5,
                createdAt: 1_796_011_200_000,
                prev: Samples.event
            ),
            key: key,
            signer: signer,
            entropy: entropy
        )
        line = String(decoding: EventLine.encode(event).dropLast(), as: UTF8.self)
    }

    /// What a line is refused as.
    private func refusal(_ line: String) -> LineError? {
        do throws(LineError) {
            _ = try EventLine.decode([UInt8](line.utf8), group: group)
            return nil
        } catch {
            return error
        }
    }

    /// The line with one field's JSON replaced.
    private func with(_ field: String, _ value: String) throws -> String {
        let start = try #require(line.firstRange(of: "\"\(field)\":")).upperBound
        let end = line[start...].firstIndex { $0 == "," || $0 == "}" } ?? line.endIndex
        return String(line[..<start]) + value + line[end...]
    }

    /// A line read is the line written.
    @Test func roundTrip() throws {
        let read = try EventLine.decode([UInt8](line.utf8), group: group)
        #expect(read == event)
        #expect(read.verifySignature())
        #expect(EventLine.encode(read) == EventLine.encode(event))
        var bytes: [UInt8] = [1]
        EventLine.append(event, to: &bytes)
        #expect(bytes == [1] + [UInt8](line.utf8))
        #expect(try EventSeal.open(read, key: key).kind == .messagePosted)
    }

    /// Lines that are not canonical, or not this form.
    @Test func notCanonical() throws {
        let head = String(line.dropFirst())
        let bad = [
            "", " ", "{}", "[]", "x", "null", line + "\n", line + " ", " " + line,
            line.replacing("\"fmt\":1", with: "\"fmt\": 1"),
            "{\"a\":1," + head, line.dropLast() + ",\"zz\":1}",
            "{\"author\":\"x\",\"author\":\"y\",\"fmt\":1}",
            "{\"fmt\":1,\"author\":\"x\"}", "{\"fmt\":1}", "{\"fmt\":\"1\"}",
            try with("author", "1"), try with("created_at", "\"1\""),
            try with("created_at", "1.0"), try with("created_at", "-0"),
            try with("created_at", "01"), try with("created_at", "1e3"),
            try with("created_at", "9007199254740992"), try with("epoch", "true"),
            try with("ct", "[\"x\"]"),
            try with("sig", "null"), try with("fmt", "1.0"),
            String(line.dropLast()), String(head),
        ]
        for text in bad {
            #expect(refusal(text)?.reason == .notCanonical, "\(text.prefix(60))")
        }
    }

    /// A tail of base64 bits that a decoder would throw away makes another line for one event.
    @Test func trailingBits() throws {
        let text = Base64URL.encode(event.signature.bytes)
        let last = try #require(text.last)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let next = alphabet[(try #require(alphabet.firstIndex(of: last))) ^ 1]
        let bad = try with("sig", "\"\(text.dropLast())\(next)\"")
        #expect(refusal(bad) == LineError(.badSize, "sig"))
    }

    /// Texts of the right length that are no lowercase hex and no base64url.
    @Test func alphabets() throws {
        let hex = event.header.author.hex
        let ct = Base64URL.encode(event.ciphertext)
        for (field, text) in [
            ("author", hex.uppercased()), ("author", String(repeating: "g", count: 64)),
            ("key", String(repeating: "A", count: 32)), ("prev", "\\n" + hex.dropFirst(2)),
            ("ct", ct.dropLast() + "="), ("ct", ct + "=="), ("ct", ct.dropLast() + "+"),
            ("nonce", String(repeating: "*", count: 32)), ("sig", ""),
        ] {
            let line = try with(field, "\"\(text)\"")
            #expect(refusal(line)?.reason == .badSize, "\(field)")
            #expect(refusal(line)?.field == field)
        }
    }

    /// A format of a later version is known as one by its number alone.
    @Test func unknownFormat() throws {
        for number in ["0", "2", "-1", "9007199254740991"] {
            #expect(refusal(try with("fmt", number)) == LineError(.unknownFormat, "fmt"))
            #expect(refusal("{\"fmt\":\(number)}") == LineError(.unknownFormat, "fmt"))
            let other = "{\"a\":{\"b\":[1,true]},\"fmt\":\(number),\"z\":\"x\"}"
            #expect(refusal(other) == LineError(.unknownFormat, "fmt"))
        }
        #expect(refusal("{\"a\": 1,\"fmt\":2}")?.reason == .notCanonical)
    }

    /// Fields and ciphertexts of a length that cannot be.
    @Test func sizes() throws {
        let hex = event.header.author.hex
        #expect(refusal(try with("author", "\"\(hex)00\"")) == LineError(.badSize, "author"))
        #expect(
            refusal(try with("author", "\"\(hex.dropLast())\"")) == LineError(.badSize, "author"))
        #expect(refusal(try with("key", "\"00\"")) == LineError(.badSize, "key"))
        #expect(refusal(try with("prev", "\"\"")) == LineError(.badSize, "prev"))
        #expect(refusal(try with("nonce", "\"AAAA\"")) == LineError(.badSize, "nonce"))
        #expect(refusal(try with("sig", "\"AAAA\"")) == LineError(.badSize, "sig"))
        for count in [0, 1, 15, 16, 17, 256, 271, 273, 528 + 1, 16 + 256 * 130] {
            let ct = Base64URL.encode([UInt8](repeating: 9, count: count))
            #expect(refusal(try with("ct", "\"\(ct)\"")) == LineError(.badSize, "ct"), "\(count)")
        }
        for blocks in [1, 2, 129] {
            let ct = Base64URL.encode([UInt8](repeating: 9, count: 16 + 256 * blocks))
            #expect(refusal(try with("ct", "\"\(ct)\"")) == nil)
        }
        let long = "{\"a\":\"\(String(repeating: "x", count: 49_152))\"}"
        #expect(refusal(long) == LineError(.tooLong))
    }

    /// Numbers outside their ranges.
    @Test func ranges() throws {
        #expect(refusal(try with("seq", "0")) == LineError(.badRange, "seq"))
        #expect(refusal(try with("seq", "-1")) == LineError(.badRange, "seq"))
        #expect(refusal(try with("lamport", "0")) == LineError(.badRange, "lamport"))
        #expect(refusal(try with("created_at", "-1")) == LineError(.badRange, "created_at"))
        #expect(refusal(try with("epoch", "-1")) == LineError(.badRange, "epoch"))
        #expect(refusal(try with("epoch", "4294967296")) == LineError(.badRange, "epoch"))
        for (field, value) in [
            ("seq", "9007199254740991"), ("lamport", "9007199254740991"), ("created_at", "0"),
            ("created_at", "9007199254740991"), ("epoch", "4294967295"), ("seq", "2"),
        ] {
            #expect(refusal(try with(field, value)) == nil, "\(field) \(value)")
        }
    }

    /// Authors that are no points of prime order.
    @Test func authorKeys() throws {
        let bad = [
            String(repeating: "0", count: 64), "01" + String(repeating: "0", count: 62),
            String(repeating: "f", count: 64),
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        ]
        for hex in bad {
            #expect(refusal(try with("author", "\"\(hex)\"")) == LineError(.badAuthorKey, "author"))
        }
    }

    /// There is a previous event at every number but 1.
    @Test func previousEvent() throws {
        let zeros = "\"\(String(repeating: "0", count: 64))\""
        #expect(refusal(try with("seq", "1")) == LineError(.badChain, "prev"))
        #expect(refusal(try with("prev", zeros)) == LineError(.badChain, "prev"))
    }

    /// The first bad thing in the order of §4 names the refusal, not the first in the line.
    @Test func orderOfRefusals() throws {
        let number = try with("created_at", "-1")
        #expect(refusal(number)?.reason == .badRange)
        #expect(
            refusal(number.replacing("\"nonce\":\"", with: "\"nonce\":\"A"))
                == LineError(.badSize, "nonce"))
        #expect(
            refusal(number.replacing("\"seq\":2", with: "\"seq\":\"2\""))?.reason
                == .notCanonical)
        let line = try with("author", "\"00\"")
        #expect(refusal(line.replacing("\"fmt\":1", with: "\"fmt\":2"))?.reason == .unknownFormat)
        #expect(refusal(line + " ")?.reason == .notCanonical)
        #expect(refusal(line)?.reason == .badSize)
        #expect("\(LineError(.badSize, "ct"))" == "BAD_SIZE at `ct`")
        #expect("\(LineError(.notCanonical))" == "NOT_CANONICAL")
    }

    /// A field that stands somewhere else than the line form wants.
    @Test func extraAndMissingFields() throws {
        let fields = line.dropFirst().dropLast().split(separator: ",").map(String.init)
        for index in fields.indices {
            var less = fields
            less.remove(at: index)
            #expect(refusal("{\(less.joined(separator: ","))}")?.reason == .notCanonical)
        }
    }
}
