internal import FenEngine
internal import FenMoney
internal import FenProtocol

extension ReplSession {
    /// What happens by itself, as lines to be printed above the draft; an empty list says that only
    /// the prompt has changed. Called once; it ends with the session.
    package nonisolated func notices() -> AsyncStream<[String]> {
        let incoming = engine.notices
        let speaker = speaker
        Task { [weak self] in
            for await notice in incoming {
                guard let lines = await self?.lines(for: notice) else { break }
                speaker.yield(lines)
            }
            speaker.finish()
        }
        return spoken
    }

    /// Looks a few times, ever later, whether the store has taken what was written, and renews the
    /// prompt when it has.
    func watchPublishing() {
        watcher?.cancel()
        guard let id = current else { return }
        watcher = Task { [weak self] in
            for pause in [200, 500, 1000, 2000, 5000] {
                try? await Task.sleep(for: .milliseconds(pause))
                if Task.isCancelled { return }
                guard let left = await self?.unsynced(in: id), left > 0 else { return }
            }
        }
    }

    /// How many own events the store lacks, the prompt renewed where that has changed.
    private func unsynced(in id: GroupID) async -> Int {
        let before = board.now.prompt
        await renewBoard()
        if board.now.prompt != before { speaker.yield([]) }
        return (try? await engine.view(id))?.unsynced ?? 0
    }

    /// From here on a pass runs whose answer names whom it lets in: no notice says so too.
    func beginNamingAdmitted() { admittedMeanwhile = [] }

    /// The pass is over and its answer names these; who else was let in meanwhile is announced.
    func endNamingAdmitted(_ named: [PartyID]) {
        let kept = admittedMeanwhile ?? []
        admittedMeanwhile = nil
        admittedByAnswer.formUnion(named)
        for notice in kept where !isToldByAnswer(notice) {
            Task { speaker.yield(await lines(for: notice)) }
        }
    }

    /// Whether the answer of a `/sync` says what a notice says.
    private func isToldByAnswer(_ notice: Notice) -> Bool {
        guard case .admitted(_, let party, _) = notice else { return false }
        if admittedMeanwhile != nil {
            admittedMeanwhile?.append(notice)
            return true
        }
        return admittedByAnswer.remove(party) != nil
    }

    /// A notice in words; the group is named where it is not the current one.
    func lines(for notice: Notice) async -> [String] {
        if let blocks = BackFace.live(notice) {
            return OutcomeRenderer(environment: environment).lines(blocks)
        }
        if let phrase = WireFace.live(notice) ?? IdentityMoveLink.live(notice) {
            return await lines(phrase, of: notice.group)
        }
        guard let id = notice.group ?? current, !isToldByAnswer(notice) else { return [] }
        if id != current { unread.insert(id) }
        var blocks: [TextBlock] = []
        if let group = try? await engine.view(id) {
            let prefix: Phrase = id == current ? "" : "[\(foreign: group.name)] "
            var events: [EventView] = []
            if case .arrived(_, let arrived) = notice { events = arrived }
            let face = await eventFace(group, for: events)
            blocks = NoticeFace(group: group, events: face, now: environment.now()).phrases(notice)
                .map { .line("\(prefix)\($0)") }
            blocks += changedKeys(in: group)
            if case .arrived(_, let events) = notice, id == current {
                for event in events { shown.add(event.id) }
            }
        }
        // Nobody looks at a board where there is no prompt, and at a busy table a script hears of
        // hundreds of events a second.
        if environment.source == .prompt { await renewBoard() }
        return OutcomeRenderer(environment: environment).lines(blocks)
    }

    /// A step on the wire: it changes nothing that the prompt shows.
    private func lines(_ phrase: Phrase, of id: GroupID?) async -> [String] {
        var prefix: Phrase = ""
        if let id, let current, id != current, let group = try? await engine.view(id) {
            prefix = "[\(foreign: group.name)] "
        }
        return OutcomeRenderer(environment: environment).lines([.line("\(prefix)\(phrase)")])
    }
}

extension Notice {
    /// The group a notice is about; nil for one that is about none.
    var group: GroupID? {
        switch self {
        case .arrived(let group, _), .admitted(let group, _, _), .waitingForChoice(let group, _),
            .conflict(let group, _), .gateShut(let group), .gateOpened(let group),
            .forked(let group, _), .syncFailed(let group, _), .syncRecovered(let group),
            .connected(let group, _), .disconnected(let group, _, _),
            .notDelivered(let group, _, _, _), .guestAtTable(let group, _),
            .tableTold(let group, _), .storeMoved(let group), .rotated(let group, _, _),
            .wrongKey(let group, _, _), .outOfGroup(let group), .invited(let group, _),
            .organiserChanged(let group, _), .lateChanges(let group, _, _),
            .storeDiffers(let group, _), .vouched(let group, _), .rekeyed(let group, _):
            group
        case .wire(let group, _): group
        case .peerRefused, .refusalsLeftOut, .wireSummed, .move, .backCode, .backOffered: nil
        }
    }
}
