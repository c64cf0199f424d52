import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Testing

/// Boxes for one member (§6) and the words of a state (§5.2).
struct KeyWrapTests {
    private let group = GroupID(uuidString: "563e81f6-396c-43d8-96be-3b3d817224ef") ?? .zero

    private func signer() throws -> SigningKey {
        try SigningKey(seed: SecretBytes(copying: [UInt8](0..<32)))
    }

    /// Boxes another implementation made open to what it put in.
    @Test func knownBoxes() throws {
        let pair = try signer().x25519()
        let epochBox = try #require(
            Hex.decode(
                """
                7d9c24316539825c1896e57f28197746793ce60cbee3ad47da9d07b85fa55e2ac611689260c8ce1a5b\
                76ad20ae02cb22a7c25dcc6fb996d37b74f9b1eafde2b7d56fd47468b1c18fae8424b43a1b3ab0
                """))
        let key = try KeyWrap.unwrap(epochBox, with: pair, context: .epoch(7), group: group)
        #expect(key == SecretBytes(copying: [UInt8](repeating: 0xab, count: 32)))
        #expect(epochBox.count == ProtocolLimits.keyBoxBytes)
        let inviteBox = try #require(
            Hex.decode(
                """
                7d9c24316539825c1896e57f28197746793ce60cbee3ad47da9d07b85fa55e2a1067675996681d1fef\
                709cd550b13f0a4d3c4e9b342d6aa48d5fcf6fe9ac
                """))
        let body = try KeyWrap.unwrap(inviteBox, with: pair, context: .invite, group: group)
        #expect(body == SecretBytes(copying: "an invite body"))
    }

    /// Only the member, in the same context and group, opens a box.
    @Test func onlyTheMember() throws {
        let signer = try signer()
        let message = [UInt8](repeating: 5, count: 32)
        let box = try KeyWrap.wrap(
            message, to: signer.publicKey, context: .epoch(2), group: group, entropy: .system)
        #expect(box.count == message.count + KeyWrap.overhead)
        let pair = signer.x25519()
        #expect(
            try KeyWrap.unwrap(box, with: pair, context: .epoch(2), group: group)
                == SecretBytes(copying: message))
        let other = SigningKey.generate().x25519()
        let attempts: [(AgreementKey, WrapContext, GroupID)] = [
            (other, .epoch(2), group), (pair, .epoch(3), group), (pair, .invite, group),
            (pair, .epoch(2), .zero),
        ]
        for (pair, context, group) in attempts {
            #expect(throws: KeyWrapError.notOurs) {
                try KeyWrap.unwrap(box, with: pair, context: context, group: group)
            }
        }
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(throws: KeyWrapError.notOurs, "byte \(index)") {
                try KeyWrap.unwrap(changed, with: pair, context: .epoch(2), group: group)
            }
        }
    }

    /// Boxes that are none, and keys nothing is wrapped to.
    @Test func refusals() throws {
        let pair = try signer().x25519()
        for count in [0, 31, 32, 48] {
            #expect(throws: KeyWrapError.badSize) {
                try KeyWrap.unwrap(
                    [UInt8](repeating: 9, count: count), with: pair, context: .invite, group: group)
            }
        }
        // An ephemeral key of zeros makes a shared secret of zeros.
        #expect(throws: KeyWrapError.notOurs) {
            try KeyWrap.unwrap(
                [UInt8](repeating: 0, count: 80), with: pair, context: .invite, group: group)
        }
        #expect(throws: KeyWrapError.badMember) {
            try KeyWrap.wrap([1], to: .zero, context: .invite, group: group, entropy: .system)
        }
    }

    /// Six words for some dumps, computed elsewhere.
    @Test func stateWords() {
        let cases: [(String, String)] = [
            ("", "together mail awful cradle scrub apart"),
            ("{}", "dune opinion trip problem cushion shallow"),
            ("{\"balances\":[]}", "false grow final jar exact sample"),
        ]
        for (dump, words) in cases {
            #expect(StateWords.words(dump: [UInt8](dump.utf8)).joined(separator: " ") == words)
        }
    }

    /// A group's id is a UUID of version 4, in its one form.
    @Test func groupIDs() throws {
        let id = GroupID.random(from: .system)
        let text = id.uuidString
        #expect(GroupID(uuidString: text) == id)
        #expect(Array(text)[14] == "4")
        #expect("89ab".contains(Array(text)[19]))
        #expect(group.uuidString == "563e81f6-396c-43d8-96be-3b3d817224ef")
        let bad = [
            text.uppercased() == text ? "x" : text.uppercased(), String(text.dropLast()),
            text.replacing("-", with: ""), text + "0", "", "----",
        ]
        for text in bad {
            #expect(GroupID(uuidString: text) == nil)
        }
        #expect(StoreID.random(from: .system) != StoreID.random(from: .system))
    }

    /// Members and guests are told apart by where their bytes come from, and order by bytes.
    @Test func parties() throws {
        let member = try signer().publicKey
        #expect(PartyID(member: member).member == member)
        let guest = EventID(raw: member.raw)
        #expect(PartyID(guest: guest).guest == guest)
        #expect(PartyID(guest: guest) == PartyID(member: member))
        let low = Head(id: .zero, seq: 2)
        #expect(Head(id: guest, seq: 1) < low)
        #expect(low < Head(id: guest, seq: 2))
        #expect(EventOrder(lamport: 1, id: guest) < EventOrder(lamport: 2, id: .zero))
        #expect(EventOrder(lamport: 2, id: .zero) < EventOrder(lamport: 2, id: guest))
    }
}
