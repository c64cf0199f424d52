import FenLedger
import FenProtocol
import FenStorage
import FenStore

/// Moving a group to another store, on its organiser's device.
///
/// Everything is brought to the new store and read back first. Then `StorageKeyRotated` is written,
/// in one transaction with the note that a move is under way; it is published in the old store,
/// where the members read; only then this device goes over. Cut anywhere before the event, nothing
/// has happened; cut after it, the next pass goes on.
extension Engine {
    /// Moves the group. `insists` does so though the old store cannot be reached: who reads only
    /// there learns of it from another device, or by a fresh invite.
    func move(
        _ id: GroupID, to target: StoreTarget, insists: Bool, progress: ProgressHandler?
    ) async throws(FenError) {
        let moving = try answering { try pendingMove(of: group(id)) }
        if moving != target {
            do throws(FenError) {
                // The newest that the old store has, and a new store that answers.
                _ = try await sync(in: id, progress: progress)
            } catch {
                guard error.status == .network else { throw error }
                guard insists else { throw Self.oldStoreAway(error) }
                try await ensureOwnTail(in: id)
            }
            try await exclusively(id) { engine throws(FenError) in
                try await engine.beginMove(id, to: target, progress)
            }
        }
        do throws(FenError) {
            try await exclusively(id) { engine throws(FenError) in
                _ = try await engine.completeMove(id, insists: insists, progress)
            }
        } catch {
            storeTrouble[id] = error
            throw FenError(
                error.code, error.message,
                hint: "Everything is in the new store. The group moves by itself as soon as a pass "
                    + "comes through; /sync tries at once.", status: error.status,
                cause: error.cause)
        }
    }

    /// Where the group is moving from this device; nil where no move is under way.
    func pendingMove(of group: LocalGroup) throws -> StoreTarget? {
        try database.settings.value(SettingName.move, in: group.number)
            .flatMap { StoreTarget.read($0)?.target }
    }

    private func beginMove(
        _ id: GroupID, to target: StoreTarget, _ progress: ProgressHandler?
    ) async throws(FenError) {
        try answering { try requireOrganiser(group(id), to: "move the group's store") }
        do throws(FenError) {
            let reached = try await reach(target, makes: true)
            try await copy(
                id,
                to: try answering { try link(to: reached.backend, at: target.descriptor, of: id) },
                .everything,
                progress: progress)
        } catch {
            throw FenError(
                error.code, error.message,
                hint: error.hint ?? "The group stays where it is. Try again when the new store "
                    + "can be reached.", status: error.status, cause: error.cause)
        }
        let payload = Payload.storageKeyRotated(
            StorageKeyRotated(descriptor: target.descriptor.encode()))
        _ = try await write(
            payload, in: id, withinPass: true,
            also: { group in
                try database.settings.set(SettingName.move, target.text(0), in: group.number)
            })
    }

    /// Ends a move that has begun: publishes the event in the old store, brings over what came
    /// meanwhile, and goes over. False where no move is under way.
    func completeMove(
        _ id: GroupID, insists: Bool, _ progress: ProgressHandler?
    ) async throws(FenError) -> Bool {
        guard let target = try answering({ try pendingMove(of: group(id)) }) else { return false }
        progress?(Progress(done: 0, total: 1, unit: "event"))
        do throws(FenError) {
            if let old = try await storeLink(of: id) { _ = try await flush(id, to: old) }
        } catch {
            guard insists, error.status == .network else { throw error }
        }
        progress?(Progress(done: 1, total: 1, unit: "event"))
        // Another organiser's move may have come in between, which is the later one.
        let rotation = try answering { try group(id).context.storeRotation }
        guard let rotation, rotation.author == (try answering { try requirePerson().publicKey }),
            rotation.target == target.descriptor
        else {
            try answering {
                try change(id) { group in
                    try database.settings.set(SettingName.move, nil, in: group.number)
                }
            }
            return false
        }
        let reached = try await reach(target, makes: false)
        try await copy(
            id, to: try answering { try link(to: reached.backend, at: target.descriptor, of: id) },
            .everything,
            progress: progress)
        try note(target, by: .rotation(rotation.order.id), of: id)
        try note(reached, of: id)
        return true
    }

    private static func oldStoreAway(_ error: FenError) -> FenError {
        FenError(
            error.code, error.message,
            hint: "The members read in the old store where the new one is, so nothing was moved. "
                + "Try again when it can be reached; if it never will be, the same line with "
                + "--insist moves without it, and who reads only there needs a fresh invite.",
            status: error.status, cause: error.cause)
    }
}
