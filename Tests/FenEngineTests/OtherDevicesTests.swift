import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine
@testable import FenPeer

extension Engine {
    /// A line of this person's with a payload that no version of fen has written yet.
    func lineOfTomorrow(_ payload: String, in id: GroupID) throws -> [UInt8] {
        let group = try group(id)
        let signer = try requireSigner()
        let tip = try #require(try group.book.ownTip(of: signer.publicKey))
        let event = EventSeal.seal(
            unchecked: [UInt8](payload.utf8),
            draft: EventDraft(
                seq: tip.nextSeq, lamport: try group.nextLamport(), createdAt: now(),
                prev: tip.prev),
            key: try #require(group.writingKey), signer: signer, entropy: .system)
        return Array(EventLine.encode(event).dropLast())
    }
}

/// Devices of another version, and ones that cannot be reached (cases AC-19 and AC-24).
@Suite("other devices", .serialized)
struct OtherDevicesTests {
    @Test("AC-19: an entry of a kind not known here is kept, counted, handed on and shown as such")
    func unknownKind() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        _ = try await table.meet("May")
        try await table.settleDown(["Alice", "Bob", "May"])
        await table.close("May")

        // Bob's device is newer: what it writes reaches Alice, and May through Alice alone.
        let line = try await bob.lineOfTomorrow(
            #"{"kind":"PollOpened","question":"Where?"}"#, in: table.group)
        let taken = try await alice.takePeerLines(
            [line], in: table.group, from: try #require(try await table.key("Bob").x25519))
        #expect(taken.stored.values.reduce(0) { $0 + $1.count } == 1)
        await table.close("Bob")
        let again = try await table.open("May")
        let report = try await again.connect(to: place, in: table.group)
        #expect(report.isCaughtUp && report.isWhole)
        try await table.settleDown(["Alice", "May"])
        let bobs = try await table.party("Bob")
        for engine in [alice, again] {
            #expect(try await engine.view(table.group).partial.newer == 1)
            let row = try await engine.frontier(in: table.group).first { $0.party == bobs }
            #expect(row?.missing.isEmpty == true && (row?.contiguous ?? 0) > 1)
            #expect(try await engine.gaps(in: table.group).isEmpty)
        }
        // Its author goes on behind it once his device has it back.
        let back = try await table.open("Bob")
        _ = try await back.connect(to: place, in: table.group)
        try await table.spend("Bob", "After the poll", 300, among: ["Alice"])
        try await table.settleDown(["Alice", "Bob", "May"])
        await table.closeAll()
    }

    @Test("AC-24: another group, a cut link, a busy listener, nobody there: four sentences")
    func sentences() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let bob = try await table.meet("Bob")
        let euro = try #require(Currency(code: "EUR"))
        let other = try await bob.createGroup(name: "Other", currency: euro)
        let invite = try await alice.issueInvite(name: "May", ttl: 1_800, in: table.group)
        var errors = [
            try await failure { _ = try await bob.connect(to: place, in: other) },
            try await failure {
                _ = try await bob.previewInvite(String(invite.link.dropLast(40)))
            },
            try await failure { _ = try await bob.connect(to: "127.0.0.1:1", in: table.group) },
        ]
        // Eight that say nothing take all places for five seconds.
        let address = try #require(PeerAddress(place))
        var silent: [Socket] = []
        for _ in 0..<PeerLimits.handshakes {
            silent.append(try Socket.connecting(to: address))
            try await Task.sleep(for: .milliseconds(10))
        }
        errors.append(
            try await failure { _ = try await bob.connect(to: place, in: table.group) })
        #expect(silent.count == PeerLimits.handshakes)
        #expect(Set(errors.map(\.message)).count == errors.count, "\(errors.map(\.message))")
        for error in errors {
            let words = (error.message + " " + (error.hint ?? "")).lowercased()
            #expect(error.hint?.isEmpty == false, "\(error)")
            for jargon in ["handshake", "hmac", "noise", "psk", "errno", "socket"] {
                #expect(!words.contains(jargon), "\(words)")
            }
        }
        await table.closeAll()
    }
}
