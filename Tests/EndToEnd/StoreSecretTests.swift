import Foundation
import TestSupport
import Testing

/// The secret key of a bucket and the processes that use it.
@Suite(
    "A store's secret key and a process",
    .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct StoreSecretTests {
    @Test(
        "it stands in no argument, no environment and no output, and in no file but the database",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"))
    func process() throws {
        let server = S3Server.radosgw
        let workshop = try Workshop()
        let home = workshop.file("home")
        let process = try FenProcess(home: home)
        process.type([
            "/me Alice", "/new Trip EUR", "/backend s3 \(server.typed)", server.secret, "+ 12 Tea",
            "/sync",
        ])
        var commands: [String?] = []
        while let answer = process.answer(seconds: 60) {
            #expect(!"\(answer)".contains(server.secret))
            expectOK([answer])
            commands.append(answer.command)
            if answer.command == "sync" { break }
        }
        #expect(commands.contains("backend"))
        for name in ["cmdline", "environ"] {
            let bytes = try Data(contentsOf: URL(filePath: "/proc/\(process.pid)/\(name)"))
            #expect(!bytes.isEmpty && bytes.range(of: Data(server.secret.utf8)) == nil, "\(name)")
        }
        process.finish()
        for name in try FileManager.default.subpathsOfDirectory(atPath: home) {
            let path = home + "/" + name
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(try #require(mode as? NSNumber).intValue & 0o077 == 0, "\(name)")
            let holds =
                try Data(contentsOf: URL(filePath: path)).range(of: Data(server.secret.utf8)) != nil
            #expect(!holds || name.hasPrefix("fen.db"), "\(name)")
        }
    }
}

/// A script in which the lines behind `/backend s3` or `nextcloud` answer its questions, and the
/// command fails before it asks.
@Suite(
    "A secret whose command has failed", .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct StraySecretTests {
    @Test(
        "it is neither sent to the group nor shown, whatever it begins with",
        arguments: ["wJalrXUtnFEMI", "/wJalrXUtnFEMI", "+wJalrXUtnFEMI", "\\wJalrXUtnFEMI"])
    func stray(secret: String) throws {
        let home = try Workshop()
        let lines = [
            "/me Alice", "/new Trip EUR", "/backend s3 https://s3.example.org bucket=b", secret,
            "/history", "/backend nextcloud nowhere://", "ada", secret, "/history",
            "/backnd s3 https://s3.example.org bucket=b key=k", secret, "/history",
            "/ba s3 https://s3.example.org bucket=b key=k", secret, "/history",
            "/backend swift https://s3.example.org", secret, "/history",
            "/backend s3 http://127.0.0.1:9 bucket=b key=k", "", secret, "/history",
            "/backend s3 http://127.0.0.1:9 bucket=b key=k", "# a comment", secret, "/history",
            "/backend s3 http://127.0.0.1:9 bucket=../x key=k", secret, "/history",
            "hello all", "/history",
        ]
        for arguments in [[], ["--json"]] as [[String]] {
            let folder = home.file("home\(arguments.count)")
            let run = try Fen.run(
                arguments, home: folder, input: lines.map { $0 + "\n" }.joined())
            #expect(run.status == 2)
            #expect(!(run.output + run.errors).contains("JalrXUtnFEMI"))
            #expect(run.output.contains("hello all"))
        }
    }
}
