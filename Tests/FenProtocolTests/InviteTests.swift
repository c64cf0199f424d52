import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Testing

/// What an invite says and how it is sealed (§7).
struct InviteTests {
    /// An invite to a peers-only group, expiring at a given second.
    static func invite(
        _ descriptor: StorageDescriptor = .none,
        addresses: [InviteAddress] = [],
        expiry: UInt64? = 1_796_013_001
    ) throws -> Invite {
        let (_, key, signer, entropy) = Samples.keys(5)
        return Invite(
            groupID: key.group,
            epoch: 3,
            groupKey: key.secret,
            joinToken: entropy.secret(16),
            descriptor: descriptor,
            founder: signer.publicKey,
            expiry: expiry,
            groupName: "Dublin4Ever",
            currency: try #require(Currency(code: "EUR")),
            inviterName: "Alice",
            memberCount: 3,
            addresses: addresses
        )
    }

    /// A bucket as people have them: an AWS one with AWS's own lengths.
    static let bucket = S3Store(
        endpoint: "https://s3.eu-central-1.amazonaws.com",
        region: "eu-central-1",
        bucket: "alice-fen-groups",
        accessKeyID: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        pathStyle: false
    )

    /// All kinds of store.
    static let descriptors: [StorageDescriptor] = [
        .s3(bucket), .s3(with(bucket, pin: Hash32(raw: .zero))),
        .nextcloud(
            NextcloudStore(
                baseURL: "https://cloud.example.org/nc",
                shareToken: "aBcDeFgHiJkLmNo",
                sharePassword: "correct horse battery staple",
                pin: Hash32(raw: .zero)
            )),
        .folder(label: "table"), .folder(label: ""), .none,
    ]

    private static func with(_ store: S3Store, pin: Hash32) -> S3Store {
        var store = store
        store.pin = pin
        return store
    }

    /// What is sealed is opened the same, as a link and as a QR text.
    @Test(arguments: descriptors)
    func roundTrip(descriptor: StorageDescriptor) throws {
        let invite = try Self.invite(
            descriptor,
            addresses: [
                .ipv4([192, 0, 2, 1], port: 4_711),
                .ipv6([0x20, 1, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1], port: 80),
                .text("alice.local:4711"),
            ]
        )
        let (sealed, digest) = try InviteCodec.seal(invite, entropy: .system)
        for text in [sealed.link, sealed.qrText] {
            let opened = try InviteCodec.read(pasted: text)
            #expect(opened.invite == invite)
            #expect(opened.digest == digest)
            #expect(try PastedInvite.parse(text) == sealed)
        }
        #expect(digest == SHA256.hash(try invite.body()))
    }

    /// A typical S3 invite fits a QR of version 13-L, 619 characters of the alphanumeric mode, and
    /// a peers-only one with an address version 9-L, 335 characters.
    @Test func sizes() throws {
        let store = try InviteCodec.seal(Self.invite(.s3(Self.bucket)), entropy: .system).sealed
        #expect(store.qrText.count <= 619)
        let garage = S3Store(
            endpoint: "https://garage.example.org:3900",
            region: "garage",
            bucket: "fen",
            accessKeyID: "GK" + String(repeating: "0", count: 24),
            secretAccessKey: String(repeating: "f", count: 64),
            pathStyle: true
        )
        let address = InviteAddress.ipv4([192, 168, 178, 21], port: 40_007)
        let own = try Self.invite(.s3(garage), addresses: [address])
        #expect(try InviteCodec.seal(own, entropy: .system).sealed.qrText.count <= 619)
        let peers = try InviteCodec.seal(Self.invite(addresses: [address]), entropy: .system)
        #expect(peers.sealed.qrText.count <= 335)
        let alphanumeric = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        #expect(store.qrText.allSatisfy { alphanumeric.contains($0) })
    }

    /// Ids, proofs and digests are those another implementation computed.
    @Test func namesAndProofs() throws {
        let group = try #require(GroupID(uuidString: "563e81f6-396c-43d8-96be-3b3d817224ef"))
        let token = SecretBytes(copying: [UInt8](0..<16))
        let author = try #require(
            MemberID(hex: "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"))
        #expect(InviteID(group: group, token: token).hex == "b6b00a38637d52ccd3cfb429a478f494")
        let proof = JoinProof.make(token: token, group: group, author: author)
        #expect(proof.hex == "947e411aa0b7410ae4f7e382ff873389929d2886d0478ba4cf53b65292a2ce72")
        #expect(JoinProof.verify(proof, token: token, group: group, author: author))
        #expect(!JoinProof.verify(proof, token: token, group: .zero, author: author))
        let other = SecretBytes(copying: [UInt8](1..<17))
        #expect(!JoinProof.verify(proof, token: other, group: group, author: author))
    }

    /// It lives up to its expiry, by the later of all clocks.
    @Test func expiry() throws {
        let invite = try Self.invite()
        let end: UInt64 = 1_796_013_001
        #expect(!invite.isExpired(at: end - 1))
        #expect(invite.isExpired(at: end))
        try invite.checkExpiry(now: end - 1)
        try invite.checkExpiry(now: end - 1, heard: [0, end - 2])
        #expect(throws: InviteError.expired) { try invite.checkExpiry(now: end) }
        #expect(throws: InviteError.expired) { try invite.checkExpiry(now: 0, heard: [1, end]) }
        #expect(invite.isWithinGrace(at: end + 86_400))
        #expect(!invite.isWithinGrace(at: end + 86_401))
        let link = try InviteCodec.seal(invite, entropy: .system).sealed.link
        #expect(try InviteCodec.parse(pasted: link, now: end - 1).invite == invite)
        #expect(throws: InviteError.expired) { try InviteCodec.parse(pasted: link, now: end) }
        #expect(throws: InviteError.expired) {
            try InviteCodec.parse(pasted: link, now: 0, heard: [end])
        }
    }

    /// A relayed invite has no expiry; a link without one is refused.
    @Test func withoutExpiry() throws {
        let invite = try Self.invite(expiry: nil)
        let body = try invite.body()
        #expect(try Invite(body: body) == invite)
        #expect(!invite.isExpired(at: .max))
        #expect(!invite.isWithinGrace(at: 0))
        let link = SealedInvite(body: body, entropy: .system).link
        #expect(throws: InviteError.malformed) { try InviteCodec.read(pasted: link) }
    }

    /// Keys of older epochs, for whoever the newest one is not enough.
    @Test func olderKeys() throws {
        var invite = try Self.invite()
        let entropy = Samples.keys(6).3
        invite.olderKeys = [0, 2].map { InviteKey(epoch: $0, secret: entropy.secret(32)) }
        let body = try invite.body()
        #expect(try Invite(body: body) == invite)
        #expect(invite.keys.map(\.epoch) == [3, 0, 2])
        let limits = CBORLimits(bytes: 1_024, depth: 8, items: 256)
        let map = try #require(try CBOR.decode(body, limits: limits).mapValue)
        let list = try #require(map[12]?.arrayValue)
        #expect(list.count == 2 && list[1].arrayValue?.first == .unsigned(2))
        let bad: [CBORValue] = [
            .unsigned(1), .array([.unsigned(0)]), .array([.array([.unsigned(0)])]),
            .array([.array([.unsigned(1 << 32), .bytes([UInt8](repeating: 1, count: 32))])]),
            .array([.array([.unsigned(0), .bytes([UInt8](repeating: 1, count: 31))])]),
            .array(Array(repeating: list[0], count: 9)),
        ]
        for value in bad {
            let entries = map.entries.map {
                (key: $0.key, value: $0.key == .unsigned(12) ? value : $0.value)
            }
            #expect(throws: InviteError.malformed) {
                try Invite(body: CBOR.encode(.map(CBORMap(entries))))
            }
        }
    }

    /// Unknown entries are read over; what is missing, of another type or length is refused.
    @Test func bodies() throws {
        let body = try Self.invite(addresses: [.text("a:1")]).body()
        let limits = CBORLimits(bytes: 1_024, depth: 8, items: 256)
        let map = try #require(try CBOR.decode(body, limits: limits).mapValue)
        func changed(_ key: UInt64, _ value: CBORValue?) -> [UInt8] {
            var entries = map.entries.filter { $0.key != .unsigned(key) }.map {
                (key: $0.key, value: $0.value)
            }
            if let value {
                entries.append((.unsigned(key), value))
            }
            return CBOR.encode(.map(CBORMap(entries)))
        }
        let invite = try Invite(body: body)
        #expect(try Invite(body: changed(13, .array([.bool(true), .null]))) == invite)
        var withNegative = map.entries.map { (key: $0.key, value: $0.value) }
        withNegative.append((.negative(0), .text("x")))
        #expect(try Invite(body: CBOR.encode(.map(CBORMap(withNegative)))) == invite)
        withNegative.append((.text("x"), .text("x")))
        let bad: [[UInt8]] =
            [1, 2, 3, 4, 5, 7, 8, 9, 10].flatMap { [changed($0, nil), changed($0, .bool(true))] }
            + [
                changed(1, .bytes([UInt8](repeating: 0, count: 15))),
                changed(2, .array([.unsigned(1 << 32), map[2]?.arrayValue?[1] ?? .null])),
                changed(2, .array([.unsigned(0), .bytes([UInt8](repeating: 0, count: 31))])),
                changed(3, .bytes([UInt8](repeating: 0, count: 17))),
                changed(5, .bytes([UInt8](repeating: 0, count: 32))),
                changed(6, .text("x")), changed(6, .negative(1)), changed(6, .unsigned(1 << 60)),
                changed(7, .text("")), changed(9, .text(String(repeating: "x", count: 81))),
                changed(8, .text("eur")), changed(10, .negative(1)),
                changed(11, .array([.bytes([1, 2, 3, 4, 5])])),
                changed(11, .array(Array(repeating: .text("a:1"), count: 5))),
                changed(11, .array([.text("")])), changed(11, .unsigned(1)),
                CBOR.encode(.map(CBORMap(withNegative))), CBOR.encode(.array([])), [],
                body + [0], [UInt8](body.dropLast()), [0xbf, 0xff],
                changed(12, .bytes([UInt8](repeating: 0, count: 1_024))),
            ]
        for body in bad {
            #expect(throws: InviteError.malformed, "\(Hex.encode(body).prefix(80))") {
                try Invite(body: body)
            }
        }
        #expect(throws: InviteError.unknownStore) {
            try Invite(body: changed(4, .array([.unsigned(4), .text("x")])))
        }
    }

    /// What does not fit, or what no reader would take, is not handed out.
    @Test func writersSlips() throws {
        var invite = try Self.invite()
        invite.addresses = Array(repeating: .text(String(repeating: "x", count: 259)), count: 4)
        #expect(throws: InviteError.tooLarge) { try invite.body() }
        invite = try Self.invite()
        invite.groupName = ""
        #expect(throws: InviteError.malformed) { try invite.body() }
        var store = Self.bucket
        store.endpoint = "http://s3.example.org"
        #expect(throws: InviteError.insecureStore) { try Self.invite(.s3(store)).body() }
    }
}
