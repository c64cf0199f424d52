import FenCrypto
import FenEncoding
package import FenProtocol
import FenStorage
import FenStore

/// How a group's store is left alone, tried again and given up (the seeds' Errors 1 and 5).
extension Engine {
    /// No wait is longer, whatever a server says or a clock once showed, in milliseconds.
    static let longestWait: UInt64 = 24 * 3_600_000
    /// A server that refuses for a while without saying for how long, in milliseconds.
    private static let usualBlock: UInt64 = 30 * 60_000

    /// Tries again at once what had failed, and counts its failures from the beginning. A server
    /// that shuts this device out is not asked before its time, which asking makes longer.
    package func retry(in id: GroupID) async throws(FenError) -> SyncReport {
        try answering {
            try resumeShare(of: id)
            try change(id) { group in
                let record = try ownRecord(of: group)
                if record?.code == "STORE_BLOCKED", try isLeftAlone(group) { return }
                try database.settings.set(SettingName.leftAloneUntil, nil, in: group.number)
                try resetOutbox(of: group)
            }
        }
        return try await sync(in: id)
    }

    // MARK: What happened

    /// Notes that the store could not be used, with when to try again, and tells it once.
    func note(failure: FenError, in id: GroupID, from origin: PassOrigin) async {
        if failure.isUntried { return }
        if failure.concernsStore {
            let isMissing =
                failure.code == "STORE_MISSING" ? await saysItIsMissing(id) : false
            // The note is a courtesy; that it cannot be written must not hide the failure itself.
            _ = try? change(id) { group in
                try count(failure, in: group, from: origin)
                if isMissing { try noteMissing(in: group, from: origin) }
            }
        }
        tell(failure, in: id, from: origin)
    }

    /// Notes that the store has taken and given what it was asked for; call it inside a transaction.
    func noteReached(of group: LocalGroup) throws {
        try resetOutbox(of: group)
        try forgetTrouble(of: group)
    }

    /// Tells that the store can be used again, where something else was told before.
    func tellReached(_ id: GroupID, by origin: PassOrigin) {
        if told.removeValue(forKey: id) != nil, origin != .person {
            announcer.yield(.syncRecovered(id))
        }
    }

    /// Forgets what was noted beside the outbox; call it inside a transaction.
    func forgetTrouble(of group: LocalGroup) throws {
        try database.settings.set(SettingName.leftAloneUntil, nil, in: group.number)
        try forgetMissing(of: group)
    }

    private func resetOutbox(of group: LocalGroup) throws {
        for var record in try database.outbox.all(in: group.number) where record.attempts > 0 {
            record.state = .pending
            record.attempts = 0
            record.nextAt = nil
            record.failingSince = nil
            record.code = nil
            record.message = nil
            try database.outbox.put(record, in: group.number)
        }
    }

    private func count(
        _ failure: FenError, in group: LocalGroup, from origin: PassOrigin
    ) throws {
        guard let path = try ownPath(of: group) else { return }
        var record =
            try database.outbox.find(path, in: group.number) ?? OutboxRecord(path: path)
        let isWaiting = isWaiting(record)
        record.attempts += 1
        record.failingSince = record.failingSince ?? now()
        record.code = failure.code
        record.message = failure.message
        record.nextAt = nil
        switch TroubleView.Kind(code: failure.code) {
        case .signIn, .full: record.state = .blocked
        case .refused: record.state = .refused
        case .unreachable, .busy, .declined, .gone:
            // Something written during a wait is tried at once; that it fails too changes nothing.
            if origin == .write, isWaiting, failure.retryAfter == nil { return }
            record.state = record.attempts >= BackoffSchedule.stalledAfter ? .stalled : .retrying
            let asked = Self.asked(failure)
            let wait =
                asked ?? BackoffSchedule.standard.delay(afterFailures: record.attempts).milliseconds
            record.nextAt = now() + wait
            if asked != nil {
                try database.settings.set(
                    SettingName.leftAloneUntil, String(now() + wait), in: group.number)
            }
        }
        try database.outbox.put(record, in: group.number)
    }

    /// How long a server asks to be left alone, in milliseconds; nil where it does not.
    private static func asked(_ failure: FenError) -> UInt64? {
        if let wait = failure.retryAfter { return min(wait.milliseconds, longestWait) }
        return failure.code == "STORE_BLOCKED" ? usualBlock : nil
    }

    private func tell(_ failure: FenError, in id: GroupID, from origin: PassOrigin) {
        var trouble: TroubleView?
        // What cannot be looked up is told as it came.
        if failure.concernsStore { trouble = try? self.trouble(of: group(id)) }
        if let trouble, !trouble.isSurfaced { return }
        let key = trouble.map { "\($0.kind) \($0.state == .stalled)" } ?? failure.code
        guard told[id] != key else { return }
        told[id] = key
        if origin != .person { announcer.yield(.syncFailed(id, failure)) }
    }

    // MARK: What is so

    /// What is wrong with a group's store, for people.
    func trouble(of group: LocalGroup) throws -> TroubleView? {
        guard let record = try ownRecord(of: group), record.attempts > 0 else { return nil }
        let isGone = try time(SettingName.goneSince, of: group) != nil
        let code = record.code ?? "STORE_SERVER"
        let state: TroubleView.State =
            switch record.state {
            case .pending, .retrying: .retrying
            case .stalled: .stalled
            case .blocked: .blocked
            case .refused: .refused
            }
        return TroubleView(
            kind: isGone ? .gone : TroubleView.Kind(code: code), state: state,
            attempts: record.attempts, since: Int64(clamping: record.failingSince ?? now()),
            nextAt: record.nextAt.map { Int64(clamping: $0) }, code: code,
            message: record.message ?? "The store could not do that.",
            unsyncedMoney: try unsyncedMoney(in: group))
    }

    /// Whether nothing is sent by itself before a person acts.
    func withholds(_ id: GroupID, from origin: PassOrigin) throws -> Bool {
        guard origin != .person, let record = try ownRecord(of: group(id)) else { return false }
        return [.blocked, .refused].contains(record.state)
    }

    /// Whether the last try failed and the time for the next has not come.
    func isWaiting(_ group: LocalGroup) throws -> Bool {
        try ownRecord(of: group).map(isWaiting) ?? false
    }

    private func isWaiting(_ record: OutboxRecord) -> Bool {
        record.nextAt.map(isAhead) ?? false
    }

    /// Whether a time that something waits for is still to come: one that is further off than any
    /// wait was noted by a clock that has been set back since.
    private func isAhead(_ time: UInt64) -> Bool {
        time > now() && time - now() <= Self.longestWait
    }

    /// Whether it is time to look into a group's store.
    func isDue(_ group: LocalGroup) throws -> Bool {
        guard let record = try ownRecord(of: group) else { return true }
        // Each further request with bad credentials may count against whoever asks.
        if record.state == .blocked, record.code == "STORE_AUTH" { return false }
        return !isWaiting(record)
    }

    /// Refuses to ask a store that wants to be left alone.
    func requireNotLeftAlone(_ group: LocalGroup) throws {
        guard try isLeftAlone(group) else { return }
        throw FenError(
            "STORE_LEFT_ALONE",
            "The store asked to be left alone for a while, so it was not asked.",
            hint: "It is tried by itself when the time is over; what you write stays here.",
            status: .network)
    }

    private func isLeftAlone(_ group: LocalGroup) throws -> Bool {
        try time(SettingName.leftAloneUntil, of: group).map(isAhead) ?? false
    }

    // MARK: The own file

    /// How this person's own file stands; nil where none was to be sent yet.
    private func ownRecord(of group: LocalGroup) throws -> OutboxRecord? {
        guard let path = try ownPath(of: group) else { return nil }
        return try database.outbox.find(path, in: group.number)
    }

    private func ownPath(of group: LocalGroup) throws -> String? {
        guard let me = try person()?.publicKey else { return nil }
        return try layout(of: group).log(author: me.hex)?.text
    }

    /// A moment that was noted of a group's store, in Unix milliseconds.
    func time(_ key: String, of group: LocalGroup) throws -> UInt64? {
        try database.settings.value(key, in: group.number).flatMap { UInt64($0) }
    }
}

extension Duration {
    /// Whole milliseconds, at least none.
    fileprivate var milliseconds: UInt64 {
        let whole = components.seconds.multipliedReportingOverflow(by: 1_000)
        if whole.overflow { return components.seconds > 0 ? .max >> 1 : 0 }
        return UInt64(clamping: whole.partialValue + components.attoseconds / 1_000_000_000_000_000)
    }
}
