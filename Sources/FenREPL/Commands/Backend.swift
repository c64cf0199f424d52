internal import FenEngine
internal import FenProtocol

/// The store through which a group's logs travel.
enum BackendCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "backend",
            group: .syncing,
            summary: "shows or binds the store through which the group's logs travel",
            usage: [
                "", "folder PATH [--insist]",
                "s3 URL bucket=NAME key=ID [region=NAME] [style=host] [pin=HEX | ca=FILE] [--insist]",
                "nextcloud [URL] [user=NAME] [pin=HEX | ca=FILE]", "nextcloud new-link", "ca=FILE",
                "none",
            ],
            page: [
                "folder: a shared folder, such as a mounted drive, a USB stick or Syncthing. Others",
                "give their own path to it when they join. none: nothing travels by itself.",
                "s3: a bucket of an S3-compatible store, with one key that all members share. The",
                "secret key is asked for and not shown; invites carry it, so make one for this bucket",
                "alone. region is us-east-1 where none is said; style=host puts the bucket into the",
                "host's name.",
                "nextcloud: a folder in your own account at a Nextcloud, with a link that may be read",
                "and written. The address is what the browser shows. An app password (Settings,",
                "Security) is asked for and not shown; it stays on this device, and invites carry the",
                "link and a password of the link's own. Again without an address it sets the link",
                "right, or makes another where it is gone. new-link makes a second one, for when",
                "somebody has gone who knows the first: the group moves to it, and the first is",
                "deleted after 72 hours, so that nobody is locked out who is away for a day or two.",
                "A server with a certificate of its owner's own: pin is the SHA-256 of its public key,",
                "which invites carry. ca is a PEM file of the authority, on this device alone: each",
                "member names their own, here or at /join; ca=off takes it back.",
                "The store holds sealed lines only; it can read nothing.",
                "A group that has a store is moved by its organiser: everything is brought to the new",
                "store and read back, then the members are told in the old one, and go after by",
                "themselves. A folder is found by each for themselves: /backend folder PATH says where",
                "it is here. It can be cut off anywhere; the next /sync goes on. --insist moves a group",
                "whose old store will never answer again. The same bucket with another key is a move",
                "too: it takes the old key from nobody before everybody has the new one.",
            ],
            examples: [
                "/backend", "/backend folder ~/Sync/dublin",
                "/backend s3 https://s3.example.org bucket=trip key=GK31c2",
                "/backend nextcloud https://cloud.example.org user=ada",
            ],
            access: .writesWithWords,
            asksSecretUnlessBehind: ["folder", "none"],
            options: ["insist": false],
            keys: ["bucket", "key", "region", "style", "pin", "ca", "secret", "user", "password"],
            arguments: [.words(["folder", "s3", "nextcloud", "none"]), .file],
            body: backend
        )
    ]

    @Sendable
    private static func backend(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let word = arguments.word(0)?.lowercased()
        if ["folder", "none"].contains(word), arguments.values["ca"] != nil {
            throw UsageError(
                "ca names the authority of a server, and there is none.",
                hint: "It stands with /backend s3 and /backend nextcloud.")
        }
        switch word {
        case nil:
            guard arguments.values["ca"] != nil else { return BackendFace.result(group) }
            try await session.engine.setAuthorities(AuthorityFile.path(arguments), in: group.id)
            _ = try? await session.engine.sync(in: group.id)
        case "none":
            guard try await mayLeave(session, group) else {
                return session.dropped("Nothing was changed.")
            }
            try await session.engine.setBackend(.none, in: group.id)
        case "folder":
            guard let path = arguments.text(from: 1) ?? arguments.values["path"] else {
                throw UsageError(
                    "The folder's path is missing.",
                    hint: "Such as: /backend folder ~/Sync/dublin"
                )
            }
            let isMade = try await bind(
                session, group, FileNames.expanded(path),
                insists: arguments.options["insist"] != nil)
            // What was logged before the store was bound goes there now; a failure is noted and
            // tried again, and binding has worked all the same.
            _ = try? await session.engine.sync(in: group.id)
            var result = BackendFace.result(try await session.engine.view(group.id))
            if isMade {
                result.say(
                    """
                    The folder was not there and has been made; it is a store only if the others \
                    see it too.
                    """)
            }
            return result
        case "s3":
            let authorities = try await AuthorityFile.path(arguments)
            let store = try await BucketForm.store(session, arguments)
            let meter = session.environment.progress
            defer { meter(nil) }
            try await session.engine.setBackend(
                .s3(store), in: group.id, authorities: authorities,
                insists: arguments.options["insist"] != nil,
                progress: labelled(meter, "moving"))
            _ = try? await session.engine.sync(in: group.id)
        case "nextcloud" where arguments.word(1)?.lowercased() == "new-link":
            let report = try await session.metered("moving") {
                try await session.engine.renewShare(in: group.id, progress: $0)
            }
            _ = try? await session.engine.sync(in: group.id)
            return ShareFace.renewed(try await session.engine.view(group.id), report)
        case "nextcloud":
            let login = try await ShareForm.login(session, arguments)
            let report = try await session.engine.setUpShare(login, in: group.id)
            _ = try? await session.engine.sync(in: group.id)
            return ShareFace.result(try await session.engine.view(group.id), report)
        case let other?:
            throw UsageError(
                "“\(other)” is no store this version of fen knows.",
                hint: "It knows: /backend folder PATH, /backend s3 URL, /backend nextcloud URL, "
                    + "/backend none"
            )
        }
        return BackendFace.result(try await session.engine.view(group.id))
    }

    /// Whether a person wants to leave the store in which the others stay.
    private static func mayLeave(
        _ session: isolated ReplSession, _ group: GroupView
    ) async throws -> Bool {
        let others = group.members.count { $0.status == .active && $0.party != group.me }
        guard group.backend != .none, others > 0 else { return true }
        return try await session.confirm(
            [
                .line(BackendFace.words(group)),
                .line(
                    """
                    \(others, "member") of it \(others == 1 ? "stays" : "stay") there and \
                    \(others == 1 ? "is" : "are") not told: what you and they write from now on \
                    goes over by /connect, or when you bind that store again. To move the group \
                    name the new store; nothing has to be unbound for that.
                    """),
            ], "Leave the store?")
    }

    /// Binds a folder; true where it had to be made.
    private static func bind(
        _ session: isolated ReplSession, _ group: GroupView, _ path: String, insists: Bool
    ) async throws -> Bool {
        let meter = session.environment.progress
        defer { meter(nil) }
        guard !FileNames.isFile(path) else {
            throw UsageError(
                "\(path) is a file, and a store is a folder.",
                hint: "Name the folder itself: /backend folder ~/Sync/dublin"
            )
        }
        do throws(FenError) {
            return try await session.engine.setBackend(
                .folder(path: path), in: group.id, insists: insists,
                progress: labelled(meter, "moving"))
        } catch {
            guard error.code == "STORE_MISSING" else { throw error }
            throw FenError(
                error.code, "The folder \(path) takes no files, so it cannot be a store.",
                hint: "Choose one that you can write in: /backend folder ~/Sync/dublin",
                status: error.status)
        }
    }
}
