internal import FenEncoding
internal import FenEngine

/// The passphrase of a home, asked for before the first line.
extension ReplSession {
    /// How often it is asked for at one start.
    private static let tries = 3

    /// Takes a group for this process, at once or when the home is unlocked.
    func want(group name: String) async throws {
        if await engine.isLocked {
            wantedGroup = name
        } else {
            try await useForThisProcess(group: name)
        }
    }

    /// Opens the secrets of a home that has a passphrase: with the one in the file that was named,
    /// or with what the person types.
    func unlock() async throws {
        guard await engine.isLocked else { return }
        if let file = environment.passphraseFile {
            try await engine.unlock(try await passphrase(in: file))
        } else {
            try await askToUnlock()
        }
        if let name = wantedGroup { try await useForThisProcess(group: name) }
        wantedGroup = nil
    }

    private func askToUnlock() async throws {
        guard environment.isInteractive else {
            throw FenError(
                "PASSPHRASE_NEEDED", "This home is locked with a passphrase.",
                hint: "Start fen at a terminal, which asks for it, or name a file that holds it in "
                    + "FEN_PASSPHRASE_FILE.", status: .trust)
        }
        var question = "Passphrase of this home (not shown):"
        for attempt in 1...Self.tries {
            let wait = try await engine.unlockWait()
            if wait > 0 { await environment.pause(.milliseconds(wait)) }
            guard let typed = await environment.asker.secret(question) else { break }
            do throws(FenError) {
                return try await engine.unlock(typed.trimmingWhitespace)
            } catch {
                guard error.status == .trust, attempt < Self.tries else { throw error }
                question = "That is not it. Passphrase of this home (not shown):"
            }
        }
        throw FenError(
            "PASSPHRASE_NEEDED", "This home is locked, and no passphrase was given.",
            hint: "Start fen again when you have it.", status: .trust)
    }

    /// The first line of a file that only its owner may read.
    private func passphrase(in path: String) async throws -> String {
        guard FileNames.isPrivate(path) else {
            throw FenError(
                "PASSPHRASE_FILE",
                "The file that FEN_PASSPHRASE_FILE names is not there, or others can read it.",
                hint: "Its mode should be 0600: chmod 600 FILE", status: .usage)
        }
        let text = String(decoding: try await InputFile.read(path), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.trimmingWhitespace
    }
}
