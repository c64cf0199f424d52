import FenCrypto
import FenEncoding
import FenProtocol
import Testing

/// The twelve groups an independent writer made from the protocol's page alone.
@Suite(.enabled(if: GroupVectors.isAvailable, "name the vectors' folder in FEN_VECTORS"))
struct GroupVectorTests {
    /// Every event of dublin, byte for byte: header, id, payload, line, signature.
    @Test func dublinByteForByte() throws {
        let group = try GroupVectors.load("dublin")
        let (id, lines) = try GroupVectors.lines("dublin")
        let hex = try #require(group.groupKeys?["0"])
        let secret = SecretBytes(copying: try #require(Hex.decode(hex)))
        let key = try #require(GroupKey(group: id, epoch: 0, secret: secret))
        var events: [EventID: (event: SealedEvent, line: [UInt8])] = [:]
        for line in lines {
            let event = try EventLine.decode(line, group: id)
            events[event.id] = (event, line)
        }
        let expected = try #require(group.events)
        #expect(events.count == expected.count)
        for item in expected {
            let eventID = try #require(EventID(hex: item.eventID))
            let (event, line) = try #require(events[eventID])
            var header: [UInt8] = []
            event.header.encode(into: &header)
            #expect(Hex.encode(header) == item.header)
            #expect(event.header.author.hex == item.author)
            #expect(event.header.seq == item.seq)
            #expect(event.header.lamport == item.lamport)
            #expect(event.verifySignature())
            #expect(EventLine.encode(event) == line + [0x0a])
            let bytes = try EventSeal.openBytes(event, key: key)
            #expect(String(decoding: bytes, as: UTF8.self) == item.payload)
            let payload = try EventSeal.open(event, key: key)
            #expect(payload.kind != .unknown)
            #expect(payload.encode() == bytes)
        }
    }

    /// Every line of every group decodes, opens under the key of its links, and holds what its
    /// label says; what is expected not to is named here.
    @Test(arguments: GroupVectors.names)
    func everyLine(of name: String) throws {
        let group = try GroupVectors.load(name)
        let (id, lines) = try GroupVectors.lines(name)
        #expect(!lines.isEmpty)
        let opened = try group.links.values.map { try InviteCodec.read(pasted: $0) }
        let key = try #require(opened.first?.invite.key)
        var unverified = 0
        var unknown: [String] = []
        for line in lines {
            let event = try EventLine.decode(line, group: id)
            #expect(EventLine.encode(event) == line + [0x0a])
            unverified += event.verifySignature() ? 0 : 1
            let payload = try EventSeal.open(event, key: key)
            if case .unknown(let kind, _) = payload {
                unknown.append(kind)
            } else if name != "rights" && name != "storage" {
                #expect(payload.encode() == (try EventSeal.openBytes(event, key: key)))
            }
        }
        #expect(unknown == (name == "storage" ? ["PollOpened"] : []))
        // In storage one line has a wrong signature and a successor that names it, another has a
        // good copy elsewhere.
        #expect(unverified == (name == "storage" ? 2 : 0))
    }

    /// Every link opens, names its folder's group, and carries the digest and id its
    /// `InviteIssued` names; its joiner's proof fits.
    @Test(arguments: GroupVectors.names)
    func everyLink(of name: String) throws {
        let group = try GroupVectors.load(name)
        let (id, lines) = try GroupVectors.lines(name)
        for text in group.links.values {
            let opened = try InviteCodec.read(pasted: text)
            let invite = opened.invite
            let key = try #require(invite.key)
            let body = try PastedInvite.parse(text).body()
            #expect(invite.groupID == id)
            #expect(try invite.body() == body)
            #expect(invite.isExpired(at: 1_796_100_000))
            #expect(!invite.isExpired(at: 1_796_011_300))
            var issued = false
            var proven = false
            for line in lines {
                let event = try EventLine.decode(line, group: id)
                switch try EventSeal.open(event, key: key) {
                case .inviteIssued(let issue) where issue.inviteID == invite.id:
                    issued = issue.digest == opened.digest
                    #expect(issue.expiresAt == (invite.expiry ?? 0) * 1_000)
                case .memberJoined(let joined) where joined.inviteID == invite.id:
                    proven = JoinProof.verify(
                        joined.proof,
                        token: invite.joinToken,
                        group: id,
                        author: event.header.author
                    )
                default:
                    break
                }
            }
            #expect(issued)
            #expect(proven)
            let sealed = try PastedInvite.parse(text)
            #expect(text.hasPrefix("FEN:") ? sealed.qrText == text : sealed.link == text)
        }
    }
}
