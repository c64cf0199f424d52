internal import FenEncoding
internal import FenEngine

/// Passphrases and codes as they are asked for: without echo, or from standard input; never in a
/// line.
enum TypedSecrets {
    /// A secret that exists already.
    static func known(
        _ session: isolated ReplSession, _ question: String, what: String
    ) async throws -> String {
        guard let typed = await answer(session, question) else {
            throw missing(session, "No \(what) was given.")
        }
        return typed
    }

    /// The refusal of an empty answer; `they` is what a script calls what was asked for.
    static func missing(
        _ session: isolated ReplSession, _ message: String, they: String = "it is"
    ) -> UsageError {
        UsageError(
            message,
            hint: session.environment.source == .prompt
                ? "Type the command again: the question does not show what you type."
                : "In a script \(they) the line behind the command.")
    }

    /// A new one, which a person types twice, since nobody sees a slip; what stands in a file or a
    /// pipe is taken as it is.
    static func new(
        _ session: isolated ReplSession, _ name: String
    ) async throws -> String {
        let first = try await known(session, "\(name) (not shown):", what: "passphrase")
        guard session.environment.isInteractive else { return first }
        guard await answer(session, "Once more (not shown):") == first else {
            throw UsageError(
                "The two passphrases are not the same; nothing was done.",
                hint: "Type the command again, slowly.", code: "PASSPHRASES_DIFFER")
        }
        return first
    }

    private static func answer(
        _ session: isolated ReplSession, _ question: String
    ) async -> String? {
        let text = await session.environment.asker.secret(question) ?? ""
        // From a pipe all lines come at once; a passphrase is the first.
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let typed = line.trimmingWhitespace
        return typed.isEmpty ? nil : typed
    }
}
