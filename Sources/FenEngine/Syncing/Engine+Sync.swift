import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
package import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// One pass with the group's store: own events go out, everybody else's come in, joiners are
    /// let in where this is the organiser's device.
    package func sync(
        in id: GroupID, repairsNow: Bool = false, progress: ProgressHandler? = nil
    ) async throws(FenError) -> SyncReport {
        try await exclusively(id) { engine throws(FenError) in
            try await engine.pass(
                id, repairsNow: repairsNow, origin: .person, progress: progress)
        }
    }

    /// Looks into the group's store without anybody having asked.
    func poll(_ id: GroupID) async throws(FenError) {
        _ = try await exclusively(id) { engine throws(FenError) in
            try await engine.pass(id, repairsNow: false, origin: .poll, progress: nil)
        }
    }

    /// Sends own events that the store does not have, if there is a store; a failure is noted for
    /// the next pass and is no failure of what was written.
    func publish(in id: GroupID) async {
        switch options.publishing {
        case .never: return
        case .inline: await publishNow(in: id)
        case .background: Task { await self.publishNow(in: id) }
        }
    }

    private func publishNow(in id: GroupID) async {
        if isClosing { return }
        // A failure is noted in the outbox and announced there.
        try? await exclusively(id) { engine throws(FenError) in
            try await engine.publishOnce(in: id)
        }
    }

    private func publishOnce(in id: GroupID) async throws(FenError) {
        guard try answering({ try !withholds(id, from: .write) }) else { return }
        do throws(FenError) {
            guard let store = try await storeLink(of: id, for: .write) else { return }
            guard try await flush(id, to: store) > 0 else { return }
            try answering { try change(id) { group in try noteReached(of: group) } }
            tellReached(id, by: .write)
        } catch {
            await note(failure: error, in: id, from: .write)
            throw error
        }
    }

    /// Runs one thing at a time with a group's store.
    func exclusively<Success: Sendable>(
        _ id: GroupID,
        _ body: @Sendable @escaping (Engine) async throws(FenError) -> Success
    ) async throws(FenError) -> Success {
        queued += 1
        while let running = passes[id] { await running.value }
        queued -= 1
        if isClosing {
            throw FenError(
                "CLOSING", "fen is closing this home; what is unsynced stays saved here.",
                hint: "The next start sends it.")
        }
        let task = Task { () -> Result<Success, FenError> in
            do throws(FenError) {
                return .success(try await body(self))
            } catch {
                return .failure(error)
            }
        }
        passes[id] = Task {
            _ = await task.value
            // Cleared before this ends: who waits for it and found it again, finished already,
            // would ask for ever without ever letting go of the executor.
            self.passes[id] = nil
        }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    private func pass(
        _ id: GroupID, repairsNow: Bool, origin: PassOrigin, progress: ProgressHandler?
    ) async throws(FenError) -> SyncReport {
        var report = SyncReport()
        try answering { try requireWriting() }
        _ = await settleMove(id, progress)
        let store: StoreLink?
        do throws(FenError) {
            store = try await storeLink(of: id)
        } catch {
            await note(failure: error, in: id, from: origin)
            throw error
        }
        guard let store else {
            report.hadNoStore = true
            // A pass has the group to itself already: it must not wait for its own turn.
            if !mergedOwnLogs.contains(id) { try trustOwnTail(of: id, failure: nil) }
            try await doDuties(in: id, into: &report)
            report.isWhole = try answering {
                try change(id) { group in
                    try group.noteGaps(at: now())
                    return try group.isWhole()
                }
            }
            return report
        }
        do throws(FenError) {
            try await pass(
                id, through: store, repairsNow: repairsNow, from: origin, into: &report,
                progress: progress)
        } catch {
            await note(failure: error, in: id, from: origin)
            throw error
        }
        // The files may have said where the group is now: the rest of the pass is there.
        guard await settleMove(id, progress) else { return report }
        var rest = try await pass(
            id, repairsNow: repairsNow, origin: origin, progress: progress)
        rest.add(report)
        return rest
    }

    private func pass(
        _ id: GroupID, through store: StoreLink, repairsNow: Bool, from origin: PassOrigin,
        into report: inout SyncReport, progress: ProgressHandler?
    ) async throws(FenError) {
        let before = try answering { try GateStanding(group(id)) }
        unsent[id] = try answering { try unpublishedIDs(in: group(id)) }
        var sends = try answering { try !withholds(id, from: origin) }
        var refusal: FenError?
        let start = now()
        try answering { try forgetDoubted(of: id, store) }
        let look = try await look(id, into: store)
        if sends {
            do throws(FenError) {
                report.pushed += try await flush(id, to: store, seen: look.objects)
            } catch {
                // A store that takes nothing still gives what others have written.
                guard error.concernsWritingOnly else { throw error }
                refusal = error
                sends = false
            }
        }
        try await fetch(id, from: store, seen: look, into: &report, progress: progress)
        try answering { try noteFound(in: id) }
        try await doDuties(in: id, into: &report)
        if !report.admitted.isEmpty {
            // What was left in the files because its author was not admitted.
            try await fetch(
                id, from: store, seen: self.look(id, into: store), into: &report,
                progress: progress)
        }
        if sends {
            report.pushed += try await flush(id, to: store)
            try await repair(id, in: store, now: repairsNow)
            try await emptyRepairs(id, in: store)
        }
        await readFormer(id, into: &report)
        await withdrawOldLinks(of: id)
        try answering {
            try change(id) { group in
                try group.noteGaps(at: now())
                try noteLook(from: start, report, of: group)
                if sends { try noteSuccess(report, of: group) }
            }
            // While a device brings what it holds, what that changes is told at its end.
            if peers?.standings[id] == nil {
                announce(before.notices(to: try GateStanding(group(id)), in: id))
            }
            report.isWhole = try group(id).isWhole()
        }
        if sends { tellReached(id, by: origin) }
        askStoreReports(in: id)
        if let refusal { throw refusal }
    }

    /// What a device does for the group in each pass: the organiser's keeps the key in order, which
    /// comes first since it decides which invites still admit by themselves, and lets joiners in;
    /// everybody's asks for keys and gives them.
    func doDuties(in id: GroupID, into report: inout SyncReport) async throws(FenError) {
        try await keepKeyInOrder(in: id, into: &report)
        try await admitJoiners(in: id, into: &report)
        try await exchangeKeys(in: id)
    }

    private func noteSuccess(_ report: SyncReport, of group: LocalGroup) throws {
        try noteReached(of: group)
        try database.passes.add(
            PassRecord(
                source: "the store", at: now(), outcome: "done", sent: report.pushed,
                received: report.pulled),
            in: group.number)
    }
}

extension LocalGroup {
    /// Whether every log is whole.
    func isWhole() throws -> Bool {
        try frontiers().allSatisfy(\.isWhole)
    }
}
