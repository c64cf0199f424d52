import FenCrypto
import FenEncoding
import FenHTTP
import Synchronization

/// Signs calls and sends them, and learns from the answers what the server's clock and region are.
final class S3Exchange: Sendable {
    /// What was learnt from answers; until then, what the place says.
    struct Learnt: Sendable {
        /// How many seconds this device's clock is ahead of the server's.
        var clockAhead: Int64 = 0
        /// The region that the server wants instead of the one that was named.
        var region: String?
        /// Whether the server takes a quoted tag in `If-Match` for a wrong one.
        var wantsBareTag = false
        /// Whether copying ranges inside the server has been proven, or proven not to work.
        var copiesRanges: Bool?
    }

    /// The bucket.
    let place: S3Place
    private let address: S3Address
    private let client: HTTPClient
    private let now: @Sendable () -> Int64
    private let state = Mutex(Learnt())

    /// Fails where the endpoint is no address. `now` gives seconds since 1970.
    init(
        _ place: S3Place, client: HTTPClient, now: @escaping @Sendable () -> Int64
    ) throws(StorageError) {
        guard let address = S3Address(place) else {
            throw StorageError(HTTPError(.request, "endpoint"))
        }
        self.place = place
        self.address = address
        self.client = client
        self.now = now
    }

    /// What was learnt so far.
    var learnt: Learnt { state.withLock { $0 } }

    /// Notes that tags in `If-Match` go without quotes.
    func noteBareTag() { state.withLock { $0.wantsBareTag = true } }

    /// Notes whether copying ranges inside the server works.
    func noteCopying(_ works: Bool) { state.withLock { $0.copiesRanges = works } }

    /// Sends a call, and once more with the server's time or region where that is all that was
    /// wrong. Returns whatever is answered then.
    func send(_ call: S3Call) async throws(StorageError) -> HTTPAnswer {
        var attempt = learnt
        var answer = try await send(call, attempt)
        var isClockTried = false
        var isRegionTried = false
        while answer.head.status >= 300 {
            let refusal = S3Refusal(answer)
            if !isClockTried, let ahead = clockAhead(answer, refusal, attempt) {
                isClockTried = true
                attempt.clockAhead = ahead
            } else if !isRegionTried, let region = otherRegion(answer, refusal, attempt) {
                isRegionTried = true
                attempt.region = region
            } else {
                break
            }
            answer = try await send(call, attempt)
            if answer.head.status < 300 || answer.head.status == 404 {
                state.withLock { state in
                    if isClockTried { state.clockAhead = attempt.clockAhead }
                    if isRegionTried { state.region = attempt.region }
                }
            }
        }
        return answer
    }

    /// The error for an answer that is none of the good ones.
    func error(_ answer: HTTPAnswer, _ purpose: S3Call.Purpose) -> StorageError {
        var error = StorageError(s3: S3Refusal(answer), answer.head, purpose, now: now())
        if error.code == .skewedClock {
            error.clockOffset = serverTime(answer).map { .seconds(now() - $0) }
        }
        return error
    }

    private func send(
        _ call: S3Call, _ attempt: Learnt
    ) async throws(StorageError) -> HTTPAnswer {
        let path = address.path(of: call.object)
        let timestamp = SignatureV4.timestamp(now() - attempt.clockAhead)
        let hash = SHA256.hash(call.body ?? []).hex
        // Signed is what no proxy rewrites: the host and the store's own headers.
        let own = [
            HTTPHeader("x-amz-content-sha256", hash), HTTPHeader("x-amz-date", timestamp),
        ]
        let signed = own + call.headers.filter { $0.name.hasPrefix("x-amz-") }
        let signature = SignatureV4(
            accessKeyID: place.accessKeyID, secretAccessKey: place.secretAccessKey,
            region: attempt.region ?? place.region, service: "s3")
        let authorization = signature.authorization(
            of: SignatureV4.Request(
                method: call.method, path: path, query: call.query,
                headers: [("host", address.host)] + signed.map { ($0.name, $0.value) },
                payloadHash: hash),
            timestamp: timestamp)
        let query = PercentEncoding.query(call.query)
        // Some servers want a length even of nothing.
        let body = call.body ?? (["PUT", "POST"].contains(call.method) ? [] : nil)
        let plan = call.plan
        let request = HTTPRequest(
            call.method,
            "\(address.scheme)://\(address.host)\(path)\(query.isEmpty ? "" : "?\(query)")",
            headers: own + call.headers + [HTTPHeader("Authorization", authorization)],
            body: body, trust: place.trust
        ) { head in
            head.status < 300 ? plan(head) : HTTPBodyPlan(limit: 65_536, stopsAtLimit: true)
        }
        do throws(HTTPError) {
            return try await client.send(request)
        } catch {
            throw StorageError(error)
        }
    }

    // MARK: What can be put right

    /// How far this clock is ahead, where a refusal may come of that: some servers say so, others
    /// call it anything.
    private func clockAhead(
        _ answer: HTTPAnswer, _ refusal: S3Refusal, _ attempt: Learnt
    ) -> Int64? {
        guard [400, 401, 403].contains(answer.head.status),
            !["SignatureDoesNotMatch", "InvalidAccessKeyId"].contains(refusal.code),
            let server = serverTime(answer)
        else { return nil }
        let ahead = now() - server
        return abs(ahead - attempt.clockAhead) > Self.tolerated ? ahead : nil
    }

    private func otherRegion(
        _ answer: HTTPAnswer, _ refusal: S3Refusal, _ attempt: Learnt
    ) -> String? {
        guard answer.head.status == 301 || refusal.code == "AuthorizationHeaderMalformed",
            let region = refusal.region, region != attempt.region ?? place.region
        else { return nil }
        return region
    }

    private func serverTime(_ answer: HTTPAnswer) -> Int64? {
        answer.head["Date"].flatMap(HTTPDate.seconds)
    }

    /// Servers take 15 minutes; what is well below that is not the reason of a refusal.
    private static let tolerated: Int64 = 300
}
