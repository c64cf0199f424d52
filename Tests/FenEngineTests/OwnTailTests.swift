import FenEncoding
import FenEngine
import FenProtocol
import Foundation
import Testing

/// No number is ever used twice: restored homes, copied homes, two processes (Wire format, Own tail).
@Suite("the own tail")
struct OwnTailTests {
    @Test("AC-14: a restored home pulls what it wrote later before it writes")
    func restoredHome() async throws {
        for inPlace in [false, true] {
            let table = try await Table.make()
            let bob = try await table.join("Bob")
            while try await bob.log(author: try await table.party("Bob"), in: table.group).count
                < 10
            {
                try await table.spend("Bob", "Early", 100)
            }
            await table.close("Bob")
            let backup = table.folder.file("backup")
            try FileManager.default.copyItem(atPath: table.homePath("Bob"), toPath: backup)
            for number in 11...14 { try await table.spend("Bob", "Late \(number)", 100) }
            let alice = try await table.open("Alice")
            _ = try await alice.sync(in: table.group)
            await table.close("Bob")

            try restore(backup, to: table.homePath("Bob"), inPlace: inPlace)
            let old = try await table.open("Bob")
            let written = try await table.spend("Bob", "After the restore", 100)
            #expect(written.reference.seq == 15)
            let log = try await old.log(author: try await table.party("Bob"), in: table.group)
            #expect(log.map(\.reference.seq) == Array(1...15))
            _ = try await alice.sync(in: table.group)
            #expect(try await alice.dump(in: table.group) == old.dump(in: table.group))
            #expect(try await alice.view(table.group).gate.isEmpty)
            await table.closeAll()
        }
    }

    @Test("a restored home that can reach nobody does not write")
    func restoredOffline() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        try await table.spend("Bob", "Early", 100)
        await table.close("Bob")
        let backup = table.folder.file("backup")
        try FileManager.default.copyItem(atPath: table.homePath("Bob"), toPath: backup)
        try await table.spend("Bob", "Late", 100)
        await table.close("Bob")
        try restore(backup, to: table.homePath("Bob"), inPlace: false)
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        // Copied while open counts as well: the last process did not end cleanly.
        let old = try await table.open("Bob")
        let error = try await failure { try await table.spend("Bob", "Twice?", 100) }
        #expect(error.code == "OWN_TAIL_UNKNOWN" && error.status == .network)
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        try await table.spend("Bob", "Not twice", 100)
        let log = try await old.log(author: try await table.party("Bob"), in: table.group)
        #expect(Set(log.map(\.reference.seq)).count == log.count)
        _ = bob
        await table.closeAll()
    }

    @Test("a person may insist where nobody answers any more, and only there")
    func insisting() async throws {
        let table = try await Table.make()
        _ = try await table.join("Bob")
        try await table.spend("Bob", "Early", 100)
        await table.close("Bob")
        let backup = table.folder.file("backup")
        try FileManager.default.copyItem(atPath: table.homePath("Bob"), toPath: backup)
        try restore(backup, to: table.homePath("Bob"), inPlace: false)
        let old = try await table.open("Bob")
        let answered = try await failure { try await old.insistOnOwnTail(in: table.group) }
        #expect(answered.code == "STORE_ANSWERS" && answered.hint?.contains("/sync") == true)
        let away = table.storePath + ".away"
        try FileManager.default.moveItem(atPath: table.storePath, toPath: away)
        let refused = try await failure { try await table.spend("Bob", "May I?", 100) }
        #expect(refused.code == "OWN_TAIL_UNKNOWN")
        #expect(refused.hint?.contains("/sync --insist") == true)
        try await old.insistOnOwnTail(in: table.group)
        try await table.spend("Bob", "I may", 100)
        await table.close("Bob")
        // The next process knows, and a store that comes back is merged with as ever.
        let again = try await table.open("Bob")
        try await table.spend("Bob", "Still", 100)
        try FileManager.default.moveItem(atPath: away, toPath: table.storePath)
        #expect(try await again.sync(in: table.group).pushed == 2)
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        #expect(try await alice.dump(in: table.group) == again.dump(in: table.group))
        await table.closeAll()
    }

    @Test("an invite that could not be announced is not listed")
    func restoredOrganiser() async throws {
        let table = try await Table.make()
        await table.close("Alice")
        let backup = table.folder.file("backup")
        try FileManager.default.copyItem(atPath: table.homePath("Alice"), toPath: backup)
        try restore(backup, to: table.homePath("Alice"), inPlace: false)
        try FileManager.default.moveItem(atPath: table.storePath, toPath: table.storePath + ".away")
        let alice = try await table.open("Alice")
        let error = try await failure {
            _ = try await alice.issueInvite(name: "Bob", ttl: 1_800, in: table.group)
        }
        #expect(error.code == "OWN_TAIL_UNKNOWN")
        #expect(try await alice.invites(in: table.group).isEmpty)
        await table.closeAll()
    }

    @Test("AC-16: the second process on a home is told which one has it")
    func secondProcess() async throws {
        let table = try await Table.make()
        let error = try await failure {
            _ = try await Engine.open(EngineOptions(home: table.homePath("Alice")))
        }
        #expect(error.code == "HOME_LOCKED")
        #expect(error.message.contains("pid \(ProcessInfo.processInfo.processIdentifier)"))
        #expect(error.status == .failed)
        let reader = try await Engine.open(
            EngineOptions(home: table.homePath("Alice"), access: .readOnly))
        #expect(try await reader.view(table.group).name == "Dublin4Ever")
        let refused = try await failure {
            _ = try await reader.postMessage("Hello", in: table.group)
        }
        #expect(refused.code == "READ_ONLY_HOME")
        await reader.close()
        await table.closeAll()
    }

    @Test("AC-16: the same home on two laptops forks; it is kept, shown and gated")
    func copiedKey() async throws {
        let table = try await Table.make()
        let bob = try await table.join("Bob")
        await table.close("Bob")
        try FileManager.default.copyItem(
            atPath: table.homePath("Bob"), toPath: table.homePath("Twin"))
        let other = table.folder.file("other-store")
        try FileManager.default.copyItem(atPath: table.storePath, toPath: other)
        // Each goes on with a store of its own; then a sync tool brings the second file over.
        let one = try await table.open("Bob")
        let twin = try await table.open("Twin")
        try await twin.setBackend(.folder(path: other), in: table.group)
        try await table.spend("Bob", "On the laptop", 100)
        try await table.spend("Twin", "On the desktop", 200)
        let name = try await table.key("Bob").hex
        try FileManager.default.copyItem(
            atPath: other + "/groups/\(table.group.uuidString)/logs/\(name).jsonl",
            toPath: table.logsPath + "/\(name).sync-conflict-20261130-1-ABC.jsonl")
        let alice = try await table.open("Alice")
        _ = try await alice.sync(in: table.group)
        _ = try await one.sync(in: table.group)
        #expect(try await alice.dump(in: table.group) == one.dump(in: table.group))
        let party = try await table.party("Bob")
        #expect(try await balance(alice, party, in: table.group) == 0)
        let forks = try await alice.view(table.group).gate.filter {
            if case .fork(party, _) = $0 { true } else { false }
        }
        #expect(forks.count == 1)
        #expect(try await alice.entries(EntryQuery(), in: table.group).count == 2)
        _ = bob
        await table.closeAll()
    }

    private func restore(_ backup: String, to home: String, inPlace: Bool) throws {
        let files = FileManager.default
        guard inPlace else {
            try files.removeItem(atPath: home)
            try files.copyItem(atPath: backup, toPath: home)
            return
        }
        for name in try files.contentsOfDirectory(atPath: home) {
            try files.removeItem(atPath: home + "/" + name)
        }
        for name in try files.contentsOfDirectory(atPath: backup) {
            try files.copyItem(atPath: backup + "/" + name, toPath: home + "/" + name)
        }
    }
}
