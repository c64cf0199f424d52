import FenHTTP

extension StorageError {
    /// What a refusal means, which for some depends on what was asked.
    init(nextcloud answer: HTTPAnswer, _ purpose: NextcloudCall.Purpose, now: Int64) {
        let refusal = NextcloudRefusal(answer)
        let status = answer.head.status
        self = Self.byStatus(status, refusal, purpose)
        cause = "HTTP \(status)\(refusal.exception.isEmpty ? "" : " \(refusal.exception)")"
        if code == .maintenance {
            retryAfter = answer.head["Retry-After"].flatMap { HTTPDate.retryAfter($0, now: now) }
        }
        if code == .redirect { target = answer.head["Location"].flatMap(Self.server) }
    }

    /// Wrong or old password, unknown token, removed link, links switched off: the server does not
    /// say which.
    static func refusedByNextcloud(cause: String?) -> StorageError {
        StorageError(
            .auth, "The Nextcloud does not accept the group's link and password.",
            hint: "Ask the owner whether the link was changed or removed, and for a fresh invite. "
                + "Until you act nothing is asked, so that the server does not shut this "
                + "connection out.", cause: cause)
    }

    /// Too many wrong passwords from this address, this device's or another's.
    static func blockedByNextcloud(for seconds: Int64, cause: String?) -> StorageError {
        StorageError(
            .blocked,
            "The Nextcloud has shut out this internet connection for a while, because "
                + "too many wrong passwords came from it.",
            hint: "It is left alone until then. If it happens again, look which device on this "
                + "connection has an old password.",
            cause: cause, retryAfter: .seconds(seconds))
    }

    /// The folder behind the share is gone.
    static let noShare = StorageError(
        .missing, "The group's folder is no longer on the Nextcloud.",
        hint: "Ask the owner whether they removed it; nothing on this device is lost.")

    private static func byStatus(
        _ status: Int, _ refusal: NextcloudRefusal, _ purpose: NextcloudCall.Purpose
    ) -> StorageError {
        switch status {
        case 300..<400:
            StorageError(
                .redirect, "The Nextcloud has moved to another address.",
                hint: "Ask the owner for the right address; passwords are never sent on by "
                    + "themselves.")
        case 400 where refusal.isFromFiles && refusal.exception != "InvalidPath":
            // The stump of what was sent may have become the object (nextcloud/server #62321).
            StorageError(.network, "What was sent did not arrive as it was sent.")
        case 400 where refusal.isFromFiles:
            StorageError(
                .integrity, "The Nextcloud takes no object of this name.",
                hint: "Update fen, or ask the owner which names the server forbids.")
        case 400:
            StorageError(
                .server, "The server does not take the request.",
                hint: "If it goes on, ask the owner whether this address is among the Nextcloud's "
                    + "trusted domains.")
        case 401: refusedByNextcloud(cause: nil)
        case 403, 405: purpose == .writing ? readOnlyShare : dropShare
        case 404: missing()
        case 409:
            StorageError(
                .integrity,
                "Something else stands in the group's folder where an object should "
                    + "be.",
                hint: "Look for folders that take the place of a log, and move them away.")
        case 412: precondition()
        case 413:
            StorageError(
                .quota, "The server takes no upload of this size.",
                hint: "Ask the owner to raise the web server's limit for uploads.")
        case 423: StorageError(.busy, "Somebody else is writing this object.")
        case 429: blockedByNextcloud(for: NextcloudStanding.block, cause: nil)
        case 500 where refusal.exception == "MaxDelayReached":
            blockedByNextcloud(for: NextcloudStanding.block, cause: nil)
        case 503:
            StorageError(
                .maintenance, "The Nextcloud is being looked after.",
                hint: "It is tried again by itself.")
        case 507:
            StorageError(
                .quota, "The owner's Nextcloud is full.",
                hint: "Ask the owner to make room or to raise the limit.")
        case 500...:
            // Older servers answer so when the folder behind a share is gone.
            StorageError(
                .server, "The Nextcloud could not do that.",
                hint: "If it goes on, ask the owner whether the group's folder is still there.")
        default: notAStore(cause: nil)
        }
    }

    private static let readOnlyShare = StorageError(
        .readOnly, "The group's link may be read but not written.",
        hint: "Ask the owner to allow the link to upload, change and delete.")

    private static let dropShare = StorageError(
        .auth, "The group's link does not show what is in its folder.",
        hint: "Ask the owner to allow the link to read; as a file drop it takes uploads only.")

    /// The server that a redirect points to: no more of it, since the path may hold the token.
    private static func server(_ location: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: location.hasPrefix) else {
            return nil
        }
        let host = location.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let isPlain = host.utf8.allSatisfy { byte in
            byte < 0x80 && Character(UnicodeScalar(byte)).isLetter
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-.:[]".utf8.contains(byte)
        }
        return isPlain && 1...200 ~= host.utf8.count ? scheme + host : nil
    }
}
