internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// Getting an identity back.
enum RestoreCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "restore",
            group: .identity,
            summary: "brings you back: by 12 words, a backup, another device, or a member's help",
            usage: [
                "phrase [NAME]", "FILE", "LINK", "link", "member [NAME]", "member MESSAGE",
                "member code or yes",
            ],
            page: [
                "Into a home in which nothing was begun yet; it never replaces an identity in use.",
                "phrase: asks for the words of /phrase. They bring back who you are. Your groups come",
                "back with a backup, or one by one with a fresh link from each group's organiser:",
                "you are known there by your key, so nobody has to let you in again.",
                "FILE: what /backup wrote, with everything in it, or /identity move on the other",
                "device. Its passphrase or code is asked for, and not shown; in a script it is the",
                "next line. All of it comes back, or nothing.",
                "LINK: what /identity move shows on the other device, in the same network; link alone",
                "asks for it. Say yes there when it names the three words that stand here.",
                "Before anything is written in a group, its store or another member's device is asked",
                "what you wrote there since, so that no number is used twice.",
            ] + RestoreMember.page,
            examples: [
                "/restore phrase", "/restore ~/stick/fen.backup", "/restore link",
                "fen --home NEW restore fen.backup", "/restore member Bob",
            ],
            access: .writes,
            needsGroup: false,
            holdsSecret: true,
            asksSecretUnlessBehind: ["member"],
            keys: ["folder"],
            arguments: [.file],
            body: restore
        )
    ]

    @Sendable
    private static func restore(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> CommandResult {
        let what = try session.required(arguments, 0, "phrase or a file", for: "restore")
        if what.lowercased() == "member", !OutputFile.exists("member") {
            return try await RestoreMember.run(session, arguments)
        }
        try await session.engine.requireUnusedHome()
        if what.lowercased() == "phrase", !OutputFile.exists("phrase") {
            return try await phrase(session, name: arguments.text(from: 1))
        }
        let isLink = Engine.isMoveLink(arguments.text)
        if isLink || what.lowercased() == "link", isLink || !OutputFile.exists("link") {
            return try await taken(session, isLink ? arguments.text : nil)
        }
        return try await file(session, FileNames.expanded(arguments.text))
    }

    // MARK: The words

    private static func phrase(
        _ session: isolated ReplSession, name: String?
    ) async throws -> CommandResult {
        let engine = session.engine
        // No name is as long as that: it is what must not stand where shells and others keep it.
        if let name, name.split(whereSeparator: \.isWhitespace).count > 5 {
            throw UsageError(
                "The 12 words are not typed on the line: it may be kept where others read it.",
                hint: "/restore phrase alone asks for them, and does not show them.")
        }
        let name = try name.map { text throws(UsageError) in try TypedName.person(text) }
        let wait = try await engine.phraseCooldown().milliseconds
        if wait > 0 { await session.environment.pause(.milliseconds(wait)) }
        let typed = await session.environment.asker.secret("The 12 words (not shown):") ?? ""
        let words = typed.lowercased().split { !$0.isLetter }.map(String.init)
        guard !words.isEmpty else {
            throw TypedSecrets.missing(session, "No words were given.", they: "they are")
        }
        // A name that was given to the home before is this person's own word.
        let known = try await engine.identity()?.name ?? session.environment.defaultName
        let person: IdentityView
        do throws(FenError) {
            person = try await engine.restoreIdentity(
                words: words, name: name ?? known)
        } catch {
            guard error.status == .trust else { throw error }
            let failures = try await engine.notePhraseFailure()
            throw helped(error, words, failures, session)
        }
        var result = CommandResult(
            "This is you again: \(foreign: person.name) (\(own: person.tag)).")
        result.say(
            """
            Your groups are not in the words. They come back with a backup (/restore FILE, in another \
            new home), or one by one with a fresh link from each group's organiser: /join. You are \
            known there by your key.
            """)
        show(person, groups: 0, in: &result)
        return result
    }

    /// What helps with a slip of the pen. Near words are shown to a person only: no log is to have
    /// even a part of a phrase.
    private static func helped(
        _ error: FenError, _ words: [String], _ failures: Int, _ session: isolated ReplSession
    ) -> FenError {
        var hints = error.hint.map { [$0] } ?? []
        let unknown = words.first { !PhraseWords.all.contains($0) }
        if error.code == PhraseFault.wordCode, session.environment.isInteractive, let unknown {
            let near = Nearest.words(to: unknown, among: PhraseWords.all)
            if !near.isEmpty { hints = ["Nearest: \(near.joined(separator: ", "))."] }
        }
        if failures >= 3 { hints.append(Sentences.phraseLost) }
        return FenError(
            error.code, error.message, hint: hints.joined(separator: " "), status: error.status)
    }

    // MARK: A file

    private static func file(
        _ session: isolated ReplSession, _ path: String
    ) async throws -> CommandResult {
        let engine = session.engine
        let kind = try await engine.kindOfBackup(path)
        let secret = try await TypedSecrets.known(
            session,
            kind == .backup
                ? "The backup's passphrase (not shown):"
                : "The six words that the old device showed (not shown):",
            what: kind == .backup ? "passphrase" : "code")
        let (person, confirmation) = try await engine.restore(path, under: secret)
        return try await everything(session, person, confirmation, isTold: false)
    }

    /// Takes over what another device hands over by its link.
    private static func taken(
        _ session: isolated ReplSession, _ typed: String?
    ) async throws -> CommandResult {
        guard typed == nil || session.environment.source != .arguments else {
            throw UsageError(
                "A link is a secret, and arguments can be seen by others on this machine.",
                hint: "Type fen restore link and paste it when asked.",
                code: "SECRET_IN_ARGUMENTS")
        }
        var link = typed ?? ""
        if typed == nil {
            link = try await TypedSecrets.known(session, "The link (not shown):", what: "link")
        }
        let (engine, given) = (session.engine, link)
        let (speaker, environment) = (session.speaker, session.environment)
        let taken = try await session.metered("taking over") { progress in
            try await engine.takeMove(
                given,
                shows: { words in
                    let lines = ["The old device asks about these words: \(words)"]
                    guard environment.source == .arguments else {
                        speaker.yield(lines)
                        return
                    }
                    // A single call prints nothing above a prompt: it asks, and waits.
                    if environment.isInteractive {
                        _ = await environment.asker.confirm(
                            lines, question: "Say yes there, if it shows the same. Done?")
                    }
                }, progress: progress)
        }
        return try await everything(
            session, taken.person, taken.confirmation, isTold: taken.isTold)
    }

    private static func everything(
        _ session: isolated ReplSession, _ person: IdentityView, _ confirmation: String?,
        isTold: Bool
    ) async throws -> CommandResult {
        session.forgetGroups()
        let groups = try await session.engine.groups()
        var result = CommandResult(
            """
            Everything is here: you are \(foreign: person.name) (\(own: person.tag)), with \
            \(groups.count, "group").
            """)
        for group in groups { result.say("  \(foreign: group.name)") }
        if !groups.isEmpty {
            result.say(
                """
                Before you write in one of them, its store or another member's device is asked what \
                you wrote since.
                """)
        }
        if let confirmation {
            if isTold { result.say("The old device knows it, and only reads from now on.") }
            let doubt: Phrase = isTold ? "Should it not, type there" : "On the old device type"
            result.say("\(doubt): /identity move done \(own: confirmation)")
            result.say("/identity shows the three words again until /identity move told.")
            result.set("confirmation", .string(confirmation))
        }
        show(person, groups: groups.count, in: &result)
        result.mainValue = confirmation ?? person.name
        return result
    }

    private static func show(
        _ person: IdentityView, groups: Int, in result: inout CommandResult
    ) {
        result.set("name", .string(person.name))
        result.set("tag", .string(person.tag))
        result.set("key", .string(person.publicKey.hex))
        result.set("groups", .number(groups))
        result.mainValue = person.name
    }
}

extension ReplSession {
    /// What was remembered of groups is of another home now.
    func forgetGroups() {
        current = nil
        shown.clear()
        issued = []
        unread = []
    }
}
