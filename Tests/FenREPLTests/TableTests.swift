import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("The command table")
struct TableTests {
    @Test("every command has its sentence, its forms, a page and an example that is understood")
    func complete() throws {
        var names: Set<String> = []
        for command in CommandTable.all {
            #expect(names.insert(command.name).inserted, "\(command.name) stands twice")
            #expect(!command.summary.isEmpty && command.summary.last != ".")
            #expect(command.summary.count <= 84, "\(command.name)")
            #expect(!command.usage.isEmpty && !command.page.isEmpty && !command.examples.isEmpty)
            #expect(command.page.allSatisfy { $0.count <= 96 }, "\(command.name)")
            for example in command.examples {
                try check(example, of: command)
            }
        }
    }

    private func check(_ example: String, of command: CommandSpec) throws {
        if example.hasPrefix("fen ") {
            let line = example.split(whereSeparator: { "<>".contains($0) })[0]
            let words = line.split(separator: " ").dropFirst().map(String.init)
            let invocation = try Invocation.parse(words)
            guard case .command(let words) = invocation.action else {
                Issue.record("\(example) is no command")
                return
            }
            #expect(try CommandTable.find(words[0]).name == command.name)
            return
        }
        switch try InputLine.read(example) {
        case .command(let name, let words):
            #expect(try CommandTable.find(name).name == command.name)
            _ = try Arguments(words, for: command)
        case .expense(let words):
            #expect(command.name == "paid")
            _ = try MoneyLineParser.parse(words)
        default:
            Issue.record("\(example) is neither a command nor an expense")
        }
    }

    @Test("every command the issue asks for is there")
    func all() {
        let wanted = """
            welcome fingerprint dump help status set new groups use members whois settings history \
            search invite qr invites revoke check join friends paid refund edit delete undelete \
            expenses show balances why settle void rate rates backend sync retry me identity log \
            inspect raw frontier order audit rebuild export quit
            """
        let names = Set(CommandTable.all.map(\.name))
        #expect(Set(wanted.split(separator: " ").map(String.init)).subtracting(names).isEmpty)
    }

    @Test(
        "abbreviations",
        arguments: [
            ("bal", "balances"), ("BALANCES", "balances"), ("set", "set"), ("sett", nil),
            ("settl", "settle"), ("q", nil), ("qu", "quit"), ("exit", "quit"), ("inv", nil),
            ("invite", "invite"), ("x", nil), ("", nil),
        ]
    )
    func abbreviations(typed: String, expected: String?) {
        #expect((try? CommandTable.find(typed))?.name == expected)
    }

    @Test("an ambiguous beginning lists the choices, an unknown word the nearest")
    func errors() {
        let ambiguous = #expect(throws: UsageError.self) { try CommandTable.find("sett") }
        #expect(ambiguous?.message == "/sett could be /settings, /settle.")
        let unknown = #expect(throws: UsageError.self) { try CommandTable.find("balnces") }
        #expect(unknown?.message == "There is no command /balnces.")
        #expect(unknown?.hint == "Nearest: /balances. /help lists what works.")
    }

    @Test("help names every command, and topics; pages fit 100 columns")
    func help() {
        let overview = Fixtures.lines(HelpText.overview())
        for command in CommandTable.all {
            #expect(overview.contains { $0.contains("/\(command.name) ") })
            let page = Fixtures.lines(HelpText.page(command))
            #expect(page.contains("    " + HelpText.usageLine(command, command.usage[0])))
            #expect(page.allSatisfy { DisplayWidth.columns($0) <= 120 }, "\(command.name)")
        }
        for line in overview { #expect(DisplayWidth.columns(line) <= 100, "\(line)") }
        #expect(Topics.all.allSatisfy { Topics.find($0.name)?.name == $0.name })
        #expect(HelpText.markdown().contains("| `/undelete REF` |"))
    }

    @Test("options and key=value words are sorted out, quoted ones are not")
    func arguments() throws {
        let join = try #require(CommandTable.named("join"))
        let words = try Tokenizer.tokens(#"fen://join#s=a&p=b&v=3 --yes folder="/my path""#)
        let arguments = try Arguments(words, for: join)
        #expect(arguments.words.map(\.text) == ["fen://join#s=a&p=b&v=3"])
        #expect(arguments.saysYes)
        #expect(arguments.values["folder"] == "/my path")
        let invite = try #require(CommandTable.named("invite"))
        #expect(
            try Arguments(Tokenizer.tokens("Bob --ttl 2h"), for: invite).options["ttl"] == "2h")
        #expect(throws: UsageError.self) {
            try Arguments(Tokenizer.tokens("Bob --ttl"), for: invite)
        }
        #expect(throws: UsageError.self) {
            try Arguments(Tokenizer.tokens("Bob --tll 3"), for: invite)
        }
    }

    @Test("lengths of time")
    func durations() throws {
        #expect(try TimeLength.seconds("30m") == 1800)
        #expect(try TimeLength.seconds("2h") == 7200)
        #expect(throws: UsageError.self) { try TimeLength.seconds("30") }
        #expect(throws: UsageError.self) { try TimeLength.seconds("0m") }
    }
}
