import FenCrypto
import FenEncoding
import FenProtocol
import Testing

/// A few events of the shared group "dublin", written into this file so that the tests prove the
/// bytes of §4 without it.
struct RetypedVectorTests {
    private let group = GroupID(uuidString: "563e81f6-396c-43d8-96be-3b3d817224ef") ?? .zero
    private let secret = Hex.decode(
        "975f7ff30c9e6960b3800c8192931a116d39b8b326b7a148cabe004792ec2202")

    private let created = """
        {"author":"6ade73c0612727835c676129667784a68d8b8548af6f48ff3cc2042d19a58b07",\
        "created_at":1796011201000,"ct":"0RWWBtk1nksIdDQC5QlA2nVZnpYBZqrbx1GVAoVd5tXSvXV2HkwkjGD0w\
        f042UOJjD1LzAMz2A_AScjbX48clFq0gqTDZ19KvO9hMGDJR3QzabBTsBYu6nmz9hEe1C5nleFe3cRr-70p-NGtsU5\
        -gi0dTLyAHmE_MCWbtqY0Uxp6JXY2AYfgy3Qe5x4G3WKJhsI_mB5yInjOWl2xtmliDWmImERo9edx5h40Z6T02cQy_\
        dtFGJaeQa60CT5VSZ-ht6iRoefIel26kvKFiKQHHu8y7Glpi1GEp8xkTqf5btifu-GxinD6Z295nVOs0T1eFRFaSsV\
        VtAWt1cRRHRrCzlQZkovf-KL9VevhwL8_ibI","epoch":0,"fmt":1,\
        "key":"52193a7f48f82a16a8054bfb4f768f5a","lamport":1,\
        "nonce":"LdXIdLEEce9ee647k65ei25rCAZqelmD",\
        "prev":"0000000000000000000000000000000000000000000000000000000000000000","seq":1,\
        "sig":"1Cz5Sp0fXXtwSQ1ABYTfou8YfgWl_FPaF9px2ghNNuwsUoIaBPEw2mN0fz8XAbUTEPAyeGnAENX7VhdFyE5xBQ"}
        """

    private let message = """
        {"author":"e009dde7267c93271ca41b5c4ec32ae60c13b00398907810c590c7349e549a8b",\
        "created_at":1796011228000,"ct":"qUt_KZ0gVDIy82HfYwsieWGOAUrg5Jj7aWX9cMOJAOUdFerNd9wJs4Zfo\
        tT-x1maeIPtqjFypftq77xs3ZUHnbmzpnwZ-ANPRFnXImUVDgTX6ip-VgNdneyuqN9CJJUO49w-vkZGrfhO2wtdlx-\
        6o7-CkQVLQ4OVyxP-TN73cVDmkWrS0orbaWPuNof_k-k1BeYXM-3AQq5feB5tHvtiE1Ltlvg1rh5lM6PjhumljnsX8\
        WUZC6aF0mzkGHyzLcYZkBNjheDDcJ375IrCiVn1CBx8ABuQj2uDo7UbysI_Xma3Hfg8DZv97cvbPHjf2lv6zdz38Jw\
        U-4yHCyPyhH_UrNP_1KtlA7yZm-l_qFzT7Kc","epoch":0,"fmt":1,\
        "key":"52193a7f48f82a16a8054bfb4f768f5a","lamport":28,\
        "nonce":"HoO3jC2mKnvyhsPjfy3oP6C57xyztNuo",\
        "prev":"8c689e7755f21620946e9118f5af1d2ab1160e823735fbd2aa85c92a1183e705","seq":9,\
        "sig":"_l6_v4q3Q0BvKmcGnzO0dp4_wbeECubKjHbIS3LqDRHHMudCU__1rKikDtad0ARO1DCRBLi-mNu_edTuUOcyDg"}
        """

    private func key() throws -> GroupKey {
        let secret = SecretBytes(copying: try #require(secret))
        return try #require(GroupKey(group: group, epoch: 0, secret: secret))
    }

    /// The key's check and id are those the events name (§2).
    @Test func groupKey() throws {
        let key = try key()
        #expect(
            key.check.hex == "52193a7f48f82a16a8054bfb4f768f5ac47d8b552f1bab55d3d618411b46095e")
        #expect(key.keyID.hex == "52193a7f48f82a16a8054bfb4f768f5a")
    }

    /// The founder's event: header, id, signature, payload.
    @Test func groupCreated() throws {
        let event = try EventLine.decode([UInt8](created.utf8), group: group)
        var header: [UInt8] = []
        event.header.encode(into: &header)
        #expect(
            Hex.encode(header) == """
                46454e01563e81f6396c43d896be3b3d817224ef6ade73c0612727835c676129667784a68d8b8548af\
                6f48ff3cc2042d19a58b0700000000000000010000000000000001000001a22a9c11e8000000005219\
                3a7f48f82a16a8054bfb4f768f5a000000000000000000000000000000000000000000000000000000\
                00000000002dd5c874b10471ef5e7bae3b93ae5e8b6e6b08066a7a5983
                """)
        #expect(
            event.id.hex == "45f6abd8c9e6e55415244933c333b25a122bd6009c4416b5be25e3457397306e")
        #expect(event.verifySignature())
        guard case .groupCreated(let payload) = try EventSeal.open(event, key: key()) else {
            Issue.record("another kind")
            return
        }
        #expect(payload.name == "Dublin4Ever")
        #expect(payload.organiserName == "Alice")
        #expect(payload.edit == .creator)
        #expect(payload.check == (try key().check))
        #expect(!payload.lab)
    }

    /// A message with text outside of ASCII: id, signature, payload bytes.
    @Test func messagePosted() throws {
        let line = [UInt8](message.utf8)
        let event = try EventLine.decode(line, group: group)
        #expect(
            event.id.hex == "6aca99d1cb0c213966b6bb92892a81038c45698830d94129cca30f8ce5b9f696")
        #expect(event.verifySignature())
        #expect(EventLine.encode(event) == line + [0x0a])
        #expect(event.order == EventOrder(lamport: 28, id: event.id))
        #expect(event.head == Head(id: event.id, seq: 9))
        let bytes = try EventSeal.openBytes(event, key: key())
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "{\"kind\":\"MessagePosted\",\"text\":\"Danke, Zoë! 🍺\"}")
        let payload = try EventSeal.open(event, key: key())
        #expect(payload == .messagePosted(MessagePosted(text: "Danke, Zoë! 🍺")))
    }

    /// Another key, epoch or group is not the event's; nothing is tried with it.
    @Test func otherKeys() throws {
        let event = try EventLine.decode([UInt8](message.utf8), group: group)
        let secret = try key().secret
        let other = SecretBytes(copying: [UInt8](repeating: 1, count: 32))
        let wrong = [
            GroupKey(group: group, epoch: 1, secret: secret),
            GroupKey(group: .zero, epoch: 0, secret: secret),
            GroupKey(group: group, epoch: 0, secret: other),
        ]
        for key in wrong {
            let key = try #require(key)
            #expect(throws: RefusalReason.unknownEpoch) { try EventSeal.open(event, key: key) }
        }
        #expect(GroupKey(group: group, epoch: 0, secret: SecretBytes(count: 31)) == nil)
    }
}
