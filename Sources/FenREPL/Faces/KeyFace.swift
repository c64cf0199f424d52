internal import FenEngine
internal import FenMoney

/// The group's key and who has it, in words.
struct KeyFace {
    let group: GroupView

    /// What a change of the key has come to.
    func lines(_ report: RotationReport) -> [Phrase] {
        let number: Phrase = "number \(own: String(report.epoch))"
        let others = report.members - 1
        switch report.publication {
        case .alone: return ["The group has a new key (\(number))."]
        case .published:
            return [
                """
                The group has a new key (\(number)), and the store has it: \(others, "member") \
                \(others == 1 ? "gets" : "get") it with their next sync.
                """
            ]
        case .delivered:
            return [
                """
                The group has a new key (\(number)), and the others' devices have begun to take it: \
                \(others, "member") \(others == 1 ? "gets" : "get") it.
                """
            ]
        case .waiting(let error):
            return [
                """
                The new key (\(number)) is saved on this device, and nobody else has it yet: \
                \(foreign: UsageError.sentence(error.message))
                """,
                "The next /sync or /connect sends it; /rotate sends it at once and waits.",
            ]
        }
    }

    /// What a report is in JSON.
    static func json(_ report: RotationReport) -> OutputJSON {
        .fields([
            "epoch": .number(Int(report.epoch)),
            "members": .number(report.members),
            "published": .bool(report.publication.isDone),
        ])
    }

    /// How this device stands with the keys, where there is something to say.
    func standing() -> [Phrase] {
        let roster = Roster(group)
        let keys = group.keys
        var lines: [Phrase] = []
        if let newest = keys.lacking.last {
            lines.append("\(Sentences.unknownEpoch) Lacking: number \(own: String(newest)).")
            for party in keys.wrongFrom {
                lines.append(Self.wrongKey(roster.shown(party), epoch: newest))
            }
            lines.append(
                keys.askedAt == nil
                    ? "What to do: \(group.hasStore ? "/sync" : "/connect to somebody who has it")."
                    : """
                    This device has asked for it: the organiser's device answers at once, any \
                    member's within a minute, when they are online. A fresh invite link brings it \
                    as well.
                    """)
        }
        if !keys.formerHolders.isEmpty {
            lines.append(
                """
                The group's key is still one that \(roster.shown(keys.formerHolders)) had: /sync \
                or /rotate changes it.
                """)
        } else if keys.isUnfinished {
            lines.append(
                "The last change of the key was interrupted: /sync or /rotate finishes it.")
        }
        return lines
    }

    /// Somebody sent a key that is not the one.
    static func wrongKey(_ name: Phrase, epoch: UInt32) -> Phrase {
        """
        \(name) sent a key that is not the group's number \(own: String(epoch)). It was not used \
        and did no harm; this device goes on waiting for the right one.
        """
    }

    /// The standing in JSON.
    static func json(_ keys: KeyStanding, _ roster: Roster) -> OutputJSON {
        .fields([
            "epoch": keys.epoch.map { .number(Int($0)) } ?? .null,
            "lacking": .list(keys.lacking) { .number(Int($0)) },
            "asked_at": .number(keys.askedAt),
            "wrong_from": .list(keys.wrongFrom) { roster.json($0) },
            "former_holders": .list(keys.formerHolders) { roster.json($0) },
            "unfinished": .bool(keys.isUnfinished),
        ])
    }

    /// What somebody who was removed can still do with the store, and how that is ended.
    func access(of name: Phrase) -> [Phrase] {
        switch group.backend {
        case .none: return []
        case .folder:
            return [
                """
                \(name) may still have the shared folder, with its sealed files: nothing new in \
                them can be read, but they can be changed or deleted. Stop sharing it where it is \
                shared (the drive, the sync tool).
                """
            ]
        case .s3(let endpoint, let bucket, _, _):
            return [
                """
                \(name) still knows the bucket's key: nothing new can be read with it, but files \
                can be changed or deleted. To end that, make another key for this bucket at the \
                store and type: /backend s3 \(foreign: endpoint) bucket=\(foreign: bucket) key=NEW
                """,
                """
                The others go over by themselves. Delete the old key there after 72 hours: whoever \
                is away for longer needs a fresh invite.
                """,
            ]
        case .nextcloud(_, _, _, let isOwner):
            return [
                """
                \(name) still knows the link and its password: nothing new can be read with them, \
                but files can be changed or deleted.
                """,
                isOwner
                    ? """
                    To end that: /backend nextcloud new-link makes another link, and deletes the \
                    old one after 72 hours. The others go over by themselves.
                    """
                    : """
                    To end that, whoever owns the account types /backend nextcloud new-link on \
                    their device.
                    """,
            ]
        }
    }
}
