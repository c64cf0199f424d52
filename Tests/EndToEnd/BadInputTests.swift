import Foundation
import Testing

/// Bad input of each kind: a clear message on standard error, the right exit status, nothing lost.
@Suite(
    "bad input", .serialized, .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct BadInputTests {
    private struct Refusal {
        let words: [String]
        let status: Int32
        let says: String
    }

    private static let refusals = [
        Refusal(words: ["paid", "1,234", "EUR", "Lunch"], status: 2, says: "1.23 or 1234"),
        Refusal(words: ["paid", "0", "EUR", "Lunch"], status: 2, says: "not above zero"),
        Refusal(words: ["paid", "-5", "EUR", "Lunch"], status: 2, says: ""),
        Refusal(words: ["paid", "12.3456", "EUR", "Lunch"], status: 2, says: "12.3456"),
        Refusal(words: ["paid", "some", "EUR", "Lunch"], status: 2, says: "amount"),
        Refusal(
            words: ["paid", "99999999999999999999", "EUR", "Lunch"], status: 2, says: "too large"),
        Refusal(words: ["paid", "5", "EUX", "Lunch"], status: 2, says: "EUR"),
        Refusal(words: ["paid", "5", "EUR"], status: 2, says: "description"),
        Refusal(
            words: ["paid", "5", "EUR", "Lunch", "on", "2026-02-30"], status: 2,
            says: "30 February"),
        Refusal(words: ["paid", "5", "EUR", "Lunch", "by", "Zed"], status: 2, says: "Zed"),
        Refusal(words: ["paid", "5", "EUR", "Lunch", "for", "Bob,Zed"], status: 2, says: "Zed"),
        Refusal(
            words: ["paid", "9", "EUR", "Taxi", "split", "Alice", "10,", "Bob", "20"], status: 2,
            says: ""),
        Refusal(words: ["settle", "Zed", "5"], status: 2, says: "Zed"),
        Refusal(words: ["settle", "Alice", "5"], status: 2, says: ""),
        Refusal(words: ["nosuch"], status: 2, says: "/help"),
        Refusal(words: ["show", "alice:999"], status: 1, says: "999"),
        Refusal(words: ["delete", "#ffff"], status: 1, says: "ffff"),
        Refusal(words: ["use", "Nowhere"], status: 2, says: "Nowhere"),
        Refusal(words: ["--group", "Nope", "balances"], status: 2, says: "Nope"),
        Refusal(words: ["--nonsense"], status: 2, says: "--nonsense"),
        Refusal(words: ["new", "Trip", "EURO"], status: 2, says: "EURO"),
        Refusal(words: ["new", "", "EUR"], status: 2, says: ""),
        Refusal(words: ["me", "a\u{202e}b"], status: 2, says: "name"),
        Refusal(words: ["me", String(repeating: "x", count: 81)], status: 2, says: "80"),
        Refusal(words: ["rate", "USD", "abc"], status: 2, says: "abc"),
        Refusal(words: ["join"], status: 2, says: "link"),
        Refusal(words: ["revoke", "Nobody"], status: 1, says: "Nobody"),
        Refusal(words: ["table", "/nowhere.table"], status: 2, says: "/nowhere.table"),
    ]

    @Test("typed: amounts, dates, names, references, options")
    func typed() throws {
        let table = try TwoMembers()
        let before = try Fen.script(["/log", "/dump"], home: table.alice)
        for refusal in Self.refusals {
            let run = try Fen.run(refusal.words, home: table.alice)
            #expect(run.status == refusal.status, "\(refusal.words): \(run)")
            #expect(run.output.isEmpty, "\(refusal.words): \(run.output)")
            #expect(
                !run.errors.isEmpty && (refusal.says.isEmpty || run.errors.contains(refusal.says)),
                "\(refusal.words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count <= 4, "\(run.errors)")
            let json = try Fen.run(["--json"] + refusal.words, home: table.alice)
            #expect(json.status == refusal.status, "\(refusal.words): \(json)")
        }
        let after = try Fen.script(["/log", "/dump"], home: table.alice)
        #expect(after.map { $0.list("events").count } == before.map { $0.list("events").count })
        #expect(after.last?.text("dump") == before.last?.text("dump"))
    }

    @Test("links: cut, damaged, none at all, of another version: different sentences")
    func links() throws {
        let table = try TwoMembers()
        var middle = Array(table.link)
        let place = middle.count - 60
        middle[place] = middle[place] == "A" ? "B" : "A"
        var sentences: Set<String> = []
        for text in [
            String(table.link.dropLast(30)), String(middle), "https://example.org/",
            table.link.replacing("&v=3", with: "&v=2"),
        ] {
            let run = try Fen.run(["check"], home: table.bob, input: text + "\n")
            #expect(run.status == 1 || run.status == 2, "\(text): \(run)")
            sentences.insert(run.errors.split(separator: "\n").first.map(String.init) ?? "")
        }
        #expect(sentences.count == 4 && !sentences.contains(""), "\(sentences)")
    }

    @Test("a script goes on after a bad line and ends with its status")
    func script() throws {
        let table = try TwoMembers()
        let run = try Fen.run(
            [], home: table.alice, input: "/paid 1 EUR First\n/nosuch\n/paid 2 EUR Second\n")
        #expect(run.status == 2)
        #expect(run.output.contains("First") && run.output.contains("Second"))
        #expect(run.errors.contains("/nosuch"))
    }

    @Test("a store that is away is exit 3, a hole is exit 5, and both heal")
    func storeAndGate() throws {
        let table = try TwoMembers()
        expectOK(
            try Fen.script(
                ["+ 10 EUR One for Alice, Bob", "+ 20 EUR Two", "+ 30 EUR Three"],
                home: table.alice))
        let away = table.store + ".away"
        try FileManager.default.moveItem(atPath: table.store, toPath: away)
        let offline = try Fen.run(["paid", "5", "EUR", "Offline"], home: table.bob)
        #expect(offline.status == 0, "\(offline)")
        let syncing = try Fen.run(["sync"], home: table.bob)
        #expect(syncing.status == 3 && !syncing.errors.isEmpty, "\(syncing)")
        try FileManager.default.moveItem(atPath: away, toPath: table.store)

        let logs = try FileManager.default.subpathsOfDirectory(atPath: table.store)
        let key = try #require(
            try Fen.script(["/me"], home: table.alice).first?.text("key"))
        let file = table.store + "/" + (try #require(logs.first { $0.hasSuffix("\(key).jsonl") }))
        let whole = try String(contentsOfFile: file, encoding: .utf8)
        var lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        lines.remove(at: lines.count - 3)
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let holed = try Fen.run(["sync"], home: table.bob)
        #expect(holed.status == 0, "\(holed)")
        let settling = try Fen.run(["settle", "Alice", "5"], home: table.bob)
        #expect(settling.status == 5, "\(settling)")
        #expect(settling.errors.contains("Alice"))
        try whole.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Fen.run(["sync"], home: table.bob).status == 0)
        #expect(try Fen.run(["settle", "Alice", "5"], home: table.bob).status == 0)
        try table.expectAgreement()
    }

    @Test("garbage and foreign files in the folder stop nobody")
    func garbage() throws {
        let table = try TwoMembers()
        let logs = try FileManager.default.subpathsOfDirectory(atPath: table.store)
        let log = table.store + "/" + (try #require(logs.first { $0.hasSuffix(".jsonl") }))
        let folder = URL(fileURLWithPath: log).deletingLastPathComponent()
        for (name, text) in [
            ("notes.txt", "Hello"), ("zzz.jsonl", "garbage\n[]\n{}\n\u{0}\n"),
            ("copy.jsonl", String(repeating: "x", count: 70_000) + "\n"),
            ("torn.jsonl", try String(contentsOfFile: log, encoding: .utf8) + "{\"author\":"),
        ] {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        expectOK(try Fen.script(["+ 10 EUR Fine for Alice, Bob", "/sync"], home: table.alice))
        try table.expectAgreement()
        try table.expectSound(table.bob)
    }

    @Test("a second process is told who has the home; reading works beside it")
    func secondProcess() throws {
        let table = try TwoMembers()
        let first = try FenProcess(home: table.alice)
        let answer = try #require(first.ask("+ 10 EUR Mine"))
        #expect(answer.isOK)
        let second = try Fen.run(["paid", "5", "EUR", "Twice"], home: table.alice)
        #expect(second.status == 1, "\(second)")
        #expect(second.errors.contains("pid \(first.pid)"), "\(second.errors)")
        let reading = try Fen.run(["expenses"], home: table.alice)
        #expect(reading.status == 0 && reading.output.contains("Mine"), "\(reading)")
        #expect(first.ask("+ 11 EUR Still mine")?.isOK == true)
        #expect(first.finish() == 0)
        try table.expectSound(table.alice)
    }

    @Test("a home that is a file, or holds something else, is refused with a sentence")
    func badHomes() throws {
        let workshop = try Workshop()
        try "a file".write(toFile: workshop.file("file"), atomically: true, encoding: .utf8)
        let damaged = try workshop.folder("damaged")
        try String(repeating: "no database ", count: 100).write(
            toFile: damaged + "/fen.db", atomically: true, encoding: .utf8)
        for home in [workshop.file("file"), damaged] {
            let run = try Fen.run(["me", "Alice"], home: home)
            #expect(run.status == 1 && run.output.isEmpty && !run.errors.isEmpty, "\(run)")
        }
        #expect(try Fen.run(["balances"], home: workshop.file("nothing")).status != 0)
    }
}
