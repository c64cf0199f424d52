internal import FenEngine

/// What is wrong with a group's store, in the seeds' sentences (Errors 1 and 5) and with what
/// can be done about it.
struct TroubleFace {
    /// What is wrong.
    let trouble: TroubleView
    /// The clock, in Unix milliseconds.
    let now: Int64

    /// What happened, as the seeds say it; whether anything is only on this device decides about
    /// some of it.
    func sentences(unsynced: Int) -> [Phrase] {
        var lines: [Phrase] = []
        if trouble.kind != .gone, trouble.state == .stalled, trouble.unsyncedMoney > 0 {
            lines.append(Sentences.onlyOnThisDevice(trouble.unsyncedMoney))
        }
        switch trouble.kind {
        case .busy: lines.append(Sentences.busy(TimeLength.words(left)))
        case .signIn: lines.append(Sentences.signInExpired)
        case .full: lines.append(Sentences.storageFull)
        case .refused: lines.append(Sentences.notAccepted)
        case .gone: lines.append(Sentences.unavailable)
        case .declined where trouble.isSurfaced: lines.append(Sentences.declined(notice))
        case .declined, .unreachable:
            guard lines.isEmpty else { break }
            lines.append(unsynced > 0 ? Sentences.savedLocally : Sentences.workingOffline)
        }
        return lines
    }

    /// What a member may have missed whose credentials are not accepted any more; nil where that
    /// cannot be it.
    static func accessRotated(_ group: GroupView) -> Phrase? {
        guard group.trouble?.kind == .signIn, !group.isOrganiser, !group.isOut else { return nil }
        return Sentences.accessRotated(
            group.name, organiser: Roster(group).shown(group.organiser))
    }

    /// How often and since when, and what happens next.
    func course(since: String) -> Phrase {
        let tries = trouble.attempts
        let failed: Phrase =
            tries == 1
            ? "1 try has failed, at \(own: since)."
            : "\(tries) tries in a row have failed since \(own: since)."
        switch trouble.kind {
        case .gone:
            return """
                \(failed) /sync looks once more; /backend binds another store, /backend none goes \
                on without one.
                """
        case .signIn, .full, .refused:
            return """
                \(failed) Nothing is sent before you act: /retry once it is put right, or /backend \
                for another store.
                """
        case .busy, .unreachable, .declined:
            return """
                \(failed) The next try is in \(own: TimeLength.words(left)); /retry tries now.
                """
        }
    }

    /// The word in the prompt; nil for what may pass by itself.
    var word: String? {
        if trouble.kind == .gone { return "store gone" }
        if trouble.state == .stalled { return "stalled" }
        switch trouble.kind {
        case .unreachable: return "offline"
        case .busy: return "store busy"
        case .signIn: return "sign-in expired"
        case .full: return "store full"
        case .refused: return "refused"
        case .declined: return trouble.isSurfaced ? "declined" : nil
        case .gone: return nil
        }
    }

    /// The trouble in the JSON face.
    static func json(_ trouble: TroubleView?) -> OutputJSON {
        guard let trouble else { return .null }
        return .fields([
            "kind": .string(trouble.kind.rawValue),
            "state": .string(trouble.state.rawValue),
            "attempts": .number(trouble.attempts),
            "since": .number(trouble.since),
            "next_at": .number(trouble.nextAt),
            "code": .string(trouble.code),
            "message": .string(trouble.message),
        ])
    }

    /// Milliseconds until the next try.
    private var left: Int64 { max(0, (trouble.nextAt ?? now) - now) }

    /// The store's own words, to stand within a sentence.
    private var notice: String {
        var text = trouble.message
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}

extension ReplSession {
    /// An error of a store with the seeds' sentence for it behind its own hint.
    func explained(_ error: FenError, in group: GroupView) async -> FenError {
        guard error.code.hasPrefix("STORE_"), let view = try? await engine.view(group.id),
            let trouble = view.trouble
        else { return error }
        let face = TroubleFace(trouble: trouble, now: environment.now())
        let sentences =
            (face.sentences(unsynced: view.unsynced)
            + [TroubleFace.accessRotated(view)].compactMap(\.self)).map(\.text)
        return FenError(
            error.code, error.message,
            hint: ([error.hint].compactMap(\.self) + sentences).joined(separator: "\n"),
            status: error.status, cause: error.cause, retryAfter: error.retryAfter)
    }
}
