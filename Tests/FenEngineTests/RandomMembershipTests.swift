import FenCrypto
import FenLedger
import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Random lives of a group: people join, go, come back, are away, hand over and change the key, in
/// any order and without knowing of each other. Then everybody meets.
@Suite("random memberships", .serialized)
struct RandomMembershipTests {
    /// More with `FEN_RANDOM_MEMBERSHIPS` set to how many.
    static let seeds: [UInt64] = {
        let named = ProcessInfo.processInfo.environment["FEN_RANDOM_MEMBERSHIPS"]
        return Array(1...(named.flatMap { UInt64($0) } ?? 6))
    }()

    @Test("same roster, keys by entitlement, no event lost, no number twice", arguments: seeds)
    func lives(_ seed: UInt64) async throws {
        let life = try await Life(seed)
        for _ in 0..<36 { try await life.step() }
        try await life.meet()
        try await life.judge()
        await life.table.closeAll()
    }
}

/// One group's life.
private final class Life {
    private static let everybody = ["Alice", "Bob", "May", "Zoe", "Dana"]

    let table: Table
    private let seed: UInt64
    private var generator: SeededGenerator
    private var trail: [String] = []
    /// Who was ever let in or asked to be.
    private var known = ["Alice"]
    /// Who has ever gone, or was to go: what they wrote without knowing may not count.
    private var hasGone: Set<String> = []
    private var spent: [(name: String, text: String)] = []

    init(_ seed: UInt64) async throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        table = try await Table.make()
        for name in ["Bob", "May"] {
            _ = try await table.join(name)
            known.append(name)
        }
    }

    private func pick(_ names: [String]) -> String? {
        names.isEmpty ? nil : names[generator.below(names.count)]
    }

    /// The one who believes to be the organiser; of several any.
    private func organiser() async throws -> String? {
        var found: [String] = []
        for name in known {
            let view = try await table.open(name).view(table.group)
            if view.isOrganiser, view.myStatus == .active { found.append(name) }
        }
        return pick(found)
    }

    /// One thing that somebody does.
    func step() async throws {
        let group = table.group
        switch generator.below(17) {
        case 0...4:
            guard let name = pick(known) else { return }
            let text = "\(name) \(spent.count)"
            guard
                try await attempt(
                    "spend \(text)", by: name, { try await table.spend(name, text, 100) })
            else { return }
            spent.append((name, text))
        case 5...9:
            guard let name = pick(known) else { return }
            try await attempt("sync", by: name) { _ = try await table.open(name).sync(in: group) }
        case 10, 11: try await bringIn()
        case 12: try await remove()
        case 13:
            guard let name = pick(known) else { return }
            if try await attempt("leave", by: name, { _ = try await table.open(name).leave(group) })
            {
                hasGone.insert(name)
            }
        case 14:
            guard let name = try await organiser() else { return }
            try await attempt("rotate", by: name) {
                _ = try await table.open(name).rotateKey(in: group)
            }
        case 15: try await handOver()
        default:
            guard let name = pick(known) else { return }
            trail.append("\(name) restarts")
            await table.close(name)
        }
    }

    private func bringIn() async throws {
        let group = table.group
        guard let host = try await organiser(),
            let name = pick(Self.everybody.filter { $0 != host })
        else { return }
        let person = try await table.open(name)
        let here = known.contains(name) ? try await person.view(group).myStatus : nil
        guard here != .active, here != .pending else { return }
        try await attempt("join \(name)", by: host) {
            let engine = try await table.open(host)
            let link = try await engine.issueInvite(name: name, ttl: 1_800, in: group).link
            let preview = try await person.previewInvite(link)
            _ = try await person.join(preview, folder: table.storePath)
        }
        if !known.contains(name), (try? await person.view(group)) != nil { known.append(name) }
    }

    private func handOver() async throws {
        let group = table.group
        guard let host = try await organiser(), let name = pick(known.filter { $0 != host }) else {
            return
        }
        let party = try await table.party(name)
        try await attempt("hand over to \(name)", by: host) {
            _ = try await table.open(host).handOver(to: party, in: group)
        }
    }

    private func remove() async throws {
        let group = table.group
        guard let host = try await organiser(), let name = pick(known.filter { $0 != host }) else {
            return
        }
        let party = try await table.party(name)
        let isDone = try await attempt("remove \(name)", by: host) {
            _ = try await table.open(host).removeMember(party, in: group)
        }
        if isDone { hasGone.insert(name) }
    }

    /// Does something that may be refused; a defect and trouble with trust may not.
    @discardableResult
    private func attempt(
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

    private var note: String { "seed \(seed): " + trail.joined(separator: "; ") }

    /// Everybody syncs until nothing is left to be said; late answers come due.
    func meet() async throws {
        for _ in 0..<4 {
            for name in known { _ = try? await table.open(name).sync(in: table.group) }
            table.clock.advance(seconds: 61)
        }
    }

    /// The role may have been given to somebody who had left by then: they are told, and pass it on.
    private func passOn() async throws {
        let group = table.group
        for name in known {
            let engine = try await table.open(name)
            let view = try await engine.view(group)
            guard view.isOrganiser, view.myStatus != .active,
                let heir = view.members.first(where: { $0.status == .active })
            else { continue }
            trail.append("\(name) passes it on to \(heir.name)")
            _ = try await engine.handOver(to: heir.party, in: group)
            try await meet()
        }
    }

    /// What must hold.
    func judge() async throws {
        let group = table.group
        try await passOn()
        // A group may die: whoever is left in it has left.
        let first = try await table.open("Alice").view(group)
        guard first.members.contains(where: { $0.status == .active }) else { return }
        let host = try #require(try await organiser(), "\(note)")
        let chief = try await table.open(host)
        let roster = try await chief.view(group)
        let newest = try #require(try await chief.newestKeyID(in: group))
        var active: [String] = []
        for name in known {
            let engine = try await table.open(name)
            let party = try await table.party(name)
            switch roster.member(party)?.status {
            case .active:
                active.append(name)
                let view = try await engine.view(group)
                #expect(view.partial.isEmpty && view.gate.isEmpty, "\(name) \(note)")
                #expect(view.keys.lacking.isEmpty && view.keys.wrongFrom.isEmpty, "\(name) \(note)")
                #expect(
                    try await engine.heldEpochs(in: group) == chief.heldEpochs(in: group),
                    "\(name) \(note)")
                #expect(view.members == roster.members, "\(name) \(note)")
            case .left, .removed:
                // Whoever has asked to come back was given the key with the invite.
                if try await engine.view(group).isReturning { continue }
                let held = try await engine.heldKeys(in: group).map(\.keyID)
                #expect(!held.contains(newest), "\(name) holds the newest key; \(note)")
            case .pending, .guest, nil: break
            }
        }
        try await table.expectSame(active, note)
        #expect(roster.keys.formerHolders.isEmpty && !roster.keys.isUnfinished, "\(note)")
        let counted = Set(try await table.expenses(host))
        for expense in spent where !hasGone.contains(expense.name) && active.contains(expense.name)
        {
            #expect(counted.contains(expense.text), "\(expense.text) is lost; \(note)")
        }
        for name in active {
            #expect(try await table.open(name).rebuild(in: group).wasSame, "\(name) \(note)")
        }
    }
}

extension Engine {
    /// Names the newest key of a group.
    func newestKeyID(in id: GroupID) throws -> KeyID? {
        try group(id).newestKey?.keyID
    }
}
