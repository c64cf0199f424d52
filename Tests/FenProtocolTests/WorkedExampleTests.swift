import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Testing

/// The worked examples of the published pages (WireFormat, Invites), made anew from their secrets.
struct WorkedExampleTests {
    private let signer: SigningKey
    private let key: GroupKey

    init() throws {
        let group = try #require(GroupID(uuidString: "00112233-4455-4677-8899-aabbccddeeff"))
        signer = try SigningKey(seed: Self.secret(0x00...0x1f))
        key = try #require(GroupKey(group: group, epoch: 0, secret: Self.secret(0x40...0x5f)))
    }

    private static func secret(_ bytes: ClosedRange<UInt8>) -> SecretBytes {
        SecretBytes(copying: [UInt8](bytes))
    }

    /// Alice's first event, from payload to line.
    @Test func event() throws {
        #expect(
            signer.publicKey.hex
                == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")
        #expect(
            key.check.hex == "2c3e220fadccfcc0ef29618e1196caeb73d0630777d102f3bcb16cd206f909bc")
        let payload = Payload.groupCreated(
            GroupCreated(
                name: "Trip",
                currency: try #require(Currency(code: "EUR")),
                organiserName: "Zoë",
                edit: .creator,
                check: key.check
            ))
        var padded = payload.encode()
        #expect(padded.count == 170)
        Padding.pad(&padded)
        let header = EventHeader(
            group: key.group,
            author: signer.publicKey,
            seq: 1,
            lamport: 1,
            createdAt: 1_796_011_200_000,
            epoch: 0,
            keyID: key.keyID,
            prev: .zero,
            nonce: try #require(Nonce24([UInt8](0x80...0x97)))
        )
        var aad: [UInt8] = []
        header.encode(into: &aad)
        let event = SealedEvent(
            header: header,
            ciphertext: XChaCha20Poly1305.seal(
                padded, key: key.content, nonce: header.nonce, aad: aad),
            signer: signer
        )
        #expect(
            event.id.hex == "13ee2f2d287deca0516f7ab9a51d254c7e91b6edb81d4cbda3e74d19f52234ef")
        #expect(String(decoding: EventLine.encode(event), as: UTF8.self) == Self.line + "\n")
        let read = try EventLine.decode([UInt8](Self.line.utf8), group: key.group)
        #expect(read == event)
        #expect(try EventSeal.open(read, key: key) == payload)
    }

    /// Alice's invite, from body to both forms of the link.
    @Test func invite() throws {
        let invite = Invite(
            groupID: key.group,
            epoch: 0,
            groupKey: key.secret,
            joinToken: Self.secret(0x60...0x6f),
            descriptor: .folder(label: "usb"),
            founder: signer.publicKey,
            expiry: 1_796_013_000,
            groupName: "Trip",
            currency: try #require(Currency(code: "EUR")),
            inviterName: "Zoë",
            memberCount: 1
        )
        #expect(Hex.encode(try invite.body()) == Self.body)
        for text in [Self.link, Self.qrText] {
            let opened = try InviteCodec.parse(pasted: text, now: 1_796_012_999)
            #expect(opened.invite == invite)
            #expect(
                opened.digest.hex
                    == "d327f2d37dd14078b04adabc956166c6e8d571c4ec69e0b220f98722cef54c94")
            let sealed = try PastedInvite.parse(text)
            #expect(sealed.secret == Self.secret(0x70...0x7f))
            #expect(sealed.link == Self.link)
            #expect(sealed.qrText == Self.qrText)
        }
        #expect(invite.id.hex == "8f5cf4e45ebfea35eb3eb21bfdf78cc4")
        let bob = try SigningKey(seed: Self.secret(0x20...0x3f))
        let proof = JoinProof.make(
            token: invite.joinToken, group: key.group, author: bob.publicKey)
        #expect(proof.hex == "33fe01a824189ff061101bfbb97755b378917fdcb8a99a984179a2ce0e84df99")
    }

    /// The same invite after two changes of the key, with the older keys: field 12.
    @Test func inviteWithOlderKeys() throws {
        var invite = Invite(
            groupID: key.group,
            epoch: 2,
            groupKey: Self.secret(0xe0...0xff),
            joinToken: Self.secret(0x60...0x6f),
            descriptor: .folder(label: "usb"),
            founder: signer.publicKey,
            expiry: 1_796_013_000,
            groupName: "Trip",
            currency: try #require(Currency(code: "EUR")),
            inviterName: "Zoë",
            memberCount: 1
        )
        invite.olderKeys = [
            InviteKey(epoch: 0, secret: key.secret),
            InviteKey(epoch: 1, secret: Self.secret(0xc0...0xdf)),
        ]
        #expect(Hex.encode(try invite.body()) == Self.olderBody)
        let opened = try InviteCodec.parse(pasted: Self.olderLink, now: 1_796_012_999)
        #expect(opened.invite == invite)
        #expect(opened.digest == SHA256.hash(try invite.body()))
        #expect(try PastedInvite.parse(Self.olderLink).link == Self.olderLink)
    }

    /// The box for Bob opens to the key of epoch 1.
    @Test func box() throws {
        let bob = try SigningKey(seed: Self.secret(0x20...0x3f))
        let box = try #require(
            Hex.decode(
                """
                605a725d2a4adfeeb1a29e17edd621c1b7593ee8cdbc44ac6c4ab6e2f805d23c\
                e7e1c311d60d22dfaf02854ff02f2a5181269f7e95a9def64e70a60b0bf30f7e\
                16ed672ec23ba7ef26cfa113ff53eb13
                """))
        let opened = try KeyWrap.unwrap(
            box, with: bob.x25519(), context: .epoch(1), group: key.group)
        #expect(opened == Self.secret(0xc0...0xdf))
    }

    private static let olderBody = """
        ab015000112233445546778899aabbccddeeff0282025820e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1\
        f2f3f4f5f6f7f8f9fafbfcfdfeff0350606162636465666768696a6b6c6d6e6f04820263757362055820\
        03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8061a6b0cfbc807645472\
        6970086345555209645a6fc3ab0a010c8282005820404142434445464748494a4b4c4d4e4f5051525354\
        55565758595a5b5c5d5e5f82015820c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9da\
        dbdcdddedf
        """

    private static let olderLink = """
        fen://join#s=cHFyc3R1dnd4eXp7fH1-\
        fw&p=4Td6qcboIPN8_fM0nTF0L7ITxef7LMQ7L0TKpjsgnqgk3z5ZDop-\
        mBg8FbwJlJPTE6h4FIdSUsWtJMHv9CUzuUXORGx-PxEmSSHia1C4phywo2LDGtkOP1Zn73jcBP-XUOmY8fIU\
        dpQmyGLeA6oaoGL4cMdt6UCYFx5v45dq5Hu370wbyAULc8DodXIS9TCf48e2lWm3X8gXBuVkW2JYksR7bFzJ\
        LdsMtKIilrvZp-jCylQjJ4TJank9AdXs9fe6ayc743vUIP1aN5B6AUO-\
        aFL0fCoTVpHxUJ0oL2mfz91824XQed_-&v=3
        """

    private static let line = """
        {"author":"03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",\
        "created_at":1796011200000,"ct":"GHmcjYwLFaDOkjwiWI9ReqCjAcbaQox6w_PtPAOI6h9MZCEQ0dApfDjqp\
        IRcDrCh1s4g-mPBgGi0EGa59PNz9PBAzeTIe8MiVNa8NKAGSJupfHEynYk4XLQaQB07DgiyrV5kmWS5nbzppEWIl2J\
        HZHSk4BRurLCO_vLnMr--EYth3-gaSlEw_zD_EerQuTR9_TqqfcE5kw-_X0gvjoLN4n6KOBnvYDlO5KErIPAafBcYT\
        _YS7qyStbf_DDGXnb9kyt9KiAxlCRLOwQX1RHYxl-AX44sddeGUaNQi_yb1zF8JON3aqzx8RfPdJXobgBJw6kMl_mv\
        hRCbayL7Y8X9onO739LwNBziOPu3UZ_25mbw","epoch":0,"fmt":1,\
        "key":"2c3e220fadccfcc0ef29618e1196caeb","lamport":1,\
        "nonce":"gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaX",\
        "prev":"0000000000000000000000000000000000000000000000000000000000000000","seq":1,\
        "sig":"EwK9Cf2Qnv0zcaCozllVd0Nu40FlWABNOvlSER3xKwBQpnolC3Xa0pvIDFX9TxF4Ib-IPfwdMqNdnuQvgDcsCQ"}
        """

    private static let body = """
        aa015000112233445546778899aabbccddeeff0282005820404142434445464748494a4b4c4d4e4f50515253\
        5455565758595a5b5c5d5e5f0350606162636465666768696a6b6c6d6e6f0482026375736205582003a107bf\
        f3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8061a6b0cfbc807645472697008634555\
        5209645a6fc3ab0a01
        """

    private static let link = """
        fen://join#s=cHFyc3R1dnd4eXp7fH1-fw&p=4Dd6qcboIPN8_fM0nTF0L7ITxef7LsQ7j-RqBpuAPgiEf575rire\
        OLictRypNDNzswjYtCfy8mWtJMHv9CUzuUXORGx-PxEmSSHia1C4phywo2LDGtkOP1Zn73jcBP-XUOmY8fIUdpQmyG\
        LeA6oaoGL4cMdt6UCYFx5v45dq5Hu370wbyAULc8DodXISxUGmmtXvS_JQmOktHKewsQ&v=3
        """

    private static let qrText = """
        FEN:J3/ACWXA4LSON2HK5TXPB4XU634PV7H7YBXPKU4N2BA6N6P34ZUTUYXIL5SCPC6P6ZOYQ5Y7ZDKA2NYAPQIQR7\
        Z56NOFLPDROE4WUOKSNBTOOZQRWFUE7ZPEZNNETA675BFGO4ULTSENR7D6EJGJEQ6E22QXCTBZMFDMLBRVWIOH5LGP\
        33Y3QCP7F2Q5GMPD4QUO2KCNSDC3YB2UGVAML4HBR3N5FAJQFY6N7RZO2XEPO366TA3ZACQW46A5B2XEEWFIGTJVVP\
        PJPZFBGHJFUOKPMFR
        """
}
