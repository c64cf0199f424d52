import Foundation
import Testing

/// Two computers with a cable between them: network namespaces of this machine.
@Suite(
    "two hosts and a cable", .serialized,
    .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"),
    .enabled(if: Cable.isPossible, "needs root and ip netns"))
struct NamespaceTests {
    @Test("a cable that is pulled and put back loses nothing, and needs no command")
    func pulled() throws {
        let workshop = try Workshop()
        let cable = try Cable()
        let alice = try FenProcess(
            home: workshop.file("alice"), launcher: cable.inside(.first))
        let bob = try FenProcess(
            home: workshop.file("bob"), arguments: ["--json", "--yes"],
            launcher: cable.inside(.second))
        func expect(_ process: FenProcess, _ line: String) throws -> FenAnswer {
            let answer = try #require(process.ask(line), "\(line)")
            #expect(answer.isOK, "\(line): \(answer)")
            return answer
        }
        _ = try expect(alice, "/me Alice")
        _ = try expect(alice, "/new Trip EUR")
        _ = try expect(alice, "/listen \(cable.address):7117")
        let link = try #require(try expect(alice, "/invite Bob").text("link"))
        _ = try expect(bob, "/me Bob")
        _ = try expect(bob, "/join \(link)")
        _ = try expect(bob, "+ 12 Tea for Alice, Bob")

        try cable.pull()
        for number in 1...20 {
            _ = try expect(alice, "+ \(number) Round for Alice, Bob")
            _ = try expect(bob, "+ \(number) Answer for Alice, Bob")
        }
        Thread.sleep(forTimeInterval: 2)
        try cable.plug()
        var dumps: [String?] = []
        for _ in 0..<200 {
            dumps = try [alice, bob].map { try expect($0, "/dump").text("dump") }
            if dumps[0] == dumps[1] { break }
            Thread.sleep(forTimeInterval: 0.1)
        }
        #expect(dumps[0] != nil && dumps[0] == dumps[1])
        let last = try expect(alice, "/expenses all").list("entries").count
        #expect(last == 41)
        alice.finish()
        bob.finish()
    }
}

/// A cable between two network namespaces; both are taken away with it.
final class Cable {
    /// An end of it.
    enum End: Int {
        case first = 1
        case second = 2
    }

    /// Whether this machine lets us lay one.
    static let isPossible: Bool = {
        guard geteuid() == 0 else { return false }
        let name = "fenprobe\(getpid())"
        defer { _ = try? Cable.ip("netns", "del", name) }
        return (try? ip("netns", "add", name)) == 0
            && (try? ip("netns", "exec", name, "true")) == 0
            && (try? ip("-n", name, "link", "add", "probe0", "type", "veth")) == 0
    }()

    private let name = "fen\(getpid() % 10_000)"

    /// The first end's address.
    let address = "10.77.0.1"

    init() throws {
        for end in 1...2 { try Self.must("netns", "add", "\(name)n\(end)") }
        try Self.must(
            "link", "add", "\(name)v1", "netns", "\(name)n1", "type", "veth", "peer", "name",
            "\(name)v2", "netns", "\(name)n2")
        for end in 1...2 {
            try Self.must(
                "-n", "\(name)n\(end)", "addr", "add", "10.77.0.\(end)/24", "dev",
                "\(name)v\(end)")
            try Self.must("-n", "\(name)n\(end)", "link", "set", "\(name)v\(end)", "up")
        }
    }

    deinit {
        for end in 1...2 { _ = try? Self.ip("netns", "del", "\(name)n\(end)") }
    }

    /// What a program is started with to run at an end.
    func inside(_ end: End) -> [String] {
        ["/usr/bin/env", "ip", "netns", "exec", "\(name)n\(end.rawValue)"]
    }

    /// Pulls the cable.
    func pull() throws { try Self.must("-n", "\(name)n1", "link", "set", "\(name)v1", "down") }

    /// Puts it back.
    func plug() throws { try Self.must("-n", "\(name)n1", "link", "set", "\(name)v1", "up") }

    private static func must(_ arguments: String...) throws {
        let status = try run(arguments)
        try #require(status == 0, "ip \(arguments.joined(separator: " "))")
    }

    private static func ip(_ arguments: String...) throws -> Int32 { try run(arguments) }

    private static func run(_ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ip"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
