import FenEngine
import Foundation
internal import Synchronization
import Testing

@testable import FenREPL

@Suite("Files taken in")
struct ImportTests {
    static let splitwise = """
        Date,Description,Category,Cost,Currency,Alice,Bob,May Lee

        2026-07-01,Dinner,Dining out,100.00,EUR,66.67,-33.33,-33.34
        2026-07-02,"Ferry, return",Bus/train,45.00,EUR,-15.00,30.00,-15.00
        2026-07-03,Bob paid Alice,Payment,20.00,EUR,-20.00,20.00,0.00
        2026-07-04,Ticket,Bus/train,2.50,EUR,1.25,-1.25,0.00
        2026-07-04,Ticket,Bus/train,2.50,EUR,1.25,-1.25,0.00

        2026-07-05,Total balance, , ,EUR,34.17,14.17,-48.34

        """

    /// Writes a file into a world.
    static func file(_ world: World, _ name: String, _ text: String) throws -> String {
        let path = "\(world.folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("a file comes in once, twins and all, and its people become guests")
    func once() async throws {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(world)
        let path = try Self.file(world, "trip.csv", Self.splitwise)
        let first = await alice.types("/import \(path) --yes")
        #expect(first.mainValue == "5")
        #expect(first.lines[0].hasPrefix("Imported 4 expenses and 1 payment"))
        await alice.types("/sync")
        await bob.types("/sync")
        for person in [alice, bob] {
            let lines = await person.types("/balances").lines
            #expect(lines.contains { $0.hasPrefix("Alice +34.17 EUR") }, "\(lines)")
            #expect(lines.contains { $0.hasPrefix("Bob +14.17 EUR") })
            #expect(lines.contains { $0.hasPrefix("May Lee -48.34 EUR") })
        }
        let expenses = await bob.types("/expenses").lines
        #expect(expenses.count { $0.contains("Ticket") } == 2)
        #expect(await bob.types("/members").lines.count { $0.contains("May Lee") } == 1)
        // The other device imports the same file: nothing is added, also of what was deleted.
        let ref = try #require(
            expenses.first { $0.contains("Dinner") }?.split(separator: " ").first)
        await alice.types("/delete \(ref) --yes")
        await alice.types("/sync")
        await bob.types("/sync")
        let before = await bob.types("/dump").lines
        #expect(await bob.types("/import \(path)").mainValue == "0")
        #expect(await bob.types("/dump").lines == before)
        // A newer file brings only what is new.
        let newer = try Self.file(
            world, "newer.csv",
            Self.splitwise.replacing(
                "\n\n2026-07-05,Total",
                with: "\n2026-07-05,Tea,Food,3.00,EUR,1.50,-1.50,0.00\n\n2026-07-06,Total"
            ).replacing("34.17,14.17", with: "35.67,12.67"))
        #expect(await bob.types("/import \(newer) --yes").mainValue == "1")
    }

    @Test("nothing is written before the yes, nor where a row is wrong")
    func allOrNothing() async throws {
        let world = try World()
        let script = Script(["Alice", "", "no", "Alice", "yes"])
        let alice = try await world.person("Alice", asker: script)
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        await alice.types("/guest Bob")
        let path = try Self.file(world, "trip.csv", Self.splitwise)
        let before = await alice.types("/dump").lines
        await alice.fails("/import \(path)", status: 1, "Nothing was imported")
        let asked = script.asked.withLock { $0 }
        #expect(asked.contains { $0.contains("Nobody in Trip is called May Lee") })
        #expect(asked.contains { $0.contains("-48.34") && $0.contains("May Lee") })
        #expect(asked.contains { $0.contains("May Lee will be added as a guest") })
        let wrong = try Self.file(
            world, "wrong.csv", Self.splitwise.replacing("-15.00,30.00", with: "-15.00,31.00"))
        await alice.fails("/import \(wrong) --yes", status: 2, "Row 4")
        let short = try Self.file(
            world, "short.csv", Self.splitwise.replacing("34.17", with: "34.18"))
        await alice.fails("/import \(short) --yes", status: 2, "balance of")
        let foreign = try Self.file(
            world, "usd.csv", Self.splitwise.replacing(",EUR,", with: ",USD,"))
        await alice.fails("/import \(foreign) --yes", status: 2, "/rate USD")
        await alice.fails("/import \(path) as excel", status: 2, "excel")
        await alice.fails("/import \(path) Nobody=Alice", status: 2, "Nobody")
        await alice.fails("/import \(world.folder)/none.csv", status: 2, "cannot be read")
        #expect(await alice.types("/dump").lines == before)
        // Asked again, May Lee is Alice: what was between the two moves nothing.
        #expect(await alice.types("/import \(path)").mainValue == "5")
        #expect(await alice.types("/balances").lines.contains { $0.hasPrefix("Bob +14.17") })
    }

    @Test("pairs in the line say who a name is; other currencies take the agreed rate")
    func pairs() async throws {
        let world = try World()
        let (alice, _) = try await StoryTests.pair(world)
        await alice.types("/rate USD 0.5")
        let text = """
            Date,Description,Category,Cost,Currency,Al,Bobby
            2026-07-04,Museum,General,40.00,USD,20.00,-20.00
            """
        let path = try Self.file(world, "al.csv", text)
        await alice.types("/import \(path) Al=Alice Bobby=Bob --yes")
        #expect(await alice.types("/balances").lines.contains { $0.hasPrefix("Bob -10.00 EUR") })
        #expect(await alice.types("/members").lines.allSatisfy { !$0.contains("guest") })
    }

    @Test("the gate stands before payments of a file as before typed ones")
    func gate() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR --lab")
        let bob = try await world.admitBob(by: alice)
        for number in 1...4 { await alice.types("+ \(number) Tea") }
        await alice.types("/sync")
        await bob.types("/sync")
        await bob.types("/lab lose alice 5-6")
        let before = await bob.types("/dump").lines
        let path = try Self.file(world, "trip.csv", Self.splitwise)
        await bob.fails("/import \(path) --yes", status: 5, "Alice")
        #expect(await bob.types("/dump").lines == before)
    }

    @Test(
        "every kind of file finds its way in",
        arguments: [
            (
                "spliit.json",
                """
                {"name":"Trip","currency":"€","currencyCode":"EUR","expenses":[{"id":"e1",
                "expenseDate":"2026-08-01T00:00:00.000Z","title":"Dinner","category":null,
                "amount":6000,"paidById":"p1","paidFor":[{"participantId":"p1","shares":100},
                {"participantId":"p2","shares":100}],"isReimbursement":false,
                "splitMode":"EVENLY"}],"participants":[{"id":"p1","name":"Alice"},
                {"id":"p2","name":"Dana"}]}
                """
            ),
            (
                "spliit.csv",
                """
                "Date","Description","Category","Currency","Cost","Is Reimbursement","Split mode",\
                "Alice","Dana"
                "2026-08-01","Dinner","","EUR","60.00","No","Evenly",30,-30
                """
            ),
            (
                "bills.csv",
                """
                what,bill_type,amount,currency,date,payer_name,payer_weight,owers
                Dinner,Expense,60.0,EUR,2026-08-01,Alice,1.0,"Alice, Dana"
                """
            ),
            (
                "bills.json",
                """
                [{"what":"Dinner","bill_type":"Expense","amount":60.0,"currency":"EUR",
                "date":"2026-08-01","payer_name":"Alice","payer_weight":1.0,
                "owers":["Alice","Dana"]}]
                """
            ),
            (
                "cospend.csv",
                """
                name,weight,active,color
                "Alice",1,1,"#112233"
                "Dana",1,1,"#445566"

                what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,categoryid,\
                comment,deleted
                "Dinner",60,2026-08-01,1785542400,"Alice",1,1,"Alice,Dana",0,"",0
                """
            ),
        ])
    func kinds(name: String, text: String) async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        let path = try Self.file(world, name, text)
        await alice.types("/import \(path) --yes")
        let lines = await alice.types("/balances").lines
        #expect(lines.contains { $0.hasPrefix("Dana -30.00 EUR") }, "\(lines)")
        let expenses = await alice.types("/expenses").lines
        #expect(expenses.contains { $0.contains("2026-08-01") && $0.contains("Dinner") })
        #expect(await alice.types("/import \(path) --yes").mainValue == "0")
    }
}
