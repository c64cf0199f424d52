import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// A device that has lost the end of its own log, or all of it.
@Suite("own entries lost", .serialized)
struct OwnLossTests {
    @Test(
        "nothing is written while own numbers are gone, also after a new start", arguments: [1, 2])
    func refused(first: UInt64) async throws {
        let folder = try TemporaryFolder()
        var alice = try await person("Alice", home: folder.file("alice"))
        let bob = try await person("Bob", home: folder.file("bob"))
        let euro = try #require(Currency(code: "EUR"))
        let id = try await alice.createGroup(name: "Practice", currency: euro, lab: true)
        _ = try await alice.listen(on: "127.0.0.1:0")
        let invite = try await alice.issueInvite(name: "Bob", ttl: 600, in: id)
        _ = try await bob.join(try await bob.previewInvite(invite.link), folder: nil)
        for text in ["one", "two", "three"] {
            _ = try await alice.postMessage(text, in: id)
            _ = try await bob.postMessage(text, in: id)
        }
        // The founder's number 1 cannot be lost; a member may lose all there is.
        let (loser, name) = first == 1 ? (bob, "bob") : (alice, "alice")
        let me = PartyID(member: try #require(try await loser.identity()).publicKey)
        let lost = try await loser.labLose(me, first...99, in: id)
        #expect(lost.moved >= 4)
        let unsent = try await failure { _ = try await loser.postMessage("hello there", in: id) }
        #expect(unsent.code == "OWN_LOG_GAP" && unsent.status == .incomplete)
        #expect(unsent.hint?.contains("/connect") == true)
        if first == 2 {
            for error in [
                try await failure {
                    _ = try await alice.issueInvite(name: "Zed", ttl: 600, in: id)
                },
                try await failure { _ = try await alice.openTable(in: id) },
            ] {
                #expect(error.code == "OWN_LOG_GAP")
            }
        }
        await alice.close()
        await bob.close()
        alice = try await person(name, home: folder.file(name))
        let again = try await failure { _ = try await alice.postMessage("hello there", in: id) }
        #expect(again.code == "OWN_LOG_GAP")
        #expect(try await alice.labUnlose(in: id).moved == lost.moved)
        _ = try await alice.postMessage("hello again", in: id)
        #expect(try await alice.gaps(in: id).isEmpty)
        await alice.close()
    }

    @Test("what nobody has any more is given up by the one who wrote it, with a store and without")
    func givenUp() async throws {
        let folder = try TemporaryFolder()
        let alice = try await person("Alice", home: folder.file("alice"))
        let euro = try #require(Currency(code: "EUR"))
        for hasStore in [false, true] {
            let id = try await alice.createGroup(name: "Practice", currency: euro, lab: true)
            let me = PartyID(member: try #require(try await alice.identity()).publicKey)
            _ = try await alice.postMessage("one", in: id)
            let newest = try await alice.postMessage("two", in: id).reference.seq
            _ = try await alice.labLose(me, newest...newest, in: id)
            if hasStore {
                try await alice.setBackend(.folder(path: folder.file("store")), in: id)
                _ = try await alice.sync(in: id)
            }
            let refused = try await failure { _ = try await alice.postMessage("three", in: id) }
            #expect(refused.code == "OWN_LOG_GAP" && refused.hint?.contains("--insist") == true)
            try await alice.insistOnOwnTail(in: id)
            #expect(try await alice.postMessage("three", in: id).reference.seq == newest)
            guard hasStore else { continue }
            // Nothing is lost now, so there is nothing to insist on where the store answers.
            _ = try await alice.sync(in: id)
            let idle = try await failure { try await alice.insistOnOwnTail(in: id) }
            #expect(idle.code == "STORE_ANSWERS")
        }
        await alice.close()
    }

    @Test("a store as it is kept: every path it has, whatever is in it")
    func kept() throws {
        for folder in [nil, "/media/stick", "/odd\nname"] {
            for file in [nil, "/etc/ca.pem", "/odd\nca"] {
                let target = StoreTarget(
                    .folder(label: "trip"), folder: folder, authorities: file)
                let read = try #require(StoreTarget.read(target.text(7)))
                #expect(read.target == target && read.number == 7)
            }
        }
    }
}
