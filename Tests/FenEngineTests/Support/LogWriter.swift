import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol

@testable import FenEngine

/// Writes one author's log line by line, any payload at any lamport, valid or not.
struct LogWriter {
    let signer = SigningKey.generate()
    private(set) var tip = Head(id: .zero, seq: 0)
    private(set) var lamport: UInt64 = 0

    /// The author.
    var key: MemberID { signer.publicKey }

    /// Begins the log anew.
    mutating func restart() {
        (tip, lamport) = (Head(id: .zero, seq: 0), 0)
    }

    /// The next line: a payload as JSON text, or garbage, sealed under a key.
    mutating func line(
        _ payload: String, under key: GroupKey, lamport: UInt64? = nil
    ) -> [UInt8] {
        self.lamport = lamport ?? self.lamport + 1
        let event = EventSeal.seal(
            unchecked: [UInt8](payload.utf8),
            draft: EventDraft(
                seq: tip.seq + 1, lamport: self.lamport, createdAt: 0, prev: tip.id),
            key: key, signer: signer, entropy: .system)
        tip = event.head
        return EventLine.encode(event) + [0x0a]
    }
}

/// A group made by hand, of two epochs; the invite gives the key of the newer one.
struct HandmadeGroup {
    let id: GroupID
    let old: GroupKey
    let new: GroupKey
    let invite: Invite
    var founder = LogWriter()

    init() throws {
        var raw = Bytes16()
        raw.withUnsafeMutableBytes { bytes in
            for place in bytes.indices { bytes[place] = UInt8.random(in: 0...255) }
            bytes[6] = bytes[6] & 15 | 64
            bytes[8] = bytes[8] & 63 | 128
        }
        id = GroupID(raw: raw)
        guard let old = GroupKey(group: id, epoch: 0, secret: SecretBytes(random: 32)),
            let new = GroupKey(group: id, epoch: 1, secret: SecretBytes(random: 32)),
            let euro = Currency(code: "EUR")
        else { throw CancellationError() }
        (self.old, self.new) = (old, new)
        invite = Invite(
            groupID: id, epoch: 1, groupKey: new.secret, joinToken: SecretBytes(random: 16),
            descriptor: .none, founder: founder.key, expiry: 4_102_444_800, groupName: "Handmade",
            currency: euro, inviterName: "Alice", memberCount: 2)
    }

    /// What tells the key of the older epoch.
    var history: String {
        let secret = old.secret.withUnsafeBytes { Base64URL.encode([UInt8]($0)) }
        return #"{"epoch":0,"key":"\#(secret)","kind":"KeyHistory"}"#
    }

    /// Lets somebody in.
    func admission(of member: MemberID) -> String {
        #"{"kind":"MemberAdmitted","member":"\#(member.hex)"}"#
    }

    /// Removes somebody, up to nothing they wrote.
    func removal(of member: MemberID) -> String {
        #"{"heads":[],"kind":"MemberRemoved","member":"\#(member.hex)"}"#
    }

    /// Introduces somebody who waits.
    var joining: String {
        let invite = String(repeating: "0", count: 32)
        let proof = String(repeating: "0", count: 64)
        return #"{"invite_id":"\#(invite)","kind":"MemberJoined","name":"Mallory","#
            + #""proof":"\#(proof)"}"#
    }
}
