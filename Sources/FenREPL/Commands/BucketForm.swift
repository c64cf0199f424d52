internal import FenEngine
internal import FenProtocol

/// What is typed of a bucket, and its secret key, which is asked for.
enum BucketForm {
    /// The bucket that the words of `/backend s3` describe.
    static func store(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> S3Store {
        try StoreSecret.refuse("A secret key", as: "secret", arguments)
        if arguments.words.count > 2 {
            throw UsageError(
                "/backend s3 does not take “\(arguments.words[2].text)”.",
                hint: "/help backend shows the form.")
        }
        guard let endpoint = arguments.word(1),
            let bucket = arguments.values["bucket"], !bucket.isEmpty,
            let key = arguments.values["key"], !key.isEmpty
        else {
            throw UsageError(
                "The store's address, its bucket or the key's name is missing.",
                hint: "Such as: /backend s3 https://s3.example.org bucket=trip key=GK31c2")
        }
        try Engine.checkAddress(endpoint)
        guard !bucket.contains("/"), bucket.contains(where: { $0 != "." }) else {
            throw UsageError(
                "“\(bucket)” is no name of a bucket.",
                hint: "It is the name alone, such as bucket=trip; fen makes its folders in it.")
        }
        let style = arguments.values["style"] ?? "path"
        guard ["path", "host"].contains(style) else {
            throw UsageError(
                "style is path or host, not “\(style)”.",
                hint: "path: https://store/bucket; host: https://bucket.store")
        }
        let pin = try Engine.pin(arguments.values["pin"])
        try StoreSecret.requireTLS(endpoint, arguments)
        let secret = try await StoreSecret.ask(session, "secret key").filter { !$0.isWhitespace }
        return S3Store(
            endpoint: endpoint, region: arguments.values["region"] ?? "us-east-1", bucket: bucket,
            accessKeyID: key, secretAccessKey: secret, pathStyle: style == "path", pin: pin)
    }
}
