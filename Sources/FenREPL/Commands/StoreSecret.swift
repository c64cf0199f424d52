internal import FenEncoding

/// What the forms of all stores on servers have in common.
enum StoreSecret {
    /// Refuses a secret that stands in a line.
    static func refuse(_ name: String, as key: String, _ arguments: Arguments) throws {
        guard arguments.values[key] == nil else {
            throw UsageError(
                "\(name) does not belong in a line: others could see it there.",
                hint: "Leave \(key)= out; it is asked for and not shown.",
                code: "SECRET_IN_ARGUMENTS")
        }
    }

    /// Asks for a secret, without echo; what surrounds it is left out.
    static func ask(_ session: isolated ReplSession, _ name: String) async throws -> String {
        let question = "\(name.prefix(1).uppercased())\(name.dropFirst()) (not shown):"
        session.hasAskedSecret = true
        let answer = await session.environment.asker.secret(question) ?? ""
        let secret = answer.trimmingWhitespace
        guard !secret.isEmpty else {
            throw UsageError(
                "No \(name) was given.",
                hint: "It is asked for at the prompt; in a script it is the next line.")
        }
        return secret
    }
}
