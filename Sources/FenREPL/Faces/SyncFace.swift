internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// What a pass did, in words.
struct SyncFace {
    let group: GroupView

    func result(_ report: SyncReport) -> CommandResult {
        let roster = Roster(group)
        var result = CommandResult()
        if report.hadNoStore {
            result.say("This group has no store, so there was nobody to ask.")
            result.say("/backend folder PATH binds one.")
        } else {
            let moved = report.pushed + report.pulled
            result.say(
                moved == 0 && report.admitted.isEmpty
                    ? "Nothing new; the store has everything of yours."
                    : "Sent \(report.pushed, "event"), received \(report.pulled).")
        }
        if let closed = GroupFace.closedInvite(group) { result.say(closed) }
        if let out = GroupFace.outOfGroup(group) { result.text.append(.paragraph(out)) }
        if let epoch = report.rotated {
            result.say(
                """
                The group has a new key (number \(own: String(epoch))), since somebody has gone.
                """)
        }
        for party in report.admitted {
            result.say(NoticeFace.isIn(party, invitedAs: report.invitedAs[party], roster))
        }
        for choice in report.choices {
            let tags = choice.joiners.map { Phrase("\(foreign: $0.name) (\(own: $0.tag))") }
            result.say(
                """
                The invite for \(foreign: choice.name) was answered by \(tags.listed). Ask yours \
                for the tag that /identity shows, then /sync at the prompt to choose.
                """)
        }
        for late in report.late {
            result.say(
                """
                \(foreign: late.name) (\(own: late.tag)) waits with an invite that lets \
                nobody in any more: /invite gives them one of their own.
                """)
        }
        if report.held > 0 {
            result.say(
                """
                \(report.held, "line") in the store cannot be proven yet and \
                \(report.held == 1 ? "waits" : "wait") until a good copy or the author's next event \
                comes.
                """)
        }
        let refused = RefusedLines(counts: report.refused)
        for (label, words, count) in refused.rows {
            let each: Phrase = count == 1 ? "" : "of each, "
            result.say(
                """
                \(count, "line") in the store left out: \(each)\(foreign: words) \
                (\(foreign: label)). Nothing of yours is lost.
                """)
        }
        for (file, lines) in report.files.sorted(by: { $0.key < $1.key }) {
            result.say(place(file, lines, roster))
        }
        if !group.isOut {
            for reason in group.gate { result.say(GateFace(group).line(reason)) }
        }
        if group.isOut {
            // What they cannot open is not theirs to open.
        } else if group.gate.contains(where: \.isFork) {
            // The pass itself came through; a script has to learn that a log cannot be trusted.
            result.status = .trust
            result.say("/status says what to do about it.")
        } else if !report.isWhole {
            result.say("The history is not whole on this device: /status says what is missing.")
        } else if group.unsynced > 0, !report.hadNoStore {
            result.say("\(group.unsynced, "event") still unsynced.")
        }
        result.set("group", .string(group.name))
        result.set("pushed", .number(report.pushed))
        result.set("pulled", .number(report.pulled))
        result.set("held", .number(report.held))
        result.set("refused", refused.json)
        result.set(
            "files",
            .list(report.files.sorted { $0.key < $1.key }) { file, lines in
                .fields([
                    "file": .string(file), "refused": .number(lines.refused),
                    "held": .number(lines.held),
                ])
            })
        result.set(
            "choices",
            .list(report.choices) { choice in
                .fields([
                    "invite": .string(choice.invite.hex),
                    "name": .string(choice.name),
                    "joiners": .list(choice.joiners) { roster.json($0.party) },
                ])
            })
        result.set("late", .list(report.late) { roster.json($0.party) })
        result.set("admitted", .list(report.admitted) { roster.json($0) })
        result.set("rotated", .number(report.rotated.map(Int.init)))
        result.set("whole", .bool(report.isWhole))
        result.set("no_store", .bool(report.hadNoStore))
        result.set("unsynced", .number(group.unsynced))
        return result
    }
}

/// Where a group's logs travel.
enum BackendFace {
    static func result(_ group: GroupView) -> CommandResult {
        var result = CommandResult()
        result.say(words(group))
        switch group.backend {
        case .none:
            result.say(
                """
                /backend folder PATH binds a shared folder, /backend s3 a bucket, /backend nextcloud a \
                folder of your Nextcloud.
                """)
        case .folder: break
        case .s3(_, _, _, let remarks):
            for remark in remarks { result.say("\(foreign: remark)") }
        case .nextcloud(_, let state, let endsOn, let isOwner):
            let isReady = state == "ready"
            for line in ShareFace.advice(endsOn: endsOn, isOwner: isOwner, isReady: isReady) {
                result.say(line)
            }
        }
        if let file = group.authorities {
            result.say(
                """
                Who that server is the file \(foreign: file) decides alone, on this device; \
                /backend ca=off leaves it to this computer's own authorities.
                """)
        }
        if let move = MoveFace.words(group) { result.say(move) }
        result.set("group", .string(group.name))
        result.set("backend", json(group))
        result.set("move", MoveFace.json(group.move))
        return result
    }

    static func words(_ group: GroupView) -> Phrase {
        switch group.backend {
        case .none:
            "\(foreign: group.name) has no store: nothing travels by itself."
        case .folder(let path, let state):
            state == "ready"
                ? "\(foreign: group.name) travels through the folder \(foreign: path) (ready)."
                : """
                \(foreign: group.name) travels through the folder \(foreign: path). The last try \
                failed: \(foreign: UsageError.sentence(state)) Put that right (mount the drive, \
                start the sync tool, make room), then /retry.
                """
        case .s3(let endpoint, let bucket, let state, _):
            state == "ready"
                ? """
                \(foreign: group.name) travels through the bucket \(foreign: bucket) at \
                \(foreign: endpoint) (ready).
                """
                : """
                \(foreign: group.name) travels through the bucket \(foreign: bucket) at \
                \(foreign: endpoint). The last try failed: \
                \(foreign: UsageError.sentence(state)) Put that right, then /retry.
                """
        case .nextcloud(let server, let state, _, _):
            state == "ready"
                ? """
                \(foreign: group.name) travels through the Nextcloud at \(foreign: server) (ready).
                """
                : """
                \(foreign: group.name) travels through the Nextcloud at \(foreign: server). The last \
                try failed: \(foreign: UsageError.sentence(state)) Put that right, then /retry.
                """
        }
    }

    static func json(_ group: GroupView) -> OutputJSON {
        let authorities = OutputJSON.text(group.authorities)
        return switch group.backend {
        case .none: .fields(["kind": .string("none"), "path": .null, "state": .null])
        case .folder(let path, let state):
            .fields([
                "kind": .string("folder"), "path": .string(path), "state": .string(state),
            ])
        case .s3(let endpoint, let bucket, let state, let remarks):
            .fields([
                "kind": .string("s3"), "path": .null, "endpoint": .string(endpoint),
                "bucket": .string(bucket), "authorities": authorities, "state": .string(state),
                "remarks": .list(remarks) { .string($0) },
            ])
        case .nextcloud(let server, let state, let endsOn, let isOwner):
            .fields([
                "kind": .string("nextcloud"), "path": .null, "endpoint": .string(server),
                "authorities": authorities, "state": .string(state), "ends_on": .text(endsOn),
                "owner": .bool(isOwner),
            ])
        }
    }
}
