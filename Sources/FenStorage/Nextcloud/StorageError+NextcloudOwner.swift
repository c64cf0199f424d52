import FenHTTP

extension StorageError {
    /// What a refusal of the owner's own requests means.
    init(owner answer: HTTPAnswer, now: Int64) {
        let status = answer.head.status
        switch status {
        case 400 where OCSAnswer(answer) != nil:
            self.init(
                .readOnly, "The Nextcloud refuses the group's link.",
                hint: "Its rules for links or passwords may be stricter than usual; ask whoever "
                    + "runs it.")
        case 401:
            self.init(
                .auth, "The Nextcloud does not accept this name and app password.",
                hint: "Make an app password in the browser, under Settings, Security, and type it "
                    + "as it is shown. Each wrong one counts against you there.")
        case 403: self = .noUploads(cause: nil)
        case 404: self.init(.missing, "The Nextcloud has no such folder or link.")
        case 429:
            self = .blockedByNextcloud(for: NextcloudStanding.block, cause: nil)
        default: self.init(nextcloud: answer, .writing, now: now)
        }
        cause = cause ?? "HTTP \(status)"
    }

    /// Links are switched off.
    static func noLinks(cause: String?) -> StorageError {
        StorageError(
            .readOnly, "This Nextcloud does not let people share by link.",
            hint: "Ask whoever runs it to allow it (Administration, Sharing), or use another "
                + "store.", cause: cause)
    }

    /// Links may not be written.
    static func noUploads(cause: String?) -> StorageError {
        StorageError(
            .readOnly, "This Nextcloud does not let links be written.",
            hint: "Ask whoever runs it to allow public uploads (Administration, Sharing), or use "
                + "another store.", cause: cause)
    }
}
