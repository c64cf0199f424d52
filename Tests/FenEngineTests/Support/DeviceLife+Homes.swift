import FenMoney
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// What becomes of homes.
extension DeviceLife {
    private func keptPath(_ name: String, _ kind: String) -> String {
        table.folder.file("\(name).\(kind)")
    }

    /// Somebody copies their home's folder, or makes a backup, over an older one.
    func keep() async throws {
        guard let name = pick(Self.everybody) else { return }
        let kind = generator.below(2) == 0 ? "copy" : "backup"
        let path = keptPath(name, kind)
        try? FileManager.default.removeItem(atPath: path)
        if kind == "copy" {
            _ = try await table.open(name)
            await table.close(name)
            try FileManager.default.copyItem(atPath: table.homePath(name), toPath: path)
        } else {
            try await BackupTests.backUp(name, of: table, to: path)
        }
        kept[name, default: []].insert(kind)
        trail.append("\(name) keeps a \(kind)")
    }

    /// Somebody's home is lost, and what was kept of it brought back.
    func restore() async throws {
        guard let name = pick(kept.keys.sorted()),
            let kind = kept[name]?.sorted().randomElement(using: &generator)
        else { return }
        try await lose(name)
        let path = keptPath(name, kind)
        if kind == "copy" {
            try FileManager.default.copyItem(atPath: path, toPath: table.homePath(name))
        } else {
            let back = try await BackupTests.emptyHome(name, of: table)
            _ = try await back.restore(path, under: BackupTests.passphrase)
            await back.close()
        }
        trail.append("\(name) is back by the \(kind)")
    }

    /// Somebody's home is lost but for the twelve words; the group comes by a fresh invite. Not the
    /// organiser's, whom nobody can invite, nor the deputy's, who stands for them.
    func loseAllButWords() async throws {
        guard let name = pick(Self.everybody) else { return }
        for other in try await present() {
            guard let view = try await view(other) else { continue }
            let party = try await table.party(name)
            if view.organiser == party || view.deputy == party { return }
        }
        let words = try await table.open(name).phrase()
        try await lose(name)
        let back = try await BackupTests.emptyHome(name, of: table)
        _ = try await back.restoreIdentity(words: words, name: name)
        await back.close()
        trail.append("\(name) is back by the words")
    }

    /// A home goes; what nobody else holds is gone with it.
    private func lose(_ name: String) async throws {
        var others: Set<EventID> = []
        for other in try await present() where other != name {
            others.formUnion(try await table.open(other).log(in: table.group).map(\.id))
        }
        if ways != .peers { others.formUnion(try table.storedEvents().values.flatMap(\.self)) }
        spent.removeAll { !others.contains($0.id) }
        wasSetBack.insert(name)
        await table.close(name)
        try FileManager.default.removeItem(atPath: table.homePath(name))
    }
}
