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
            try await engine.pass(id, repairsNow: repairsNow, progress: progress)
        }
    }

    /// Tries again at once what had failed.
    package func retry(in id: GroupID) async throws(FenError) -> SyncReport {
        try answering {
            try resumeShare(of: id)
            try change(id) { group in
                for var record in try database.outbox.all(in: group.number) {
                    record.state = .pending
                    record.attempts = 0
                    record.nextAt = nil
                    try database.outbox.put(record, in: group.number)
                }
            }
        }
        return try await sync(in: id)
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
        do {
            try await exclusively(id) { engine throws(FenError) in
                guard let store = try await engine.storeLink(of: id) else { return }
                _ = try await engine.flush(id, to: store)
            }
        } catch {
            note(failure: error, in: id)
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
        _ id: GroupID, repairsNow: Bool, progress: ProgressHandler?
    ) async throws(FenError) -> SyncReport {
        var report = SyncReport()
        try answering { try requireWriting() }
        _ = await settleMove(id, progress)
        guard let store = try await storeLink(of: id) else {
            report.hadNoStore = true
            // A pass has the group to itself already: it must not wait for its own turn.
            if !mergedOwnLogs.contains(id) { try trustOwnTail(of: id, failure: nil) }
            try await admitJoiners(in: id, into: &report)
            report.isWhole = try answering {
                try change(id) { group in
                    try group.noteGaps(at: now())
                    return try group.isWhole()
                }
            }
            return report
        }
        do throws(FenError) {
            let before = try answering { try GateStanding(group(id)) }
            unsent[id] = try answering { try unpublishedIDs(in: group(id)) }
            report.pushed += try await flush(id, to: store)
            try await fetch(id, from: store, into: &report, progress: progress)
            try await admitJoiners(in: id, into: &report)
            if !report.admitted.isEmpty {
                // What was left in the files because its author was not admitted.
                try await fetch(id, from: store, into: &report, progress: progress)
            }
            report.pushed += try await flush(id, to: store)
            try await repair(id, in: store, now: repairsNow)
            try await emptyRepairs(id, in: store)
            await readFormer(id, into: &report)
            try answering {
                try noteSuccess(report, in: id)
                announce(before.notices(to: try GateStanding(group(id)), in: id))
                report.isWhole = try group(id).isWhole()
            }
        } catch {
            note(failure: error, in: id)
            throw error
        }
        // The files may have said where the group is now: the rest of the pass is there.
        guard await settleMove(id, progress) else { return report }
        var rest = try await pass(id, repairsNow: repairsNow, progress: progress)
        rest.add(report)
        return rest
    }

    private func noteSuccess(_ report: SyncReport, in id: GroupID) throws {
        try change(id) { group in
            try group.noteGaps(at: now())
            for record in try database.outbox.all(in: group.number) where record.attempts > 0 {
                var record = record
                record.state = .pending
                record.attempts = 0
                record.nextAt = nil
                record.failingSince = nil
                record.code = nil
                record.message = nil
                try database.outbox.put(record, in: group.number)
            }
            try database.passes.add(
                PassRecord(
                    source: "the shared folder", at: now(), outcome: "done", sent: report.pushed,
                    received: report.pulled),
                in: group.number)
        }
    }

    /// Notes that the store could not be used, with when to try again.
    private func note(failure: FenError, in id: GroupID) {
        // Not tried, so nothing to tell anybody.
        if failure.code == "CLOSING" { return }
        announcer.yield(.syncFailed(id, failure))
        // The note is a courtesy; that it cannot be written must not hide the failure itself.
        _ = try? change(id) { group in
            guard let me = try person()?.publicKey,
                let path = try layout(of: group).log(author: me.hex)
            else { return }
            var record =
                try database.outbox.find(path.text, in: group.number)
                ?? OutboxRecord(path: path.text)
            record.attempts += 1
            record.state = record.attempts >= BackoffSchedule.stalledAfter ? .stalled : .retrying
            record.failingSince = record.failingSince ?? now()
            record.code = failure.code
            record.message = failure.message
            let wait = BackoffSchedule.standard.delay(afterFailures: record.attempts)
            record.nextAt = now() + UInt64(clamping: wait.components.seconds) * 1_000
            try database.outbox.put(record, in: group.number)
        }
    }
}

extension LocalGroup {
    /// Whether every log is whole.
    func isWhole() throws -> Bool {
        try frontiers().allSatisfy(\.isWhole)
    }
}
