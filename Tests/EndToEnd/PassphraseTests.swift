import Foundation
import Testing

/// Passphrases, backups and moves with real processes.
@Suite("Passphrases and a process", .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct PassphraseTests {
    private static let passphrase = "correct horse battery"

    private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    @Test("a locked home opens with the file that is named, and with nothing else")
    func locked() throws {
        let workshop = try Workshop()
        let home = workshop.file("home")
        let lines = ["/me Alice", "/new Trip EUR", "+ 12 Tea", "/lock set", Self.passphrase]
        let set = try Fen.run([], home: home, input: text(lines))
        #expect(set.status == 0, "\(set.errors)")
        #expect(!(set.output + set.errors).contains(Self.passphrase))

        for arguments in [["balances"], []] as [[String]] {
            let refused = try Fen.run(
                arguments, home: home, input: text([Self.passphrase, "/balances"]))
            #expect(refused.status == 4)
            #expect(refused.errors.contains("FEN_PASSPHRASE_FILE"))
            #expect(!(refused.output + refused.errors).contains(Self.passphrase))
        }
        let file = workshop.file("passphrase")
        try Data((Self.passphrase + "\n").utf8).write(to: URL(filePath: file))
        let settings = ["FEN_PASSPHRASE_FILE": file]
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let open = try Fen.run(["balances"], home: home, environment: settings)
        #expect(open.status == 2 && open.errors.contains("chmod 600"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let right = try Fen.run(["balances"], home: home, environment: settings)
        #expect(right.status == 0, "\(right.errors)")
        let plain = try Fen.run(
            ["lock", "remove"], home: home, input: text([Self.passphrase]), environment: settings)
        #expect(plain.status == 0, "\(plain.errors)")
        #expect(try Fen.run(["balances"], home: home).status == 0)
    }

    @Test("a backup and its passphrase by a pipe, and back in a new home by another")
    func backup() throws {
        let workshop = try Workshop()
        let (home, new) = (workshop.file("home"), workshop.file("new"))
        let lines = ["/me Alice", "/new Trip EUR", "+ 12 Tea"]
        #expect(try Fen.run([], home: home, input: text(lines)).status == 0)
        let file = workshop.file("alice.backup")
        let made = try Fen.run(["backup", file], home: home, input: text([Self.passphrase]))
        #expect(made.status == 0, "\(made.errors)")
        let wrong = try Fen.run(["restore", file], home: new, input: text(["wrong"]))
        #expect(wrong.status == 4)
        let back = try Fen.run(["restore", file], home: new, input: text([Self.passphrase]))
        #expect(back.status == 0 && back.output.contains("you are Alice"), "\(back.errors)")
        let (one, two) = (
            try Fen.run(["dump"], home: home), try Fen.run(["dump"], home: new)
        )
        #expect(one.output == two.output && !one.output.isEmpty)
        for run in [made, wrong, back] {
            #expect(!(run.output + run.errors).contains(Self.passphrase))
        }
        let phrase = try Fen.run(["phrase"], home: home)
        #expect(phrase.status == 2 && phrase.errors.contains("terminal only"))
    }
}
