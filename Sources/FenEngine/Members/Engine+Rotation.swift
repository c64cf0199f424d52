import FenCrypto
import FenLedger
import FenMoney
package import FenProtocol
import FenStore

/// The group's key, which the organiser's device changes (Wire format, Rotation).
extension Engine {
    /// Changes the group's key, or finishes a change that was interrupted, and waits until others
    /// can have it (organiser).
    package func rotateKey(
        in id: GroupID, progress: ProgressHandler? = nil
    ) async throws(FenError) -> RotationReport {
        try await readyToWrite(in: id) { group in try requireRotating(group) }
        let isUnfinished = try answering { try !group(id).keysOutsideHistory.isEmpty }
        let isDue = try answering { try !group(id).formerHolders.isEmpty }
        if isDue || !isUnfinished { try await writeUpdate(in: id) }
        try await writeHistories(in: id)
        return try await rotation(
            in: id, wasFinished: isUnfinished && !isDue, progress: progress)
    }

    /// Does what is owed the group's key, where this is the organiser's device: after a removal or
    /// a leaving another key, and of every key its history. Part of a pass.
    func keepKeyInOrder(in id: GroupID, into report: inout SyncReport) async throws(FenError) {
        guard try answering({ try owesKey(in: id) }) else { return }
        let former = try answering { try group(id).formerHolders }
        if !former.isEmpty {
            await sendAway(in: id)
            let epoch = try await writeUpdate(in: id)
            report.rotated = epoch
            announcer.yield(
                .rotated(id, epoch, because: former.map(PartyID.init(member:))))
        }
        try await writeHistories(in: id)
    }

    /// Whether this device has to write keys of a group, and can.
    func owesKey(in id: GroupID) throws -> Bool {
        let group = try group(id)
        let me = try requirePerson().publicKey
        guard group.context.organiser == me, group.context.isActive(me),
            group.context.created != nil, group.heldNewestKey != nil,
            !group.formerHolders.isEmpty || !group.keysOutsideHistory.isEmpty
        else { return false }
        return try mayWriteUnasked(in: group)
    }

    /// Whether something may be written that no person has typed: this device knows where its own
    /// log goes on.
    func mayWriteUnasked(in group: LocalGroup) throws -> Bool {
        if try hasOwnGap(in: group) { return false }
        if mergedOwnLogs.contains(group.id) { return true }
        guard try backend(of: group) == nil else { return false }
        return (try? trustOwnTail(of: group.id, failure: nil)) != nil
    }

    /// Makes sure that several events can be written one after the other without waiting for a
    /// store in between: they go out together.
    func readyToWrite(
        in id: GroupID, _ check: (LocalGroup) throws -> Void
    ) async throws(FenError) {
        try answering {
            try requireWriting()
            let group = try group(id)
            try requireStoreNotGone(group)
            try check(group)
        }
        try await ensureOwnTail(in: id)
    }

    /// Refuses who may not change the key, or cannot.
    func requireRotating(_ group: LocalGroup) throws {
        try requireOrganiser(group, to: "change the group's key")
        try requireMembership(in: group)
        try requireNewestKey(group, hint: "/sync first; the key stays as it is.")
    }

    /// What a change of the key has come to, once it was sent.
    func rotation(
        in id: GroupID, wasFinished: Bool = false, progress: ProgressHandler?
    ) async throws(FenError) -> RotationReport {
        progress?(Progress(done: 0, total: 1, unit: "event"))
        let publication = try await published(in: id)
        progress?(Progress(done: 1, total: 1, unit: "event"))
        return try answering {
            let group = try group(id)
            return RotationReport(
                epoch: group.newestKey?.epoch ?? 0,
                members: group.context.members.count { $0.status == .active },
                wasFinished: wasFinished, publication: publication)
        }
    }

    /// Writes a new key for the members there are now; returns its epoch.
    @discardableResult
    func writeUpdate(in id: GroupID) async throws(FenError) -> UInt32 {
        var epoch: UInt32 = 0
        // The key itself is in the box for this device, which takes it in with the event.
        _ = try await write(in: id, withinPass: true) { group in
            let update = try group.keyEpochUpdate(from: entropy)
            epoch = update.epoch
            return .keyEpochUpdate(update)
        }
        return epoch
    }

    /// Writes the older keys that the newest does not lead to yet.
    func writeHistories(in id: GroupID) async throws(FenError) {
        for key in try answering({ try group(id).keysOutsideHistory }) {
            _ = try await write(
                .keyHistory(KeyHistory(epoch: key.epoch, key: key.secret)), in: id,
                withinPass: true)
        }
    }

    /// Whom boxes with keys are opened for on this device. Where the key cannot be had now, the
    /// boxes wait: the next pass looks again.
    func boxOwner() -> BoxOwner? {
        guard let signer = try? requireSigner() else { return nil }
        return BoxOwner(member: signer.publicKey, pair: signer.x25519())
    }
}
