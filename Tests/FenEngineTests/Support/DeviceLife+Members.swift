import FenMoney
import FenProtocol
import Testing

@testable import FenEngine

/// Who comes and goes.
extension DeviceLife {
    /// Somebody answers an invite of somebody's: without a store the link is all that goes over.
    func join(_ name: String, at host: String) async throws {
        let engine = try await table.open(host)
        let link = try await engine.issueInvite(name: name, ttl: 1_800, in: table.group).link
        try await answer(link, name)
        if ways == .peers { try await meet(name, host) }
    }

    private func answer(_ link: String, _ name: String) async throws {
        let person = try await table.open(name)
        hasLink.insert(name)
        _ = try await person.join(
            try await person.previewInvite(link), folder: ways == .peers ? nil : table.storePath)
    }

    /// Those whom an invite could let in.
    private func outside(_ host: String) async throws -> [String] {
        var names: [String] = []
        for name in Self.everybody where name != host {
            let status = try await view(name)?.myStatus
            if status != .active, status != .pending { names.append(name) }
        }
        return names
    }

    func bringIn() async throws {
        guard let host = try await organiser(), let name = pick(try await outside(host)) else {
            return
        }
        try await attempt("invite \(name)", by: host) { try await join(name, at: host) }
    }

    /// Two or three answer one invite, and meet whoever they meet.
    func race() async throws {
        guard let host = try await organiser() else { return }
        let names = try await outside(host).shuffled(using: &generator).prefix(3)
        guard names.count > 1 else { return }
        try await attempt("invite for \(names.joined(separator: ", "))", by: host) {
            let link = try await table.open(host)
                .issueInvite(name: "Whoever", ttl: 1_800, in: table.group).link
            for name in names {
                try await attempt("answer", by: name) { try await answer(link, name) }
            }
        }
        guard ways != .store else { return }
        for name in names where try await view(name) != nil {
            guard let other = pick(try await present().filter { !names.contains($0) }) else {
                return
            }
            try await meet(name, other)
        }
    }

    /// An organiser says whom they meant by an invite that several have answered.
    func choose() async throws {
        guard let host = try await organiser() else { return }
        let engine = try await table.open(host)
        let open = try await engine.invites(in: table.group).filter { invite in
            switch invite.status {
            case .open, .expired: !invite.joiners.isEmpty
            case .used, .revoked: false
            }
        }
        guard let joiner = open.first?.joiners.randomElement(using: &generator) else { return }
        try await attempt("admit \(joiner.name)", by: host) {
            _ = try await engine.admit(joiner.party, in: table.group)
        }
    }

    func remove() async throws {
        guard let host = try await organiser(),
            let name = pick(Self.everybody.filter { $0 != host })
        else { return }
        let party = try await table.party(name)
        let isDone = try await attempt("remove \(name)", by: host) {
            _ = try await table.open(host).removeMember(party, in: table.group)
        }
        if isDone {
            hasGone.insert(name)
            hasLink.remove(name)
        }
    }

    func leave() async throws {
        guard let name = pick(try await present()) else { return }
        let isDone = try await attempt("leave", by: name) {
            _ = try await table.open(name).leave(table.group)
        }
        if isDone {
            hasGone.insert(name)
            hasLink.remove(name)
        }
    }

    func handOver() async throws {
        guard let name = pick(Self.everybody) else { return }
        let party = try await table.party(name)
        try await lead("hand over to \(name)") { engine, group in
            _ = try await engine.handOver(to: party, in: group)
        }
    }

    func nameDeputy() async throws {
        guard let name = pick(Self.everybody) else { return }
        let party = try await table.party(name)
        try await lead("deputy \(name)") { engine, group in
            _ = try await engine.nameDeputy(party, in: group)
        }
    }

    /// The deputy takes over, with all that everybody knows, and everybody hears of it: what an
    /// organiser does meanwhile loses its right, and a key that it changed is never announced
    /// (SuccessionTests).
    func takeOver() async throws {
        for _ in 0..<2 { try await meetAll(try await present()) }
        for name in try await present() {
            guard let view = try await view(name), view.deputy == view.me, !view.isOrganiser,
                let chief = try await chief(),
                try await self.view(chief)?.member(view.me)?.status == .active
            else { continue }
            try await attempt("take over", by: name) {
                _ = try await table.open(name).takeOver(in: table.group)
            }
            for _ in 0..<2 { try await meetAll(try await present()) }
            return
        }
    }
}
