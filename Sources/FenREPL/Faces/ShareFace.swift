internal import FenEngine

/// What was done at the owner's Nextcloud.
enum ShareFace {
    static func result(_ group: GroupView, _ report: ShareReport) -> CommandResult {
        var result = BackendFace.result(group)
        result.say(
            report.isNew
                ? """
                The group has a folder in your account there (Nextcloud \(foreign: report.version)) and \
                a link to it with a password of its own. Invites carry these two and nothing else of \
                your account.
                """
                : """
                The link has its password again and may be read and written (Nextcloud \
                \(foreign: report.version)); nobody needs a fresh invite.
                """)
        switch report.password {
        case .kept:
            result.say("The app password stays on this device, for setting the link right later.")
        case .changed:
            result.say(
                """
                What you typed is the account's own password. The server made an app password for \
                this device, and only that is kept here; in the browser it stands under Settings, \
                Security.
                """)
        case .notKept:
            result.say(
                """
                The server made no app password of what you typed, so none is kept: with an address \
                /backend nextcloud asks again when the link has to be set right.
                """)
        }
        for remark in report.remarks { result.say("\(foreign: remark)") }
        result.set("setup", json(report))
        return result
    }

    /// A second link was made and the group moved to it.
    static func renewed(_ group: GroupView, _ report: ShareReport) -> CommandResult {
        var result = BackendFace.result(group)
        result.say(
            """
            The group has another link to its folder, with another password. The members go over by \
            themselves; this device deletes the old link after 72 hours, and whoever is away for \
            longer needs a fresh invite.
            """)
        result.set("setup", json(report))
        return result
    }

    private static func json(_ report: ShareReport) -> OutputJSON {
        .fields([
            "version": .string(report.version), "new_link": .bool(report.isNew),
            "password": .string(report.password.rawValue),
            "remarks": .list(report.remarks) { .string($0) },
        ])
    }

    /// What a link's owner can do about it, and until when it works.
    static func advice(endsOn: String?, isOwner: Bool, isReady: Bool) -> [Phrase] {
        var lines: [Phrase] = []
        if let endsOn {
            lines.append(
                """
                The server ends the link by itself on \(foreign: endsOn). /backend nextcloud makes \
                another then, for which members need fresh invites.
                """)
        }
        if isOwner, !isReady {
            lines.append(
                "The link is yours: /backend nextcloud sets it right, or makes another.")
        }
        return lines
    }
}
