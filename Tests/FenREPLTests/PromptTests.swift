import Testing

@testable import FenREPL

@Suite("History and completion")
struct PromptTests {
    @Test(
        "lines with secrets, and lines that begin with a space, are forgotten",
        arguments: [
            ("/balances", true), ("+ 3 Tea", true), ("hello", true), (" hello", false), ("", false),
            ("/join fen://join#s=a", false), ("/join", false), ("/jo x", false), ("/j x", false),
            ("/JOIN x", false), ("/check x", false), ("/jion x", false), ("/in Bob", true),
            ("look: fen://join#s=a&p=b", false), ("FEN:J3/ABC", false),
            ("https://fenapp.net/join#x", false),
        ]
    )
    func history(line: String, kept: Bool) {
        #expect(HistoryFilter.keeps(line) == kept)
    }

    static var board: Board.Content {
        var board = Board.Content()
        board.groups = ["Dublin4Ever", "Paris Trip", "evil\u{1B}[2J"]
        board.names = ["Alice", "Bob", "May Lee"]
        board.references = ["bob:2", "\"may lee:1\""]
        board.currencies = ["EUR", "CZK"]
        board.categories = ["drinks", "eating out"]
        return board
    }

    @Test(
        "completion",
        arguments: [
            ("/bal", ["/balances"]), ("/se", ["/set", "/settings", "/search", "/settle"]),
            ("/use du", ["Dublin4Ever"]), ("/use pa", ["\"Paris Trip\""]), ("/use ev", []),
            ("/show b", ["bob:2"]), ("/why m", ["\"May Lee\""]), ("/help spl", ["splits"]),
            ("/help bala", ["balances"]), ("+ 3 E", ["EUR"]), ("+ 3 Tea by B", ["Bob"]),
            ("+ 3 Tea for Alice,B", ["Alice,Bob"]), ("+ 3 Tea in e", ["\"eating out\""]),
            ("+ 3 Tea sp", ["split"]), ("+ 3 Tea split sh", ["shares"]),
            ("+ 3 Tea split it", ["items"]), ("/rate C", ["CZK"]),
            ("/edit bob:2 3 Tea by Al", ["Alice"]), ("/settings ed", ["edit"]),
            ("/backend fo", ["folder"]), ("/invite B --t", ["--ttl"]), ("/join fol", ["folder="]),
            ("/nosuch x", []), ("", []),
        ]
    )
    func completion(line: String, expected: [String]) {
        let found = Completion(board: Self.board).words(for: line, cursor: line.utf8.count)
        #expect(Set(found) == Set(expected))
    }

    @Test("only the word before the cursor counts")
    func cursor() {
        let found = Completion(board: Self.board).words(for: "/use du and more", cursor: 7)
        #expect(found == ["Dublin4Ever"])
        #expect(Completion(board: Self.board).words(for: "é", cursor: 1).isEmpty)
    }

    @Test("what was shown last")
    func shown() {
        var memory = ShownMemory()
        for number in 1...3 { memory.add(Fixtures.event(UInt8(number))) }
        memory.add(Fixtures.event(1))
        #expect(memory.last(1) == Fixtures.event(1))
        #expect(memory.last(3) == Fixtures.event(2))
        #expect(memory.last(4) == nil)
    }
}
