internal import FenEncoding
internal import FenEngine

/// What is typed of an account at a Nextcloud, and its password, which is asked for.
enum ShareForm {
    /// The account that the words of `/backend nextcloud` describe; nil where they name none.
    static func login(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> NextcloudLogin? {
        try StoreSecret.refuse("A password", as: "password", arguments)
        guard arguments.words.count <= 2 else {
            throw UsageError(
                "Behind /backend nextcloud stands one address.",
                hint: "Such as: /backend nextcloud https://cloud.example.org user=ada")
        }
        guard let typed = arguments.word(1) else {
            guard arguments.values.isEmpty else {
                throw UsageError(
                    "The Nextcloud's address is missing.",
                    hint: "Such as: /backend nextcloud https://cloud.example.org user=ada")
            }
            return nil
        }
        let address = try Engine.nextcloudAddress(typed)
        let pin = try Engine.pin(arguments.values["pin"])
        try StoreSecret.requireTLS(address, arguments)
        let authorities = try await AuthorityFile.path(arguments)
        let user = try await user(session, arguments)
        let password = try await StoreSecret.ask(session, "app password")
        return NextcloudLogin(
            address: address, user: user, password: password, pin: pin,
            authorities: authorities)
    }

    private static func user(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> String {
        var user = arguments.values["user"]
        if user == nil {
            user = await session.environment.asker.text(
                [], question: "The name you log in with there:", suggestion: nil)
        }
        // A colon would end the name early in what is sent.
        guard let user = user?.trimmingWhitespace, !user.isEmpty, !user.contains(":") else {
            throw UsageError(
                "The name you log in with at the Nextcloud is missing.",
                hint: "Such as: /backend nextcloud https://cloud.example.org user=ada")
        }
        return user
    }
}
