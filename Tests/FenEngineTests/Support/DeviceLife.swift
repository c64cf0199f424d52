import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// One group's life on five devices, as a seed has it.
final class DeviceLife {
    /// How the devices reach each other.
    enum Ways: Int { case store, peers, both }

    static let everybody = ["Alice", "Bob", "May", "Zoe", "Dana"]
    static let passphrase = "correct horse battery"

    let table: Table
    let ways: Ways
    let seed: UInt64
    var generator: SeededGenerator
    var trail: [String] = []
    /// Who has ever gone, or was to go: what they wrote without knowing may not count.
    var hasGone: Set<String> = []
    /// Whose home was set back to what it had been.
    var wasSetBack: Set<String> = []
    var spent: [(name: String, text: String, id: EventID)] = []
    /// Who has used an invite since they went, and so was given the key.
    var hasLink: Set<String> = []
    /// What was kept of somebody's home: a copy of the folder, a backup.
    var kept: [String: Set<String>] = [:]

    init(_ seed: UInt64) async throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        ways = Ways(rawValue: Int(seed % 3)) ?? .store
        table = try await Table.make(withStore: ways != .peers)
        for name in ["Bob", "May"] { try await join(name, at: "Alice") }
        for _ in 0..<2 { try await meetAll(["Alice", "Bob", "May"]) }
        _ = try await table.open("Alice").nameDeputy(try await table.party("Bob"), in: table.group)
        try await meetAll(["Alice", "Bob", "May"])
    }

    /// What has happened, for whoever reads of a failure.
    var note: String { "seed \(seed), \(ways): " + trail.joined(separator: "; ") }

    func pick(_ names: [String]) -> String? {
        names.isEmpty ? nil : names[generator.below(names.count)]
    }

    /// How the group stands on somebody's device; nil while it is not there.
    func view(_ name: String) async throws -> GroupView? {
        let engine = try await table.open(name)
        guard try await engine.groups().contains(where: { $0.id == table.group }) else {
            return nil
        }
        return try await engine.view(table.group)
    }

    /// Those on whose device the group is.
    func present() async throws -> [String] {
        var names: [String] = []
        for name in Self.everybody where try await view(name) != nil { names.append(name) }
        return names
    }

    /// Whom most members' devices take for the organiser, if they are and are here.
    func chief() async throws -> String? {
        var votes: [PartyID: Int] = [:]
        for name in try await present() {
            guard let view = try await view(name), view.myStatus == .active else { continue }
            votes[view.organiser, default: 0] += 1
        }
        let most = votes.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        for name in Self.everybody {
            guard let view = try await view(name), view.me == most else { continue }
            return view.isOrganiser && view.myStatus == .active ? name : nil
        }
        return nil
    }

    /// One who believes to be the organiser. Whom a group without a store has turned away may believe
    /// so for ever: there it is the one.
    func organiser() async throws -> String? {
        if ways == .peers { return try await chief() }
        var found: [String] = []
        for name in Self.everybody {
            guard let view = try await view(name) else { continue }
            if view.isOrganiser, view.myStatus == .active { found.append(name) }
        }
        return pick(found)
    }

    /// One thing that somebody does.
    func step() async throws {
        switch generator.below(26) {
        case 0...4: try await spend()
        case 5...9: try await reach()
        case 10, 11: try await bringIn()
        case 12: try await race()
        case 13: try await choose()
        case 14, 15: try await together(remove)
        case 16: try await together(leave)
        case 17:
            try await lead("rotate") { engine, group in
                _ = try await engine.rotateKey(in: group)
            }
        case 18: try await together(handOver)
        case 19: try await together(nameDeputy)
        case 20: try await takeOver()
        case 21, 22: try await keep()
        case 23, 24: try await restore()
        default: try await loseAllButWords()
        }
    }

    /// Does something that may be refused; a defect and trouble with trust may not.
    @discardableResult
    func attempt(
        _ what: String, by name: String, _ body: () async throws -> Void
    ) async throws -> Bool {
        do {
            try await body()
            trail.append("\(name): \(what)")
            return true
        } catch let error as FenError {
            trail.append("\(name): \(what) refused: \(error.code)")
            #expect(
                error.status != .defect && error.code != "NO_KEY", "\(note): \(error.message)")
            return false
        }
    }

    /// Somebody goes, or the role moves. Without a store nobody tells those whom everybody turns away,
    /// so what two organisers do there without knowing of each other may part a group for good: over
    /// peers alone everybody meets before and after.
    private func together(_ change: () async throws -> Void) async throws {
        let rounds = ways == .peers ? 2 : 0
        for _ in 0..<rounds { try await meetAll(try await present()) }
        try await change()
        for _ in 0..<rounds { try await meetAll(try await present()) }
    }

    private func spend() async throws {
        guard let name = pick(try await present()) else { return }
        let text = "\(name) \(spent.count)"
        try await attempt("spend \(text)", by: name) {
            let written = try await table.spend(name, text, 100)
            spent.append((name, text, written.id))
        }
    }

    /// Somebody looks into the store, or reaches somebody.
    private func reach() async throws {
        let group = table.group
        guard let name = pick(try await present()) else { return }
        if ways == .store || (ways == .both && generator.below(2) == 0) {
            try await attempt("sync", by: name) {
                _ = try await table.open(name).sync(in: group)
            }
        } else if let other = pick(try await present().filter { $0 != name }) {
            try await meet(name, other)
        }
    }

    /// Lets one device dial another.
    func meet(_ name: String, _ other: String) async throws {
        let isLetIn = try await Meeting.hold(
            try await table.open(name), try await table.open(other), in: table.group)
        trail.append("\(name) \(isLetIn ? "meets" : "is turned away by") \(other)")
    }

    /// Everybody of these looks into the store, or reaches everybody else.
    func meetAll(_ names: [String]) async throws {
        for name in names {
            if ways != .peers { _ = try? await table.open(name).sync(in: table.group) }
            guard ways != .store else { continue }
            for other in names where other != name {
                _ = try await Meeting.hold(
                    try await table.open(name), try await table.open(other), in: table.group)
            }
        }
    }

    func lead(
        _ what: String, _ body: (Engine, GroupID) async throws -> Void
    ) async throws {
        guard let name = try await organiser() else { return }
        try await attempt(what, by: name) { try await body(table.open(name), table.group) }
    }
}
