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

    /// Refuses what would say who the server is, where nothing proves that: over http.
    static func requireTLS(_ address: String, _ arguments: Arguments) throws {
        guard address.lowercased().hasPrefix("http://"),
            let key = ["pin", "ca"].first(where: { arguments.values[$0] != nil })
        else { return }
        throw UsageError(
            "\(key) is about a certificate, and an http address has none.",
            hint: "Leave \(key)= out, or give the address that begins with https://.")
    }

    /// Asks for a secret, without echo; what surrounds it is left out.
    static func ask(_ session: isolated ReplSession, _ name: String) async throws -> String {
        let question = "\(name.prefix(1).uppercased())\(name.dropFirst()) (not shown):"
        let answer = await session.environment.asker.secret(question) ?? ""
        let secret = answer.trimmingWhitespace
        guard !secret.isEmpty else {
            throw TypedSecrets.missing(session, "No \(name) was given.")
        }
        return secret
    }
}
