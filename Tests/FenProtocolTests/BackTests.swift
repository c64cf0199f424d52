import FenCrypto
import FenEncoding
import FenMoney
import TestSupport
import Testing

@testable import FenProtocol

/// The messages by which somebody gets back in with a member's help.
@Suite("Back in: messages")
struct BackTests {
    let asker: SigningKey
    let helper: SigningKey
    let request: BackRequest
    let opening: Bytes32
    let answer: BackAnswer
    let reveal: BackReveal

    /// Everything of the page's worked example: seeds 0x00 … and 0x20 …, ids and numbers likewise.
    init() throws {
        asker = try SigningKey(seed: Self.secret(0x00...0x1f))
        helper = try SigningKey(seed: Self.secret(0x20...0x3f))
        let id = try #require(BackID([UInt8](0x40...0x4f)))
        opening = try #require(Bytes32([UInt8](0x50...0x6f)))
        request = try BackRequest(
            id: id, commitment: BackRequest.commitment(id, asker.publicKey, opening), name: "Bob",
            expiry: 1_796_013_000, addresses: [.ipv4([192, 0, 2, 1], port: 7117)])
        answer = try BackAnswer(
            id: id, helper: helper.publicKey,
            number: try #require(Bytes32([UInt8](0x70...0x8f))))
        reveal = try BackReveal(request, answer, opening: opening, signer: asker)
    }

    private static func secret(_ bytes: ClosedRange<UInt8>) -> SecretBytes {
        SecretBytes(copying: [UInt8](bytes))
    }

    private func group() throws -> BackGroup {
        let invite = Invite(
            groupID: try #require(GroupID(uuidString: "00112233-4455-4677-8899-aabbccddeeff")),
            epoch: 3, groupKey: Self.secret(0x40...0x5f), joinToken: Self.secret(0x60...0x6f),
            descriptor: .folder(label: "usb"), founder: helper.publicKey, expiry: 1,
            groupName: "Trip", currency: try #require(Currency(code: "EUR")),
            inviterName: "Alice", memberCount: 3,
            olderKeys: [InviteKey(epoch: 0, secret: Self.secret(0x80...0x9f))])
        return BackGroup(
            invite: invite, member: asker.publicKey, rotation: EventID([UInt8](1...32)))
    }

    @Test("the worked example of the page")
    func vector() throws {
        let transcript = try reveal.transcript(of: request, answer)
        #expect(Hex.encode(request.bytes) == Self.requestHex)
        #expect(BackText.link(request.bytes) == Self.requestLink)
        #expect(Hex.encode(answer.bytes) == Self.answerHex)
        #expect(Hex.encode(reveal.bytes) == Self.revealHex)
        #expect(transcript.hash.hex == Self.transcriptHex)
        #expect(transcript.code() == Self.code)
    }

    @Test("every message is read as it was written, from both forms of text")
    func roundTrip() throws {
        let transcript = try reveal.transcript(of: request, answer)
        let handover = try BackHandover(
            [group()], of: "Alice", to: reveal, transcript, signer: helper, entropy: .system)
        let all: [(BackMessage, [UInt8])] = [
            (.request(request), request.bytes), (.answer(answer), answer.bytes),
            (.reveal(reveal), reveal.bytes), (.handover(handover), handover.bytes),
        ]
        for (message, bytes) in all {
            for text in [BackText.link(bytes), BackText.qrText(bytes)] {
                #expect(try BackMessage(bytes: BackText.parse(text)) == message)
                let wrapped = "Here: <\(text.prefix(30))\n  \(text.dropFirst(30))>, bye"
                #expect(try BackText.parse(wrapped) == bytes, "\(wrapped)")
            }
        }
        let opened = try handover.open(transcript, from: answer, with: asker.x25519())
        #expect(opened.groups == [try group()] && opened.helperName == "Alice")
        #expect(opened.groups[0].invite.joinToken == SecretBytes(count: 16))
        #expect(opened.groups[0].invite.expiry == nil)
    }

    @Test("a cut message, a damaged one and something else have three different sentences")
    func text() throws {
        for whole in [BackText.link(request.bytes), BackText.qrText(request.bytes)] {
            for end in [8, whole.count / 2, whole.count - 1] {
                #expect(
                    throws: BackError.incomplete, "\(whole.prefix(end))"
                ) { try BackText.parse(String(whole.prefix(end))) }
            }
            var letters = Array(whole)
            letters[40] = letters[40] == "A" ? "B" : "A"
            #expect(throws: BackError.damaged) { try BackText.parse(String(letters)) }
        }
        for wrong in ["", "hello", "fen://join#s=abc&p=abc&v=3", "fen://backwards"] {
            #expect(throws: BackError.notBack, "\(wrong)") { try BackText.parse(wrong) }
        }
        let newer = BackText.link(request.bytes).replacing("&v=1", with: "&v=2")
        #expect(throws: BackError.newerVersion) { try BackText.parse(newer) }
        let link = BackText.link(request.bytes)
        #expect(throws: InviteError.notAnInvite) { try InviteCodec.read(pasted: link) }
        let sentences = [BackError.incomplete, .damaged, .notBack].map(\.message)
        #expect(Set(sentences).count == 3)
    }

    @Test("bytes that are no message of ours are refused, cut anywhere or changed anywhere")
    func bytes() throws {
        for bytes in [request.bytes, answer.bytes, reveal.bytes] {
            for end in 0..<bytes.count {
                #expect(throws: BackError.self) { try BackMessage(bytes: Array(bytes.prefix(end))) }
            }
        }
        let strange = CBOR.encode(
            .map(CBORMap([(.unsigned(0), .unsigned(9)), (.unsigned(1), .bytes(request.id))])))
        #expect(throws: BackError.newerVersion) { try BackMessage(bytes: strange) }
        var zero = answer.bytes
        let key = helper.publicKey.bytes
        let start = try #require(zero.indices.first { zero[$0...].starts(with: key) })
        zero.replaceSubrange(start..<start + 32, with: [UInt8](repeating: 0, count: 32))
        #expect(throws: BackError.malformed) { try BackMessage(bytes: zero) }
    }

    @Test("another key, number, signature, answer or request does not fit what was said before")
    func swapped() throws {
        let mallory = SigningKey.generate()
        let other = try BackAnswer(to: request, helper: helper.publicKey, entropy: .system)
        #expect(throws: BackError.mismatch) { try reveal.transcript(of: request, other) }
        let stolen = try BackReveal(request, answer, opening: opening, signer: mallory)
        #expect(throws: BackError.mismatch) { try stolen.transcript(of: request, answer) }
        let number = try BackReveal(
            request, answer, opening: EntropySource.system.value(), signer: asker)
        #expect(throws: BackError.mismatch) { try number.transcript(of: request, answer) }
        let unsigned = try BackReveal(
            id: request.id, key: asker.publicKey, opening: opening, signature: .zero)
        #expect(throws: BackError.mismatch) { try unsigned.transcript(of: request, answer) }
        let renamed = try BackRequest(
            id: request.id, commitment: request.commitment, name: "Bobby", expiry: request.expiry,
            addresses: request.addresses)
        #expect(throws: BackError.mismatch) { try reveal.transcript(of: renamed, answer) }
        let (second, _) = try BackRequest.make(
            for: asker.publicKey, name: "Bob", addresses: [], now: 1, entropy: .system)
        #expect(throws: BackError.otherRequest) { try reveal.transcript(of: second, answer) }
    }

    @Test("a box of another group, person or exchange is not opened")
    func wrongBox() throws {
        let transcript = try reveal.transcript(of: request, answer)
        let mallory = SigningKey.generate()
        let groups = [try group()]
        let handover = try BackHandover(
            groups, of: "Alice", to: reveal, transcript, signer: helper, entropy: .system)
        #expect(throws: BackError.mismatch) {
            try handover.open(transcript, from: answer, with: mallory.x25519())
        }
        let forged = try BackHandover(
            groups, of: "Alice", to: reveal, transcript, signer: mallory, entropy: .system)
        #expect(throws: BackError.mismatch) {
            try forged.open(transcript, from: answer, with: asker.x25519())
        }
        let elsewhere = BackTranscript(
            request, answer, key: asker.publicKey, opening: .zero)
        #expect(throws: BackError.mismatch) {
            try handover.open(elsewhere, from: answer, with: asker.x25519())
        }
        #expect(throws: BackError.tooLarge) {
            try BackHandover(
                Array(repeating: groups[0], count: 33), of: "Alice", to: reveal, transcript,
                signer: helper, entropy: .system)
        }
    }

    private static let requestHex =
        "a600010150404142434445464748494a4b4c4d4e4f025820f1f4f4b1cd62436a892e77bed0b5620c004954d8"
        + "f1bc68e93f8939345b15c9430363426f62041a6b0cfbc8058146c00002011bcd"
    private static let requestLink =
        "fen://back#m=pgABAVBAQUJDREVGR0hJSktMTU5PAlgg8fT0sc1iQ2qJLne-0LViDABJVNjxvGjpP4k5NFsVyUM"
        + "DY0JvYgQaawz7yAWBRsAAAgEbzYwo16U&v=1"
    private static let answerHex =
        "a400020150404142434445464748494a4b4c4d4e4f02582029acbae141bccaf0b22e1a94d34d0bc7361e526d"
        + "0bfe12c89794bc9322966dd7035820707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c"
        + "8d8e8f"
    private static let revealHex =
        "a500030150404142434445464748494a4b4c4d4e4f02582003a107bff3ce10be1d70dd18e74bc09967e4d630"
        + "9ba50d5f1ddc8664125531b8035820505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c"
        + "6d6e6f04584099e77079d6dde6bbc563e587853b01470bc72ba1b19893c4fe5a176dcaab17aa3b253ef6f8f9"
        + "55ae5939fbb71d8e742d3950a98c2a62194c0813a1d3e94e8a00"
    private static let transcriptHex =
        "3e87fd9d71248939cb20f1d25fcecb5d3e73d7589818ca6f87d9ab754d637fa7"
    private static let code = "750561"
}
