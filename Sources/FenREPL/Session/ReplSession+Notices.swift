internal import FenEngine
internal import FenProtocol

extension ReplSession {
    /// What happens by itself, as lines to be printed above the draft; it ends with the engine.
    package nonisolated func notices() -> AsyncStream<[String]> {
        let incoming = engine.notices
        return AsyncStream { continuation in
            let task = Task { [weak self] in
                for await notice in incoming {
                    guard let lines = await self?.lines(for: notice) else { break }
                    continuation.yield(lines)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// A notice in words; the group is named where it is not the current one.
    func lines(for notice: Notice) async -> [String] {
        let id = notice.group
        if id != current { unread.insert(id) }
        var blocks: [TextBlock] = []
        if let group = try? await engine.view(id) {
            let prefix: Phrase = id == current ? "" : "[\(foreign: group.name)] "
            var events: [EventView] = []
            if case .arrived(_, let arrived) = notice { events = arrived }
            let face = await eventFace(group, for: events)
            blocks = NoticeFace(group: group, events: face).phrases(notice)
                .map { .line("\(prefix)\($0)") }
            if case .arrived(_, let events) = notice, id == current {
                for event in events { shown.add(event.id) }
            }
        }
        await renewBoard()
        return OutcomeRenderer(environment: environment).lines(blocks)
    }
}

extension Notice {
    /// The group a notice is about.
    var group: GroupID {
        switch self {
        case .arrived(let group, _), .admitted(let group, _), .waitingForChoice(let group, _),
            .conflict(let group, _), .gateShut(let group), .gateOpened(let group),
            .forked(let group, _, _), .syncFailed(let group, _):
            group
        }
    }
}
