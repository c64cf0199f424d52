import Testing

@testable import FenREPL

@Suite("Words of a line")
struct TokenizerTests {
    @Test(
        "words, quotation marks and backslashes",
        arguments: [
            ("a  b\tc", ["a", "b", "c"]),
            (#""May Lee" x"#, ["May Lee", "x"]),
            (#"folder="/my path/x" y"#, ["folder=/my path/x", "y"]),
            (#"12" vinyl"#, [#"12""#, "vinyl"]),
            ("O'Brien 1'234.50 bob:42'", ["O'Brien", "1'234.50", "bob:42'"]),
            (#""a \"b\" \\ c""#, [#"a "b" \ c"#]),
            (#"a\ b c"#, ["a b", "c"]),
            ("“Dinner by the sea” by Bob", ["Dinner by the sea", "by", "Bob"]),
            (#"for "May Lee",Bob"#, ["for", "May Lee,Bob"]),
            (#"note """#, ["note", ""]),
            ("", []),
        ]
    )
    func words(line: String, expected: [String]) throws {
        #expect(try Tokenizer.tokens(line).map(\.text) == expected)
    }

    @Test("a word that begins in quotation marks is quoted")
    func quoted() throws {
        let tokens = try Tokenizer.tokens(#""by" by x"y""#)
        #expect(tokens.map(\.quoted) == [true, false, false])
    }

    @Test("an open quotation mark is a usage error with a way out")
    func open() {
        let error = #expect(throws: UsageError.self) {
            try Tokenizer.tokens(#"20 "Dinner by"#)
        }
        #expect(error?.message == "The quotation mark before “Dinner by” is never closed.")
        #expect(error?.hint != nil)
        #expect(Tokenizer.tokensOfDraft(#"a "b c"#).map(\.text) == ["a", "b c"])
    }

    @Test("what a line is")
    func kinds() throws {
        #expect(try InputLine.read("  ") == .empty)
        #expect(try InputLine.read("hello /quit") == .message("hello /quit"))
        #expect(try InputLine.read("\\/quit now ") == .message("/quit now "))
        #expect(try InputLine.read("\\") == .empty)
        #expect(try InputLine.read("\\\\") == .message("\\"))
        #expect(try InputLine.read("+ 3 Tea") == .expense([Token("3"), Token("Tea")]))
        #expect(try InputLine.read("+3 Tea") == .expense([Token("3"), Token("Tea")]))
        #expect(try InputLine.read(" /use 2") == .command(name: "use", words: [Token("2")]))
        #expect(throws: UsageError.self) { try InputLine.read("/ use") }
        #expect(throws: UsageError.self) { try InputLine.read("/") }
    }

    @Test(
        "lists: decimal commas after a name, separators without",
        arguments: [
            ("Alice,Bob, May Lee", ["Alice", "Bob", "May Lee"]),
            ("Alice 10,50, Bob 20", ["Alice=10,50", "Bob=20"]),
            ("10,20", ["=10", "=20"]),
            ("50%,25%,25%", ["=50%", "=25%", "=25%"]),
            ("Alice 80 and Bob 40", ["Alice=80", "Bob=40"]),
            ("Alice 80 EUR, Bob", ["Alice=80 EUR", "Bob"]),
            (#""Bob 2" 40, "Lee, May" 3"#, ["Bob 2=40", "Lee, May=3"]),
            ("Alice,,Bob,", ["Alice", "Bob"]),
        ]
    )
    func lists(line: String, expected: [String]) throws {
        let items = WordList.items(try Tokenizer.tokens(line)).map { item in
            item.value.map { (item.name ?? "") + "=" + $0 } ?? item.name ?? ""
        }
        #expect(items == expected)
    }
}
