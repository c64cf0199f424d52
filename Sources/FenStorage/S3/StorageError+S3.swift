import FenHTTP

extension StorageError {
    /// What a refusal means, which for some depends on what was asked.
    init(s3 refusal: S3Refusal, _ head: HTTPHead, _ purpose: S3Call.Purpose, now: Int64) {
        self = Self.byCode(refusal, purpose) ?? Self.byStatus(head, purpose)
        cause = "HTTP \(head.status)\(refusal.code.isEmpty ? "" : " \(refusal.code)")"
        if [.busy, .maintenance].contains(code) {
            retryAfter = head["Retry-After"].flatMap { HTTPDate.retryAfter($0, now: now) }
        }
        if code == .redirect { target = refusal.endpoint ?? refusal.region }
    }

    /// The store has no such bucket, or no more.
    private static let noBucket = StorageError(
        .missing, "The store has no bucket of that name.",
        hint: "Check the bucket's name with the owner; nothing on this device is lost.")

    private static func byCode(_ refusal: S3Refusal, _ purpose: S3Call.Purpose) -> StorageError? {
        switch refusal.code {
        case "SignatureDoesNotMatch":
            StorageError(
                .auth, "The store knows the access key, but the secret key does not fit it.",
                hint: "Ask the owner for the secret key again; copying it often loses a sign.")
        case "InvalidAccessKeyId":
            StorageError(
                .auth, "The store does not know this access key.",
                hint: "Ask the owner whether the key was changed or taken away.")
        case "ExpiredToken", "InvalidToken", "UserSuspended", "AllAccessDisabled",
            "AccountProblem", "InvalidPayer":
            StorageError(
                .auth, "The store has closed this key's account.",
                hint: "Ask the owner to look at it.")
        case "RequestTimeTooSkewed", "RequestExpired":
            StorageError(
                .skewedClock, "This device's clock and the store's differ too much.",
                hint: "Set this device's date and time right, then try again.")
        case "NoSuchBucket": noBucket
        case "InvalidBucketName": noBucket
        case "NoSuchKey": missing()
        case "QuotaExceeded", "InsufficientStorage", "XMinioStorageFull",
            "XMinioAdminBucketQuotaExceeded":
            full
        case "SlowDown", "TooManyRequests", "RequestLimitExceeded", "OperationAborted",
            "ConditionalRequestConflict":
            StorageError(.busy, "The store is busy.")
        case "RequestTimeout", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch":
            StorageError(.network, "What was sent did not arrive as it was sent.")
        case "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException":
            moved
        case "MethodNotAllowed" where purpose == .writing: readOnly
        case let code where purpose == .writing && unacceptableCodes.contains(code): unacceptable
        case "PreconditionFailed": precondition()
        default: nil
        }
    }

    private static func byStatus(_ head: HTTPHead, _ purpose: S3Call.Purpose) -> StorageError {
        switch head.status {
        case 300..<400: moved
        case 401:
            StorageError(
                .auth, "The store does not accept the key.",
                hint: "Ask the owner for the keys again.")
        case 403:
            switch purpose {
            case .listing:
                StorageError(
                    .auth, "The key may not list what is in the bucket.",
                    hint: "Ask the owner to allow the key to list the bucket (s3:ListBucket).")
            case .reading:
                StorageError(
                    .auth, "The key may not read the object, or may not know that it is not there.",
                    hint: "Ask the owner to allow the key to read objects and to list the bucket.")
            case .writing: readOnly
            }
        case 404: missing()
        case 412: precondition()
        case 413 where purpose == .writing: unacceptable
        case 429: StorageError(.busy, "The store is busy.")
        case 503:
            StorageError(
                .maintenance, "The store is not available at the moment.",
                hint: "It is tried again by itself.")
        case 507: full
        default: server("The store could not do that.")
        }
    }

    private static let full = StorageError(
        .quota, "The store is full.", hint: "Ask the owner to make room or to raise the limit.")

    private static let unacceptableCodes: Set<String> = [
        "EntityTooLarge", "InvalidArgument", "InvalidRequest", "KeyTooLongError",
    ]

    private static let unacceptable = StorageError(
        .refused, "The store does not take what was sent to it.",
        hint: "Ask the owner how large an object in the bucket may be, and which store it is.")

    private static let readOnly = StorageError(
        .readOnly, "The key may read the bucket but not write to it.",
        hint: "Ask the owner to allow the key to write and remove objects.")

    private static let moved = StorageError(
        .redirect, "The bucket is in another region or at another address.",
        hint: "Ask the owner for the right region and address; requests are never sent on by "
            + "themselves.")
}
