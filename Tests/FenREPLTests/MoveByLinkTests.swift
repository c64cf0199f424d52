import FenEngine
import Foundation
import Testing

@testable import FenREPL

/// An identity that goes to a new laptop by a link, as it is typed.
@Suite("/identity move by a link", .serialized)
struct MoveByLinkTests {
    /// Alice with a link open and a fresh laptop.
    private func scene() async throws -> (World, old: Person, new: Person, link: String) {
        let (world, alice) = try await World.trip()
        await alice.types("/listen 127.0.0.1:0")
        let link = try #require(await alice.types("/identity move").mainValue)
        return (world, alice, try await world.person("Desk"), link)
    }

    /// The words that the old device asks about, once a device waits.
    private func words(_ person: Person) async throws -> String {
        for _ in 0..<1_000 {
            if let guest = await person.session.engine.moveGuest { return guest.words }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw CocoaError(.featureUnsupported)
    }

    @Test("the words are asked for, everything goes over, and the old laptop only reads")
    func moved() async throws {
        let (_, old, new, link) = try await scene()
        #expect(link.hasPrefix("fen://move#"))
        await old.fails("/identity move yes", status: 1, "No device waits")
        let taking = Task { await new.types("/restore \(link)") }
        let words = try await words(old)
        await old.fails("/identity move yes", status: 2, "This needs a yes")
        await old.fails("/identity move yes zoo zoo zoo", status: 4, "shows other words")
        let done = await old.types("/identity move yes \(words.uppercased())")
        #expect(done.lines.joined().contains("has your identity, and said so"))
        #expect(done.json[0].contains("\"moved\":\"done\""))
        let taken = await taking.value
        #expect(taken.lines.joined().contains("The old device knows it"))
        #expect(taken.lines.joined(separator: " ").contains("you are Alice"))
        await old.fails("/me Alicia", status: 1, "moved to another device")
        // The words stay, should the old one not have heard them, until they are done with.
        let shown = await new.types("/identity")
        #expect(shown.lines.joined(separator: " ").contains("/identity move done"))
        #expect(shown.json[0].contains("\"confirmation\":\""))
        #expect(await new.types("/identity move told").json[0].contains("\"moved\":\"told\""))
        #expect(!(await new.types("/identity").json[0].contains("confirmation")))
        await new.fails("/identity move told", status: 2, "No words of a move wait")
        #expect(await new.types("/groups").lines.joined().contains("Trip"))
        await old.session.close()
        await new.session.close()
    }

    @Test("no, off, a cut link and a second laptop: each is told what it is, and nothing moves")
    func refused() async throws {
        let (world, old, new, link) = try await scene()
        await new.fails("/restore \(link.dropLast(9))", status: 2, "incomplete")
        let taking = Task { await new.session.execute("/restore \(link)") }
        _ = try await words(old)
        await old.types("/identity move no")
        #expect(await taking.value.errorLines.joined().contains("the old device said no"))
        #expect(
            await new.session.execute("/restore \(link)").errorLines.joined().contains(
                "Nothing came"))
        let second = try #require(await old.types("/identity move").mainValue)
        #expect(second != link)
        await old.types("/identity move off")
        await new.fails("/restore \(second)", status: 3, "Nothing came from the old device")
        await old.types("+ 1 Still here")
        // In the arguments of a call no link may stand, and no link can live.
        let arguments = try await world.person("Call", source: .arguments)
        await arguments.fails("/restore \(second)", status: 2, "A link is a secret")
        await old.session.close()
        await new.session.close()
        await arguments.session.close()
    }

    @Test("a link is in no history")
    func kept() {
        #expect(!HistoryFilter.keeps("/restore fen://move#GwFhYmNk"))
        #expect(!HistoryFilter.keeps("/restore FEN:M1/ABCDEFGH"))
    }
}
