import FenEncoding
import FenProtocol
import Foundation
import Synchronization
import Testing

@testable import FenEngine
@testable import FenREPL

/// A report that a person can send to anybody.
@Suite("/diagnostics")
struct DiagnosticsTests {
    static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYzzzEXAMPLE"

    /// A group in which everything private stands that there can be.
    private func busyGroup(_ asker: Script) async throws -> (World, Person) {
        let world = try World()
        let (alice, bob) = try await StoryTests.pair(
            world, group: "Geheimfahrt EUR", names: ("Alicia", "Roberto"), asker: asker)
        await alice.types("+ 98765.43 Kaviar note \"vom Onkel\" in delikatessen")
        await bob.types("+ 13579.11 Trueffel for Alicia,Roberto")
        await bob.types("/settle Alicia 24680.35 Ueberweisung --yes")
        await alice.types("Treffen am Bahnhof")
        await bob.types("/sync")
        await alice.types("/sync")
        await bob.session.close()
        return (world, alice)
    }

    @Test("everything is shown before it is written, and nothing private is in it")
    func holdsNothing() async throws {
        let asker = Script(["Alicia", "no"] + Array(repeating: "yes", count: 6))
        let (world, alice) = try await busyGroup(asker)
        let path = world.folder + "/report"
        await alice.fails("/diagnostics \(path)", status: 1, "Nothing was written.")
        #expect(!FileManager.default.fileExists(atPath: path))
        await alice.types("/diagnostics \(path)")
        let folder = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try mode(of: path) == 0o600)
        #expect(asker.asked.withLock { $0 }.contains("kind: folder"))
        for line in folder.split(separator: "\n") {
            #expect(asker.asked.withLock { $0 }.contains(String(line)), "\(line)")
        }

        let engine = await alice.session.engine
        let id = try #require(try await alice.session.currentGroup())
        // A store whose server is not there, so that its failures are in the report too.
        try await engine.bind(id, to: StoreTarget(.s3(Self.store)), by: .person)
        _ = await alice.session.execute("/sync")
        await alice.types("/diagnostics \(path)")
        let bucket = try String(contentsOfFile: path, encoding: .utf8)
        #expect(bucket.contains("code: STORE_") && bucket.contains("kind: s3"))
        try await engine.bind(id, to: StoreTarget(.nextcloud(Self.share)), by: .person)
        _ = await alice.session.execute("/sync")
        await alice.types("/diagnostics \(path)")
        let cloud = try String(contentsOfFile: path, encoding: .utf8)
        #expect(cloud.contains("code: STORE_") && cloud.contains("kind: nextcloud"))
        #expect(folder.contains("last steps with the store") && folder.contains("in, list"))

        var hidden = [
            "Alicia", "Roberto", "Geheimfahrt", "Kaviar", "Onkel", "delikatessen", "Trueffel",
            "Ueberweisung", "Bahnhof", "98765", "9876543", "13579", "1357911", "24680", "2468035",
            world.folder, "store.example", "127.0.0.1", "geheimer-eimer", "AKIDGEHEIM",
            Self.secret, Self.share.shareToken, Self.share.sharePassword, id.uuidString, id.hex,
            ProcessInfo.processInfo.hostName,
        ]
        for member in try await engine.view(id).members {
            hidden += [member.party.hex, String(member.party.hex.prefix(8))]
        }
        for event in try await engine.log(in: id) { hidden.append(event.id.hex) }
        for text in [folder, bucket, cloud] {
            for word in hidden where !word.isEmpty {
                #expect(!text.lowercased().contains(word.lowercased()), "\(word)")
            }
        }
    }

    @Test("--yes shows it as well, and --json has its lines")
    func unasked() async throws {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        let path = world.folder + "/report"
        await alice.fails("/diagnostics \(path)", status: 2, "needs a yes")
        let outcome = await alice.types("/diagnostics \(path) --yes")
        #expect(outcome.lines.contains("groups: 0"))
        #expect(outcome.lines.last?.contains("Read it before you send it") == true)
        #expect(outcome.json[0].contains("\"lines\":[\"[fen]\",\"version: "))
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("[fen]\n"))
    }

    static let share = NextcloudStore(
        baseURL: "http://127.0.0.1:9/wolke", shareToken: "Freigabe4711abc",
        sharePassword: "sesam-oeffne-dich-9", pin: nil)

    static let store = S3Store(
        endpoint: "http://127.0.0.1:9", region: "us-east-1", bucket: "geheimer-eimer",
        accessKeyID: "AKIDGEHEIM", secretAccessKey: secret, pathStyle: true, pin: nil)
}
