import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Joining a group by three spoken words.
@Suite("an open table", .serialized)
struct TableOfWordsTests {
    @Test("the right words and a yes bring an invite that lets one in; a no brings none")
    func words() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let open = try await alice.openTable(in: table.group)
        #expect(open.places == [place] && open.words.split(separator: " ").count == 3)
        for (name, isWelcome) in [("Bob", true), ("Mallory", false), ("May", true)] {
            let person = try await table.open(name)
            let asked = Task { try await person.inviteFromTable(at: place, words: open.words) }
            var answered: String?
            for _ in 0..<500 where answered == nil {
                answered = try await alice.answerGuest(isWelcome, name: name, in: table.group)
                if answered == nil { try await Task.sleep(for: .milliseconds(10)) }
            }
            #expect(answered?.hasPrefix("127.0.0.1:") == true)
            guard isWelcome else {
                let error = try await failure { _ = try await asked.value }
                #expect(error.code == "NO_INVITE")
                continue
            }
            let link = try await asked.value
            _ = try await person.join(try await person.previewInvite(link), folder: nil)
            try await table.settleDown(["Alice", name])
            #expect(try await person.view(table.group).myStatus == .active)
        }
        await alice.closeTable()
        await table.closeAll()
    }

    @Test("who leaves before the answer uses up no invite, and is told that they stopped")
    func leaving() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let gus = try await table.open("Gus")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let open = try await alice.openTable(in: table.group)
        let heard = Heard(alice)
        let asked = Task { try await gus.inviteFromTable(at: place, words: open.words) }
        #expect(try await heard.hears { if case .guestAtTable = $0 { true } else { false } })
        asked.cancel()
        let stopped = try await failure { _ = try await asked.value }
        #expect(stopped.code == "STOPPED" && stopped.message.contains("You stopped"))
        #expect(
            try await heard.hears {
                if case .tableTold(_, let what) = $0 { what.contains("has left") } else { false }
            })
        #expect(try await alice.answerGuest(true, name: "Gus", in: table.group) == nil)
        #expect(try await alice.invites(in: table.group).isEmpty)

        // A host that goes is not taken for a place without a table.
        let waiting = Task { try await gus.inviteFromTable(at: place, words: open.words) }
        for _ in 0..<1_000
        where heard.count({ if case .guestAtTable = $0 { true } else { false } }) < 2 {
            try await Task.sleep(for: .milliseconds(10))
        }
        await table.close("Alice")
        let gone = try await failure { _ = try await waiting.value }
        #expect(!gone.message.contains("no open table"), "\(gone.message)")
        #expect(gone.hint?.contains("wrong tries") == false)
        await table.closeAll()
    }

    @Test("wrong words are said to be wrong, three burn them, nonsense uses no try up")
    func wrong() async throws {
        let table = try await Table.make(withStore: false)
        let alice = try await table.open("Alice")
        let bob = try await table.open("Bob")
        let place = try #require(try await alice.listen(on: "127.0.0.1:0").first?.address)
        let open = try await alice.openTable(in: table.group)
        let nonsense = try await failure {
            _ = try await bob.inviteFromTable(at: place, words: "xyzzy plugh")
        }
        #expect(nonsense.code == "BAD_WORDS" && nonsense.status == .usage)
        let guess = open.words == "zoo zoo zoo" ? "zone zone zone" : "zoo zoo zoo"
        for _ in 0..<3 {
            let error = try await failure {
                _ = try await bob.inviteFromTable(at: place, words: guess)
            }
            #expect(error.message.contains("wrong words") && error.status == .trust)
        }
        let burnt = try await failure {
            _ = try await bob.inviteFromTable(at: place, words: open.words)
        }
        #expect(burnt.status == .network, "\(burnt.message)")
        await table.closeAll()
    }
}
