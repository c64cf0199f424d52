import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import FenStorage
import FenStore
import Foundation
import Testing

@testable import FenEngine

/// People of one group, each with a home below one temporary folder, and a shared folder as store.
final class Table {
    let folder: TemporaryFolder
    let clock: TestClock
    private(set) var group = GroupID.zero
    private var homes: [String: Engine] = [:]

    /// An organiser, a group and its store; the others are invited by `join`.
    static func make(
        organiser: String = "Alice", clock: TestClock = TestClock(), withStore: Bool = true,
        lab: Bool = false
    ) async throws -> Table {
        let table = try Table(clock: clock)
        let alice = try await table.open(organiser)
        table.group = try await alice.createGroup(
            name: "Dublin4Ever", currency: table.euro, lab: lab)
        if withStore {
            try await alice.setBackend(.folder(path: table.storePath), in: table.group)
        }
        return table
    }

    private init(clock: TestClock) throws {
        folder = try TemporaryFolder()
        self.clock = clock
        try FileManager.default.createDirectory(
            atPath: folder.file("store"), withIntermediateDirectories: true)
    }

    /// The shared folder.
    var storePath: String { folder.file("store") }

    /// The currency of the group.
    var euro: Currency { get throws { try #require(Currency(code: "EUR")) } }

    /// A person's home.
    func homePath(_ name: String) -> String { folder.file("home-\(name)") }

    /// A person's engine; opened when it is not, with an identity when there is none.
    func open(_ name: String) async throws -> Engine {
        if let known = homes[name] { return known }
        var options = EngineOptions(home: homePath(name), clock: clock.clock)
        options.costs = .least
        let engine = try await openHome(options)
        if try await engine.identity() == nil { try await engine.createIdentity(name: name) }
        homes[name] = engine
        return engine
    }

    /// Ends a person's process cleanly.
    func close(_ name: String) async {
        await homes.removeValue(forKey: name)?.close()
    }

    /// Ends everybody's process.
    func closeAll() async {
        for name in homes.keys { await close(name) }
    }

    /// Lets a person join by a fresh invite, and the organiser let them in.
    func join(_ name: String, organiser: String = "Alice") async throws -> Engine {
        let alice = try await open(organiser)
        let person = try await open(name)
        let invite = try await alice.issueInvite(name: name, ttl: 1_800, in: group)
        let preview = try await person.previewInvite(invite.link)
        _ = try await person.join(preview, folder: storePath)
        let report = try await alice.sync(in: group)
        #expect(report.admitted.count == 1)
        _ = try await person.sync(in: group)
        return person
    }

    /// A person's id in money.
    func party(_ name: String) async throws -> PartyID {
        PartyID(member: try await key(name))
    }

    /// A person's key.
    func key(_ name: String) async throws -> MemberID {
        try #require(try await open(name).identity()).publicKey
    }

    /// Logs an expense paid by who logs it, split among the given people.
    @discardableResult
    func spend(
        _ name: String, _ text: String, _ minor: Int64, among others: [String] = []
    ) async throws -> Written {
        let payer = try await party(name)
        var parties = [payer]
        for other in others { parties.append(try await party(other)) }
        return try await open(name).logExpense(
            try expense(text, minor, by: payer, for: parties), in: group)
    }

    // MARK: The store's files

    /// The folder of the group's logs.
    var logsPath: String { storePath + "/groups/\(group.uuidString)/logs" }

    /// A person's log file.
    func logPath(_ name: String) async throws -> String {
        logsPath + "/\(try await key(name).hex).jsonl"
    }

    /// A file's bytes.
    func read(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Writes a file.
    func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// Gives a group a backend of the test's own on one device.
    func use(_ backend: any StorageBackend, for name: String) async throws {
        try await open(name).use(backend, in: group)
    }
}

extension Engine {
    /// Puts a backend of a test's own in place of the group's.
    func use(_ backend: any StorageBackend, in id: GroupID) {
        backends[id] = backend
    }
}

/// The balance of a party in minor units; nil without a row.
func balance(_ engine: Engine, _ party: PartyID, in id: GroupID) async throws -> Int128? {
    try await engine.balances(in: id).rows.first { $0.party == party }?.minor
}

/// Runs something that must fail and returns how.
func failure(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> FenError {
    do {
        try await body()
    } catch let error as FenError {
        return error
    }
    Issue.record("nothing failed", sourceLocation: sourceLocation)
    throw CocoaError(.featureUnsupported)
}

extension Table {
    /// Lets a person join by a fresh invite that names where the organiser listens.
    func meet(_ name: String, organiser: String = "Alice") async throws -> Engine {
        let alice = try await open(organiser)
        let person = try await open(name)
        let invite = try await alice.issueInvite(name: name, ttl: 1_800, in: group)
        _ = try await person.join(try await person.previewInvite(invite.link), folder: nil)
        try await settleDown([organiser, name])
        return person
    }

    /// Waits until all these devices show the same, at most 10 s.
    func settleDown(_ names: [String]) async throws {
        var dumps: Set<[UInt8]> = []
        for _ in 0..<1_000 {
            dumps = []
            for name in names { dumps.insert(try await open(name).dump(in: group)) }
            if dumps.count == 1 { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        let all = Array(dumps)
        Issue.record("devices differ: \(difference(all[0], all[1]))")
    }

    /// Lets a person write one number twice, as with a copied home: once here, once in a file of
    /// the store beside theirs. Returns their key.
    @discardableResult
    func fork(_ name: String) async throws -> MemberID {
        await close(name)
        try FileManager.default.copyItem(atPath: homePath(name), toPath: homePath("\(name)Twin"))
        try await spend(name, "On the laptop", 100)
        let apart = MemoryBackend()
        try await use(apart, for: "\(name)Twin")
        _ = try await spend("\(name)Twin", "On the desktop", 200)
        await close("\(name)Twin")
        let layout = try #require(StorageLayout(group: group.uuidString))
        let key = try await key(name)
        let log = try #require(layout.log(author: key.hex))
        try write(try await apart.readAll(log).bytes, to: logsPath + "/\(key.hex)-copy.jsonl")
        return key
    }
}

/// Leaves a home as a process does that was killed.
func markOpen(_ home: String) throws {
    let connection = try Connection(path: home + "/fen.db", mode: .readWrite)
    try connection.runScript("INSERT OR REPLACE INTO meta(key, value) VALUES('is_open', 1)")
}
