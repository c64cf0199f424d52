import Foundation
import Testing

/// Two people's homes with one group over a shared folder, made by real processes.
struct TwoMembers {
    let workshop: Workshop
    let store: String
    let alice: String
    let bob: String
    /// An invite that nobody uses: what the independent reader reads the group with.
    let link: String

    /// Founds the group and lets Bob in.
    init() throws {
        workshop = try Workshop()
        store = try workshop.folder("store")
        alice = workshop.file("alice")
        bob = workshop.file("bob")
        let founding = try Fen.script(
            [
                "/me Alice", "/new Dublin4Ever EUR", "/backend folder \(store)", "/invite Bob",
                "/invite Reader --ttl 7d",
            ], home: alice)
        expectOK(founding)
        #expect(founding.count == 5)
        let links = founding.compactMap { $0.text("link") }
        let invitation = try #require(links.first)
        link = try #require(links.last)
        let joining = try Fen.script(
            ["/me Bob", "/join \(invitation) folder=\(store)"], home: bob, arguments: ["--yes"])
        expectOK(joining)
        expectOK(try Fen.script(["/sync"], home: alice))
        expectOK(try Fen.script(["/sync"], home: bob))
    }

    /// Both sync until neither has anything new, then both have the same dump, and the independent
    /// reader makes the same of the folder.
    func expectAgreement() throws {
        for home in [alice, bob, alice, bob] {
            let answers = try Fen.script(["/sync"], home: home)
            expectOK(answers)
        }
        let dumps = try [alice, bob].map { home in
            try #require(try Fen.script(["/dump"], home: home).first?.text("dump"))
        }
        #expect(ReaderCheck.difference(dumps[0], dumps[1]) == "")
        if let read = try ReaderCheck.dump(link: link, store: store) {
            #expect(ReaderCheck.difference(dumps[0], read) == "", "the independent reader")
        }
    }

    /// The store is right, the log whole, and the projection what the log says.
    func expectSound(_ home: String) throws {
        let answers = try Fen.script(["/audit", "/rebuild", "/frontier"], home: home)
        try #require(answers.count == 3)
        #expect(answers[0].flag("clean") == true, "\(answers[0])")
        #expect(answers[1].flag("same") == true, "\(answers[1])")
        #expect(answers[2].flag("whole") == true, "\(answers[2])")
    }
}
