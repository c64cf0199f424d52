import FenCrypto
import FenEncoding
import FenProtocol
import Testing

/// Sealing and opening (§3, §4): what does not open, unpad, parse or fit its schema is corrupt.
struct SealTests {
    private let group: GroupID
    private let key: GroupKey
    private let signer: SigningKey
    private let entropy: EntropySource
    private let draft = EventDraft(seq: 1, lamport: 1, createdAt: 0, prev: .zero)

    init() {
        (group, key, signer, entropy) = Samples.keys(2)
    }

    private func sealed(_ bytes: [UInt8]) -> SealedEvent {
        EventSeal.seal(
            unchecked: bytes, draft: draft, key: key, signer: signer, entropy: entropy)
    }

    /// An event whose padded plaintext is exactly these bytes.
    private func sealedRaw(_ bytes: [UInt8]) -> SealedEvent {
        let header = sealed([]).header
        var aad: [UInt8] = []
        header.encode(into: &aad)
        let ciphertext = XChaCha20Poly1305.seal(
            bytes, key: key.content, nonce: header.nonce, aad: aad)
        return SealedEvent(header: header, ciphertext: ciphertext, signer: signer)
    }

    /// Lengths around the block come back as they were, in whole blocks.
    @Test func padding() throws {
        for count in [0, 1, 254, 255, 256, 257, 511, 512, 32_767, 32_768] {
            let bytes = [UInt8](repeating: 0x80, count: count)
            let event = sealed(bytes)
            #expect(event.ciphertext.count == 16 + 256 * (count / 256 + 1))
            #expect(EventSeal.isCiphertextCount(event.ciphertext.count))
            #expect(try EventSeal.openBytes(event, key: key) == bytes)
        }
    }

    /// Padding is looked for in the last 256 bytes only, and must be there.
    @Test func badPadding() {
        let object = [UInt8]("{\"kind\":\"X\"}".utf8)
        let cases: [[UInt8]] = [
            [UInt8](repeating: 0, count: 256),
            object + [0x80] + [UInt8](repeating: 0, count: 512 - object.count - 1),
            object + [UInt8](repeating: 0, count: 256 - object.count),
            object + [0x80] + [UInt8](repeating: 1, count: 256 - object.count - 1),
            [UInt8](repeating: 0x20, count: 256),
        ]
        for bytes in cases {
            #expect(throws: RefusalReason.corrupt) {
                try EventSeal.open(sealedRaw(bytes), key: key)
            }
        }
    }

    /// What is inside is read as strictly as §3 says.
    @Test func corruptPayloads() {
        let deep = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
        let long = String(repeating: "x", count: 32_768)
        let bad = [
            "", "{}", "[]", "1", "{\"kind\":1}", "{\"kind\":\"\"", "{\"text\":\"x\"}",
            "{\"kind\": \"MessagePosted\",\"text\":\"x\"}",
            "{\"text\":\"x\",\"kind\":\"MessagePosted\"}",
            "{\"kind\":\"MessagePosted\",\"kind\":\"MessagePosted\",\"text\":\"x\"}",
            "{\"kind\":\"MessagePosted\",\"text\":null}", "{\"kind\":\"MessagePosted\"}",
            "{\"kind\":\"MessagePosted\",\"text\":\"\\u0061\"}",
            "{\"kind\":\"MessagePosted\",\"text\":\"\\ud800\"}",
            "{\"kind\":\"MessagePosted\",\"text\":\"\\/\"}",
            "{\"kind\":\"MessagePosted\",\"text\":\"x\"} ",
            "{\"Kind\":\"x\",\"kind\":\"MessagePosted\",\"text\":\"x\"}",
            "{\"kind\":\"MessagePosted\",\"text\":\"x\",\"zz\":\(deep)}",
            "{\"kind\":\"MessagePosted\",\"text\":\"x\",\"zz\":9007199254740992}",
            "{\"kind\":\"MessagePosted\",\"text\":\"x\",\"zz\":\"\(long)\"}",
            "{\"kind\":\"SomethingNew\",\"zz\":1.5}", "{\"kind\":\"SomethingNew\",\"zz\":1}x",
            "{\"a\":{\"kind\":\"MessagePosted\"}}",
        ]
        for text in bad {
            #expect(throws: RefusalReason.corrupt, "\(text.prefix(60))") {
                try EventSeal.open(sealed([UInt8](text.utf8)), key: key)
            }
        }
        let notUTF8 = [UInt8]("{\"kind\":\"MessagePosted\",\"text\":\"".utf8) + [0xc3, 0x22, 0x7d]
        #expect(throws: RefusalReason.corrupt) { try EventSeal.open(sealed(notUTF8), key: key) }
    }

    /// A kind of a newer version is kept as it is.
    @Test func unknownKinds() throws {
        for kind in ["PollOpened", "", "expenseLogged", "GroupCreated2", "🍺"] {
            let text = "{\"a\":[{\"b\":1}],\"kind\":\"\(kind)\",\"z\":true}"
            let payload = try EventSeal.open(sealed([UInt8](text.utf8)), key: key)
            #expect(payload == .unknown(kind: kind, bytes: [UInt8](text.utf8)))
            #expect(payload.kind == .unknown)
            #expect(payload.kindName == kind)
            #expect(payload.encode() == [UInt8](text.utf8))
        }
    }

    /// A changed header, ciphertext or nonce does not open.
    @Test func changedEvents() throws {
        let event = sealed([UInt8]("{\"kind\":\"MessagePosted\",\"text\":\"x\"}".utf8))
        var header = event.header
        header.lamport += 1
        var ciphertext = event.ciphertext
        ciphertext[0] ^= 1
        for changed in [
            SealedEvent(header: header, ciphertext: event.ciphertext, signature: event.signature),
            SealedEvent(header: event.header, ciphertext: ciphertext, signature: event.signature),
        ] {
            #expect(changed.id != event.id)
            #expect(!changed.verifySignature())
            #expect(throws: RefusalReason.corrupt) { try EventSeal.open(changed, key: key) }
        }
    }

    /// The buffer that is used again holds the payload, or nothing.
    @Test func reusedBuffer() throws {
        var buffer: [UInt8] = []
        let text = [UInt8]("{\"kind\":\"MessagePosted\",\"text\":\"x\"}".utf8)
        let long = [UInt8](
            "{\"kind\":\"New\",\"text\":\"\(String(repeating: "y", count: 999))\"}".utf8)
        for bytes in [long, text, long] {
            _ = try EventSeal.open(sealed(bytes), key: key, into: &buffer)
            #expect(buffer == bytes)
        }
        #expect(throws: RefusalReason.corrupt) {
            try EventSeal.open(sealed([1]), key: key, into: &buffer)
        }
        #expect(buffer.isEmpty)
    }

    /// The writer's own slips are refused before they are sealed.
    @Test func writersSlips() {
        let slips: [Payload] = [
            .messagePosted(MessagePosted(text: "")),
            .memberRenamed(MemberRenamed(name: String(repeating: "x", count: 81))),
            .forkAcknowledged(ForkAcknowledged(author: .zero, heads: [])),
            .settlementSnapshot(SettlementSnapshot(cut: [], overridden: [], balances: [])),
        ]
        for payload in slips {
            #expect(throws: PayloadError.self) {
                try EventSeal.seal(
                    payload: payload, draft: draft, key: key, signer: signer, entropy: entropy)
            }
        }
    }

    /// Labels are the protocol's and no two are the same.
    @Test func labels() {
        let labels = RefusalReason.allCases.map(\.label)
        #expect(Set(labels).count == labels.count)
        #expect(labels.allSatisfy { $0.allSatisfy { $0.isUppercase || $0 == "_" } })
    }
}
