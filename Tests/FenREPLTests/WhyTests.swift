import Foundation
import Testing

@testable import FenREPL

@Suite("/why")
struct WhyTests {
    /// Al, Bo and Cy in one group; Al organises.
    static func three(_ world: World) async throws -> (al: Person, bo: Person, cy: Person) {
        let al = try await world.person("Al")
        await al.types("/new Hut EUR")
        await al.types("/backend folder \(world.folder)/store")
        var others: [Person] = []
        for name in ["Bo", "Cy"] {
            let link = try #require(await al.types("/invite \(name)").mainValue)
            let person = try await world.person(name)
            await person.types("/join \(link) --yes folder=\(world.folder)/store")
            await al.types("/sync")
            others.append(person)
        }
        for person in others { await person.types("/sync") }
        return (al, others[0], others[1])
    }

    private func last(_ person: Person, _ line: String) async throws -> Int {
        let json = try #require(await person.types(line + " --json").lines.first)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let lines = object?["lines"] as? [[String: Any]]
        return (lines?.last?["balance"] as? Int) ?? 0
    }

    @Test("the newest lines alone begin at what those before them come to")
    func newest() async throws {
        let world = try World()
        let (al, _, _) = try await Self.three(world)
        for round in 1...6 {
            await al.types("+ \(round * 9) Round \(round)")
            await al.types("/settle Bo \(round)")
        }
        for names in ["Al", "Al Bo", "Bo Al", "Cy"] {
            let all = await al.types("/why \(names) all")
            #expect(!all.lines.joined().contains("before the newest"))
            for most in 1...7 {
                let some = await al.types("/why \(names) last \(most)")
                let rows = all.lines.filter { $0.contains("al:") }
                #expect(some.lines.filter { $0.contains("al:") } == rows.suffix(most))
                let isCut = some.lines.contains { $0.contains("before the newest") }
                #expect(isCut == (rows.count > most), "\(names) last \(most)")
            }
        }
        #expect(try await last(al, "/why Al last 1") == last(al, "/why Al all"))
        let cut = await al.types("/why Al Bo last 1").lines
        let last = try #require(
            await al.types("/why Al Bo all").lines.filter { $0.contains("al:") }
                .dropLast().last)
        let before = try #require(cut.first { $0.contains("before the newest") })
        // The balance after the line before is where the newest one begins.
        #expect(last.split(separator: " ")[1] == before.split(separator: " ")[0])
        await al.fails("/why Al last none", status: 2, "number above zero")
    }

    @Test("between two people only the part between them counts, and both see the same")
    func pair() async throws {
        let world = try World()
        let (al, _, _) = try await Self.three(world)
        await al.types("+ 30 Cabin by Bo 15, Cy 15")
        #expect(try await last(al, "/why Al Bo") == -500)
        #expect(try await last(al, "/why Bo Al") == 500)
        #expect(try await last(al, "/why Bo Cy") == 0)
        #expect(try await last(al, "/why Al") == -1000)
        let shown = await al.types("/why Al Bo").lines.joined(separator: " ")
        #expect(
            shown.contains("-5.00 -5.00") && shown.contains("By these lines Al owes Bo 5.00 EUR."))
        #expect(shown.contains("The plan of /settle may route payments otherwise"))
        await al.types("/settle Bo 5")
        #expect(try await last(al, "/why Bo Al") == 0)
        #expect(try await last(al, "/why Al Cy") == -500)
        #expect(await al.types("/why Al Bo").lines.contains("By these lines Al and Bo are even."))
        #expect(await al.types("/why Bo Cy").lines.first == "Nothing is owed between Bo and Cy.")
    }

    @Test("a name with a space needs no quotation marks where it is clear")
    func spaces() async throws {
        let world = try World()
        let (al, _, cy) = try await Self.three(world)
        await cy.types("/me Cy Lee")
        await cy.types("/sync")
        await al.types("/sync")
        await al.types("+ 3 Tea")
        #expect(try await last(al, "/why Cy Lee") == -100)
        #expect(try await last(al, "/why Cy Lee Al") == -100)
        #expect(try await last(al, "/why Al Cy Lee") == 100)
        #expect(try await last(al, "/why Al \"Cy Lee\"") == 100)
        await al.fails("/why Al Al", status: 2, "themselves")
        await al.fails("/why Al Bo Cy", status: 2, "not clear")
        await al.fails("/why Zed Bo", status: 2, "Zed")
    }
}
