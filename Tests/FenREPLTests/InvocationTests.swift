import Testing

@testable import FenEngine
@testable import FenREPL

@Suite("One call of fen")
struct InvocationTests {
    @Test("options before and behind the command")
    func options() throws {
        let call = try Invocation.parse(
            ["--group", "Dublin4Ever", "paid", "21.60", "EUR", "Guinness", "--json", "--home=/x"])
        #expect(call.action == .command(["paid", "21.60", "EUR", "Guinness"]))
        #expect(call.group == "Dublin4Ever")
        #expect(call.home == "/x")
        #expect(call.wantsJSON && !call.saysYes && !call.isPlain)
    }

    @Test("prompt, help, version, table")
    func actions() throws {
        #expect(try Invocation.parse([]).action == .prompt)
        #expect(try Invocation.parse(["--help"]).action == .help)
        #expect(try Invocation.parse(["--version"]).action == .version)
        for words in [["table", "--help"], ["help", "table"], ["--help", "table"]] {
            #expect(try Invocation.parse(words).action == .tableHelp)
        }
        #expect(
            try Invocation.parse(["balances", "--help"]).action == .command(["help", "balances"]))
        var play = TablePlay(file: "a.table")
        play.checks = true
        play.keep = "d"
        play.with = "mine"
        for words in [["--keep", "d", "--with", "mine"], ["--with=mine", "--keep=d"]] {
            #expect(
                try Invocation.parse(["table", "a.table", "--check"] + words).action
                    == .table(play))
        }
        #expect(try Invocation.parse(["+", "3", "Tea"]).action == .command(["paid", "3", "Tea"]))
        #expect(
            try Invocation.parse(["invite", "Bob", "--ttl", "2h"]).action
                == .command(["invite", "Bob", "--ttl", "2h"]))
    }

    @Test("what is not understood is a usage error")
    func errors() {
        for words in [["--colour"], ["--home"], ["table"], ["table", "a", "b"], ["--group="]] {
            #expect(throws: UsageError.self) { try Invocation.parse(words) }
        }
    }

    @Test("only commands that read leave the home to an open prompt")
    func access() throws {
        let reading = [
            "balances", "bal", "settle", "me", "rates", "show ^", "help", "dump", "export f",
        ]
        let writing = ["paid 3 Tea", "settle Bob 3", "me Al", "sync", "join", "backend none", ""]
        for line in reading {
            let words = line.split(separator: " ").map(String.init)
            #expect(try Invocation.parse(words).onlyReads == true, "\(line)")
        }
        for line in writing {
            let words = line.split(separator: " ").map(String.init)
            #expect(try Invocation.parse(words).onlyReads == false, "\(line)")
        }
    }
}
