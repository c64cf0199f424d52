import FenMoney
import Foundation
import Testing

@testable import FenEngine
@testable import FenREPL

/// What is said of a store that showed another device more than this one.
@Suite("A store with two faces, in words")
struct TwoFacesTests {
    @Test("a store with two faces is named with both times; one that may only lag is not accused")
    func twoFaces() async throws {
        let (world, alice) = try await World.trip()
        let bob = try await world.admitBob(by: alice)
        let id = try #require(try await alice.session.currentGroup())
        let group = try await alice.session.engine.view(id)
        let party = try #require(group.members.first { $0.name == "Bob" }).party
        let face = ShownLessFace(group: group) { "at \($0)" }
        func words(here: UInt64, isFolder: Bool = false, isSure: Bool) -> String {
            face.lines(
                ShownLessView(
                    author: party, seq: 41, here: here, witness: party, theirLook: 1, ownLook: 2,
                    isFolder: isFolder, isSure: isSure)
            ).map(\.text).joined(separator: " ")
        }
        let sure = words(here: 37, isSure: true)
        #expect(
            sure.hasPrefix(
                "The store showed Bob's device Bob's entries up to 41 (at 1) and this one only up to 37 "
                    + "(at 2), each time anew: it shows different histories to different members."))
        #expect(sure.contains("/backend") && sure.contains("/fingerprint"))
        #expect(words(here: 0, isSure: true).contains("and this one none of them"))
        #expect(words(here: 41, isSure: true).contains("another entry in its place"))
        for mild in [
            words(here: 37, isSure: false), words(here: 37, isFolder: true, isSure: false),
        ] {
            #expect(!mild.contains("different histories"))
        }
        await alice.session.close()
        await bob.session.close()
    }
}
