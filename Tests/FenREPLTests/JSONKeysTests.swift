import FenEngine
import Foundation
import Testing

@testable import FenREPL

/// The keys of every command's JSON, pinned: other programs read them.
@Suite("The keys of the JSON face")
struct JSONKeysTests {
    /// Lines in an order in which each works, with the keys each answers.
    static let table: [(line: String, keys: String)] = [
        ("/new \"Keys & co\" EUR", "group"),
        ("/backend folder $dir/store", "group backend move"),
        ("/welcome", "steps"),
        ("/help", "commands topics"),
        ("/help gate", "topic page"),
        ("/help paid", "commands"),
        ("/set poll 20", "settings"),
        ("/groups", "groups"),
        ("/use keys", "group"),
        ("/settings", "group"),
        ("/members", "group members guests"),
        ("/whois Alice", "group members guests"),
        ("/invite Bob", "invite name link qr expires_at"),
        ("/qr Bob", "name link qr file"),
        ("/invites", "group invites"),
        ("/revoke Bob", "invite ref"),
        ("/friends", "friends invites"),
        ("hello", "ref id text unsynced"),
        ("+ 21.60 Guinness", "entry ref unsynced"),
        ("/refund 1.60 Glass", "entry ref unsynced"),
        ("/edit alice:5", "line entry"),
        ("/edit alice:5 20", "entry ref unsynced changed"),
        ("/edit alice:5 20", "entry changed"),
        ("/delete alice:5 --yes", "entry ref unsynced"),
        ("/undelete alice:5", "entry ref unsynced"),
        ("/expenses", "group entries partial"),
        ("/show alice:5", "entry history"),
        ("/balances", "group currency balances pairs unsynced partial waiting last_sync"),
        (
            "/balances original",
            "group group_currency currencies unsynced partial waiting last_sync"
        ),
        ("/why Alice", "of with currency before has_earlier lines pair"),
        ("/settle", "group currency transfers proven_fewest pairs unsynced partial"),
        ("/settle why", "group currency parts proven_fewest pairs unsynced partial"),
        ("/pair", "group pairs"),
        ("/rate USD 0.9", "currency rate source date ref"),
        ("/rates", "group_currency rates"),
        ("+ 10 USD Book", "entry ref unsynced"),
        ("/reprice ^ 0.8 --yes", "entry ref unsynced changed"),
        (
            "/sync",
            "group pushed pulled held refused files choices late admitted replacing rotated whole "
                + "no_store unsynced"
        ),
        (
            "/retry",
            "group pushed pulled held refused files choices late admitted replacing rotated whole "
                + "no_store unsynced"
        ),
        (
            "/status",
            "name group move unsynced unsynced_since last_sync trouble gate partial held keys "
                + "store_differs vouches"
        ),
        ("/me", "name tag key"),
        ("/identity", "name tag key"),
        ("/listen 127.0.0.1:0", "listening"),
        ("/identity move", "link qr expires_at places"),
        ("/identity move off", "moved"),
        ("/history 3", "group items"),
        ("/search hello", "words entries"),
        ("/log alice 1-3", "events"),
        (
            "/inspect alice:1",
            "event header id_right signature_right taken_by_chain ciphertext_bytes payload places"
        ),
        ("/raw alice:1", "id line hex"),
        ("/frontier", "authors whole"),
        ("/order alice:1 alice:2", "first second by"),
        ("/dump", "group dump"),
        ("/fingerprint", "group words"),
        ("/gaps", "group gaps store_differs"),
        ("/lesson", "lessons"),
        ("/lesson a-fork", "lesson title script"),
        ("/explain", "topics"),
        ("/explain gap", "topic page"),
        ("/graph", "group events"),
        ("/listen 127.0.0.1:0", "listening"),
        ("/peers", "group peers listening"),
        ("/listen off", "listening"),
        ("/wire on", "live"),
        ("/wire last", "group live omitted steps"),
        ("/wire off", "live"),
        ("/acknowledge", "group for_myself for_everybody"),
        (
            "/audit",
            "group events bad_signatures bad_ids broken_chains state_right "
                + "snapshot_differences clean"
        ),
        ("/rebuild", "group events same"),
        ("/export $dir/out.jsonl", "file format records partial"),
        ("/report $dir/out.html", "file entries partial"),
        (
            "/stats",
            "group currency total count members categories days currencies partial"
        ),
        ("/guest Dana", "guest ref unsynced"),
        ("/claim Dana as Alice --yes", "guest member ref unsynced"),
        (
            "/import $dir/out.jsonl",
            "file group format rows new expenses payments guests totals remarks unsynced"
        ),
        ("/rotate", "group rotation unsynced"),
        ("/deputy", "group organiser deputy unsynced"),
        ("/late", "group changes"),
        ("/diagnostics $dir/report --yes", "file lines"),
        ("/lock", "locked"),
        ("/forget keys --yes", "group id unsynced"),
        ("/quit", ""),
    ]

    @Test("each command answers the documented keys, on one line, as valid JSON")
    func keys() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        for (line, keys) in Self.table {
            let typed = line.replacingOccurrences(of: "$dir", with: world.folder)
            let outcome = await alice.types(typed)
            #expect(outcome.json.count == 1)
            let json = try #require(outcome.json.first)
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let object = try #require(value as? [String: Any])
            let expected = keys.split(separator: " ").map(String.init)
            #expect(Set(object.keys) == Set(["command", "ok"] + expected), "\(line)")
            for key in expected {
                #expect(page.contains("`\(key)`"), "the page does not know \(key)")
            }
        }
        let text = try String(contentsOfFile: world.folder + "/out.jsonl", encoding: .utf8)
        for line in text.split(separator: "\n") {
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        }
    }

    @Test("every command of the table is pinned here, or needs two people or somebody who answers")
    func complete() throws {
        let twoPeople: Set = [
            "check", "connect", "heal", "join", "lab", "open", "void", "snapshot", "remove",
            "leave",
            "hand-over", "take-over", "add", "vouch", "rekey",
        ]
        let answers: Set = ["backup", "erase", "phrase", "restore", "verify"]
        var seen: Set<String> = ["paid"]
        for (line, _) in Self.table {
            if case .command(let name, _) = try InputLine.read(line) { seen.insert(name) }
        }
        #expect(Set(CommandTable.all.map(\.name)).subtracting(seen) == twoPeople.union(answers))
    }

    static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/FenREPL/FenREPL.docc/JSON.md")
}
