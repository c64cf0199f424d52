import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

extension Engine {
    /// Every key of a group that this home holds.
    func heldKeys(in id: GroupID) throws -> [GroupKey] {
        try group(id).keys.all
    }

    /// The epochs of the keys this home holds, ascending, without those it holds twice.
    func heldEpochs(in id: GroupID) throws -> [UInt32] {
        Set(try heldKeys(in: id).map(\.epoch)).sorted()
    }

    /// The epoch that this device writes under.
    func writingEpoch(in id: GroupID) throws -> UInt32? {
        try group(id).writingKey?.epoch
    }

    /// Writes an event as it stands and sends it, as a program would that asks nobody.
    func slip(_ payload: Payload, in id: GroupID, under epoch: UInt32? = nil) async throws {
        let key = try group(id).keys.all.first { $0.epoch == epoch }
        _ = try await write(payload, in: id, under: key)
    }

    /// What the next rotation would write, before anybody has changed it.
    func draftUpdate(in id: GroupID) throws -> KeyEpochUpdate {
        try group(id).keyEpochUpdate(from: entropy)
    }

    /// A box with a key of nobody's.
    func wrongBox(epoch: UInt32, for member: MemberID, in id: GroupID) throws -> [UInt8] {
        let group = try group(id)
        let key = GroupKey.generate(group: id, epoch: epoch, from: entropy)
        return try group.wrap(key, to: member, entropy)
    }

    /// The payloads of one kind that are stored, in canonical order.
    func payloads(_ kind: String, in id: GroupID) throws -> [Payload] {
        try log(in: id).filter { $0.kindName == kind }.compactMap(\.payload)
    }
}

extension Table {
    /// Everybody syncs, so often that what one writes because of another's is everywhere.
    func syncAll(_ names: [String], times: Int = 2) async throws {
        for _ in 0..<times {
            for name in names { _ = try await open(name).sync(in: group) }
        }
    }

    /// The events of everybody in the store, in no order.
    func sealedEvents() throws -> [SealedEvent] {
        try FileManager.default.contentsOfDirectory(atPath: logsPath)
            .filter { $0.hasSuffix(".jsonl") }
            .flatMap { name in
                try RandomGroup.lines(of: read(logsPath + "/" + name)).compactMap {
                    try? EventLine.decode(Array($0.dropLast()), group: group)
                }
            }
    }

    /// How many expenses somebody's balances are made of.
    func expenses(_ name: String) async throws -> [String] {
        var query = EntryQuery()
        query.includesSettlements = false
        return try await open(name).entries(query, in: group).compactMap { entry in
            if case .expense(let expense) = entry.content { expense.description } else { nil }
        }.sorted()
    }
}

/// The notices of an engine that were told so far: they are taken from its stream.
func notices(_ engine: Engine, while body: () async throws -> Void) async throws -> [Notice] {
    let told = Task {
        var told: [Notice] = []
        for await notice in engine.notices {
            told.append(notice)
        }
        return told
    }
    try await body()
    await engine.close()
    return await told.value
}
