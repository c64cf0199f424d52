internal import FenEngine
internal import FenProtocol

/// What is typed of a bucket, and its secret key, which is asked for.
enum BucketForm {
    /// The bucket that the words of `/backend s3` describe.
    static func store(
        _ session: isolated ReplSession, _ arguments: Arguments
    ) async throws -> S3Store {
        guard arguments.values["secret"] == nil else {
            throw UsageError(
                "A secret key does not belong in a line: others could see it there.",
                hint: "Leave secret= out; it is asked for and not shown.",
                code: "SECRET_IN_ARGUMENTS")
        }
        guard let endpoint = arguments.word(1), arguments.words.count == 2,
            let bucket = arguments.values["bucket"], !bucket.isEmpty,
            let key = arguments.values["key"], !key.isEmpty
        else {
            throw UsageError(
                "The store's address, its bucket or the key's name is missing.",
                hint: "Such as: /backend s3 https://s3.example.org bucket=trip key=GK31c2")
        }
        try Engine.checkAddress(endpoint)
        let style = arguments.values["style"] ?? "path"
        guard ["path", "host"].contains(style) else {
            throw UsageError(
                "style is path or host, not “\(style)”.",
                hint: "path: https://store/bucket; host: https://bucket.store")
        }
        let pin = arguments.values["pin"].flatMap { Engine.pin($0) }
        guard pin != nil || arguments.values["pin"] == nil else {
            throw UsageError("pin is no SHA-256.", hint: "It is written as 64 digits from 0 to f.")
        }
        let answer = await session.environment.asker.secret("Secret key (not shown):")
        let secret = (answer ?? "").filter { !$0.isWhitespace }
        guard !secret.isEmpty else {
            throw UsageError(
                "No secret key was given.",
                hint: "It is asked for at the prompt; in a script it is the next line.")
        }
        return S3Store(
            endpoint: endpoint, region: arguments.values["region"] ?? "us-east-1", bucket: bucket,
            accessKeyID: key, secretAccessKey: secret, pathStyle: style == "path", pin: pin)
    }
}
