import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// How a life ends, and what must hold then.
extension DeviceLife {
    /// Everybody meets until nothing is left to be said; late answers come due. Whoever lacks the
    /// group gets it by an invite, whoever has to choose does, and forks are acknowledged.
    func end() async throws {
        for _ in 0..<2 { try await settle() }
        for _ in 0..<3 { try await choose() }
        for _ in 0..<2 { try await settle() }
        // A home that was set back to before its person was let in knows neither that nor the key.
        for name in Self.everybody where try await view(name)?.myStatus != .active {
            guard let host = try await chief(), host != name,
                let party = try? await table.party(name),
                try await view(host)?.member(party)?.status == .active
            else { continue }
            try await attempt("invite \(name) anew", by: host) { try await join(name, at: host) }
        }
        for _ in 0..<4 { try await settle() }
        try await acknowledge()
    }

    private func settle() async throws {
        try await meetAll(try await present())
        try await passOn()
        table.clock.advance(seconds: 61)
    }

    /// The role may have been given to somebody who had left by then: they are told, and pass it on.
    private func passOn() async throws {
        for name in try await present() {
            guard let view = try await view(name), view.isOrganiser, view.myStatus != .active,
                let heir = view.members.first(where: { $0.status == .active })
            else { continue }
            try await attempt("pass on to \(heir.name)", by: name) {
                _ = try await table.open(name).handOver(to: heir.party, in: table.group)
            }
        }
    }

    /// A home that was set back and met only some of the others may have used a number twice: every
    /// device names that, and the organiser acknowledges it. Over a store it never happens.
    private func acknowledge() async throws {
        guard let host = try await chief(), let gate = try await view(host)?.gate else {
            return
        }
        for case .fork(let author, _) in gate {
            let name = try await name(of: author)
            #expect(ways == .peers && wasSetBack.contains(name), "\(name) forked; \(note)")
            try await attempt("acknowledge \(name)'s fork", by: host) {
                let chief = try await table.open(host)
                _ = try await chief.acknowledge(
                    try await chief.gaps(in: table.group), in: table.group)
            }
        }
        for _ in 0..<2 { try await settle() }
    }

    private func name(of party: PartyID) async throws -> String {
        for name in Self.everybody where try await table.party(name) == party { return name }
        return party.hex
    }

    /// What must hold.
    func judge() async throws {
        let group = table.group
        guard let host = try await chief() else { return try await judgeDead() }
        let chief = try await table.open(host)
        let roster = try await chief.view(group)
        let newest = try #require(try await chief.newestKeyID(in: group))
        var active: [String] = []
        for name in try await present() {
            let engine = try await table.open(name)
            let view = try await engine.view(group)
            switch roster.member(try await table.party(name))?.status {
            case .active:
                active.append(name)
                #expect(
                    view.partial.isEmpty && view.gate.isEmpty,
                    "\(name) \(view.partial) \(view.gate) \(note)")
                let keys = view.keys
                #expect(keys.lacking.isEmpty && keys.wrongFrom.isEmpty, "\(name) \(keys) \(note)")
                #expect(
                    try await engine.heldEpochs(in: group) == chief.heldEpochs(in: group),
                    "\(name) \(note)")
                #expect(view.members == roster.members, "\(name) \(note)")
                #expect(view.waitsFor == nil, "\(name) \(note)")
                let rows = try await engine.balances(in: group).rows
                let chiefs = try await chief.balances(in: group).rows
                #expect(rows.elementsEqual(chiefs, by: ==), "\(name) \(note)")
            case .left, .removed:
                // Whoever has asked to come back was given the key with the invite.
                if view.isReturning || hasLink.contains(name) { continue }
                let held = try await engine.heldKeys(in: group).map(\.keyID)
                #expect(!held.contains(newest), "\(name) holds the newest key; \(note)")
                #expect(view.waitsFor == nil, "\(name) \(note)")
            case .pending:
                // One whose home was set back may not know any more that they had asked.
                #expect(
                    view.waitsFor != nil || wasSetBack.contains(name), "\(name) \(note)")
            case .guest, nil: break
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
        try await judgeNumbers()
    }

    /// A group may die: whoever is left in it has left, or has lost all but the words.
    private func judgeDead() async throws {
        for name in try await present() {
            guard let view = try await view(name), view.myStatus == .active else { continue }
            #expect(view.organiser != view.me, "\(note)")
        }
        try await judgeNumbers()
    }

    /// No number of anybody's stands with two different events, on any device or in the store, but
    /// for what every device has named as a fork.
    private func judgeNumbers() async throws {
        guard ways != .peers else { return }
        var ids: [PartyID: [UInt64: Set<EventID>]] = [:]
        for name in try await present() {
            for event in try await table.open(name).log(in: table.group) {
                ids[event.reference.author, default: [:]][event.reference.seq, default: []]
                    .insert(event.id)
            }
        }
        for event in try table.sealedEvents() {
            ids[PartyID(member: event.header.author), default: [:]][event.header.seq, default: []]
                .insert(event.id)
        }
        for (author, numbers) in ids {
            for (seq, found) in numbers where found.count > 1 {
                Issue.record("number \(seq) of \(author.hex.prefix(4)) twice; \(note)")
            }
        }
    }
}
