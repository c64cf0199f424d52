internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// Bringing people in.
enum JoiningCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "invite",
            group: .joining,
            summary: "makes an invite link for one person, with its QR code (organiser)",
            usage: ["[NAME] [--ttl 30m] [qr=FILE.png]"],
            page: [
                "The link stands alone on its line. It works for 30 minutes unless --ttl says",
                "otherwise (10m, 2h, 1d). Whoever has it can read the group: send it to one person.",
                "Whoever joins is held to that time by their own clock; your device lets nobody in by",
                "itself whose invite ended over a day ago. /revoke ends an invite for good.",
                "The code needs a window of about 61 columns and 32 rows; qr=FILE.png makes it a",
                "picture instead.",
            ],
            examples: ["/invite Bob", "/invite Bob --ttl 2h", "fen invite Bob qr=bob.png"],
            access: .writes,
            options: ["ttl": true],
            keys: ["qr"],
            body: invite
        ),
        CommandSpec(
            name: "qr",
            group: .joining,
            summary: "draws the QR code of an invite again",
            usage: ["[INVITE] [big] [invert] [ascii] [FILE.png]"],
            page: [
                "big: two columns a module. invert: for themes that swap colours. ascii: # only.",
                "FILE.png writes a picture instead. Links are kept only while fen runs.",
            ],
            examples: ["/qr", "/qr Bob big", "/qr bob.png"],
            access: .reads,
            arguments: [.invite, .words(["big", "invert", "ascii"])],
            body: qr
        ),
        CommandSpec(
            name: "invites",
            group: .joining,
            summary: "lists invites, what became of them, and who waits",
            usage: ["", "admit NAME or TAG"],
            page: [
                "A lone person with the right proof is let in by itself. Where several hold one",
                "link you choose: ask yours for the tag that /identity shows, then admit that one.",
                "With --yes and a name that several use, the smallest key is taken.",
            ],
            examples: ["/invites", "/invites admit 3f9a"],
            access: .writesWithWords,
            arguments: [.words(["admit"]), .member],
            body: invites
        ),
        CommandSpec(
            name: "revoke",
            group: .joining,
            summary: "takes an invite back (organiser)",
            usage: ["INVITE"],
            page: ["By its name or the beginning of its id, as /invites shows it."],
            examples: ["/revoke Bob"],
            access: .writes,
            arguments: [.invite],
            body: revoke
        ),
    ]

    @Sendable
    private static func invite(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let name = try TypedName.checked(
            arguments.words.isEmpty ? "a friend" : arguments.text, what: "name")
        let file = arguments.values["qr"].map(FileNames.expanded)
        if let file, OutputFile.exists(file) {
            throw UsageError(
                "There is a file \(file) already.", hint: "Choose another name; no invite was made."
            )
        }
        let seconds = try TimeLength.seconds(arguments.options["ttl"] ?? "30m")
        let invite = try await session.engine.issueInvite(name: name, ttl: seconds, in: group.id)
        session.issued.append(invite)
        let expires = session.staleText(invite.expiresAt)
        var result = CommandResult()
        result.say("Invite for \(foreign: name) to \(foreign: group.name), until \(own: expires):")
        result.text.append(.verbatim(invite.link))
        if let file {
            // The invite is made by now: its link is shown whatever becomes of the picture.
            let problem = session.environment.qr.writePNG(invite.qrText, to: file)
            result.say(
                problem.map { "\(foreign: $0)" }
                    ?? "Wrote the code for \(foreign: name) to \(foreign: file).")
        } else {
            result.text.append(.qr(invite.qrText, QRVariant()))
        }
        if case .none = group.backend, await session.engine.listening.isEmpty {
            result.say(
                """
                This group has no store yet, and this device does not listen: /backend folder PATH \
                or /listen before you invite, or they can reach nobody.
                """)
        }
        result.say("Send it to one person. /invites says when they have joined.")
        result.set("invite", .string(invite.id.hex))
        result.set("name", .string(name))
        result.set("link", .string(invite.link))
        result.set("qr", .string(invite.qrText))
        result.set("expires_at", .number(invite.expiresAt))
        result.mainValue = invite.link
        return result
    }

    @Sendable
    private static func qr(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        var variant = QRVariant()
        var file: String?
        var name: [String] = []
        for word in arguments.words.map(\.text) {
            switch word.lowercased() {
            case "big": variant.isBig = true
            case "invert": variant.isInverted = true
            case "ascii": variant.isASCII = true
            case let text where text.hasSuffix(".png"): file = FileNames.expanded(word)
            default: name.append(word)
            }
        }
        let wanted = name.joined(separator: " ").lowercased()
        let found = session.issued.last { invite in
            wanted.isEmpty || invite.name.lowercased().hasPrefix(wanted)
                || invite.id.hex.hasPrefix(wanted)
        }
        guard let found else {
            throw FenError(
                "NO_LINK",
                "No link of such an invite is known here any more.",
                hint: "Links are kept only while fen runs. /invite NAME makes a fresh one."
            )
        }
        var result = CommandResult()
        if let file {
            if let problem = session.environment.qr.writePNG(found.qrText, to: file) {
                throw FenError(
                    "QR", problem, hint: "/qr draws it here; the link works as well.")
            }
            result.say("Wrote the code for \(foreign: found.name) to \(foreign: file).")
        } else {
            result.text.append(.qr(found.qrText, variant))
            result.text.append(.verbatim(found.link))
        }
        result.set("name", .string(found.name))
        result.set("link", .string(found.link))
        result.set("qr", .string(found.qrText))
        result.set("file", .text(file))
        result.mainValue = found.link
        return result
    }

    @Sendable
    private static func invites(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let invites = try await session.engine.invites(in: group.id)
        if let word = arguments.word(0) {
            guard word == "admit", let who = arguments.text(from: 1) else {
                throw UsageError(
                    "“\(word)” is not understood here.", hint: "Such as: /invites admit 3f9a")
            }
            return try await admit(session, who, among: invites, in: group)
        }
        let times = invites.map { session.staleText($0.expiresAt) }
        return InvitesFace(group: group).result(invites, times: times)
    }

    private static func admit(
        _ session: isolated ReplSession,
        _ typed: String,
        among invites: [InviteView],
        in group: GroupView
    ) async throws -> CommandResult {
        let wanted = typed.lowercased()
        let joiners = invites.flatMap(\.joiners)
        let found = joiners.filter {
            $0.tag == wanted || $0.name.lowercased() == wanted
                || "\($0.name.lowercased())(\($0.tag))" == wanted
        }
        .sorted { $0.party < $1.party }
        guard let chosen = found.first else {
            throw UsageError(
                "Nobody called “\(typed)” waits with a right proof.",
                hint: "/invites lists who does.")
        }
        guard found.count == 1 || session.saysYes else {
            let tags = found.map { "\($0.name)(\($0.tag))" }.joined(separator: ", ")
            throw UsageError(
                "“\(typed)” could be \(tags).",
                hint: "Ask yours for the tag that /identity shows: /invites admit \(chosen.tag)"
            )
        }
        let written = try await session.engine.admit(chosen.party, in: group.id)
        let after = try await session.engine.view(group.id)
        let roster = Roster(after)
        var result = CommandResult("\(roster.shown(chosen.party)) is in.")
        result.text += session.savingLines(after)
        result.set("group", .string(group.name))
        result.set("admitted", roster.json(chosen.party))
        result.set("ref", .string(roster.text(written.reference)))
        result.mainValue = roster.text(written.reference)
        return result
    }

    @Sendable
    private static func revoke(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        _ = try session.required(arguments, 0, "an invite", for: "revoke")
        let written = try await session.engine.revokeInvite(arguments.text, in: group.id)
        session.issued.removeAll {
            $0.name.lowercased() == arguments.text.lowercased()
                || $0.id.hex.hasPrefix(arguments.text.lowercased())
        }
        let after = try await session.engine.view(group.id)
        let roster = Roster(after)
        var result = CommandResult(
            "Revoked the invite \(foreign: arguments.text). Whoever asks with it now is not let in."
        )
        result.text += session.savingLines(after)
        result.set("invite", .string(arguments.text))
        result.set("ref", .string(roster.text(written.reference)))
        result.mainValue = roster.text(written.reference)
        return result
    }
}
