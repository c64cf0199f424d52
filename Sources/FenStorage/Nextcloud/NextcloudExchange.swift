import FenCrypto
import FenHTTP
import Synchronization

/// Asks a share on the endpoint that its server has, and stops when asking does harm.
final class NextcloudExchange: Sendable {
    /// The two ways in; both do the same with files.
    private enum Endpoint {
        /// Since Nextcloud 29, with the token in the path.
        case new
        /// All versions, with the token as the user.
        case old
    }

    private struct State {
        var standing: NextcloudStanding
        var endpoint = Endpoint.new
        /// Whether the password is known to be right: until then one request goes at a time, so
        /// that a wrong one is said once and not eight times.
        var isProven = false
        /// How often in a row the server was found at the same object by somebody else.
        var busyInARow = 0
    }

    /// The share.
    let place: NextcloudPlace
    private let address: NextcloudAddress
    private let client: HTTPClient
    private let now: @Sendable () -> Int64
    private let keep: @Sendable (NextcloudStanding) async -> Void
    private let turnstile = Turnstile(places: 1)
    private let state: Mutex<State>

    /// Fails where the address is none. `now` gives seconds since 1970; `keep` is told a standing in
    /// which nothing may be asked, before the refusal that led to it is handed on.
    init(
        _ place: NextcloudPlace, standing: NextcloudStanding, client: HTTPClient,
        now: @escaping @Sendable () -> Int64,
        keep: @escaping @Sendable (NextcloudStanding) async -> Void
    ) throws(StorageError) {
        guard let address = NextcloudAddress(place.baseURL) else {
            throw StorageError(HTTPError(.request, "address"))
        }
        self.place = place
        self.address = address
        self.client = client
        self.now = now
        self.keep = keep
        state = Mutex(State(standing: standing))
    }

    /// How this device stands with the server.
    var standing: NextcloudStanding { state.withLock { $0.standing } }

    /// Takes back a refusal or a block: a person wants it to be tried.
    func resume() {
        state.withLock { state in
            state.standing = .open
            state.isProven = false
        }
    }

    /// Asks, unless that would do harm. What says that it would is thrown; any other answer is
    /// returned.
    func send(_ call: NextcloudCall) async throws(StorageError) -> HTTPAnswer {
        if state.withLock({ $0.isProven }) { return try await judged(call) }
        await turnstile.enter()
        let result: Result<HTTPAnswer, StorageError>
        do throws(StorageError) {
            guard !Task.isCancelled else { throw .cancelled() }
            result = .success(try await found(call))
        } catch {
            result = .failure(error)
        }
        await turnstile.leave()
        return try result.get()
    }

    /// The error for an answer that is none of the good ones.
    func error(_ answer: HTTPAnswer, _ purpose: NextcloudCall.Purpose) -> StorageError {
        var error = StorageError(nextcloud: answer, purpose, now: now())
        if error.code == .busy { error.retryAfter = busyDelay() }
        return error
    }

    /// Notes that a write was let in.
    func noteWritten() { state.withLock { $0.busyInARow = 0 } }

    /// Asks the new endpoint, and the old one where there is no new one.
    private func found(_ call: NextcloudCall) async throws(StorageError) -> HTTPAnswer {
        let answer = try await judged(call)
        guard answer.head.status == 404, !NextcloudRefusal(answer).isFromFiles,
            state.withLock({ $0.endpoint == .new && !$0.isProven })
        else { return answer }
        state.withLock { $0.endpoint = .old }
        return try await judged(call)
    }

    private func judged(_ call: NextcloudCall) async throws(StorageError) -> HTTPAnswer {
        let asked = now()
        if let failure = state.withLock({ $0.standing.failure(now: asked) }) { throw failure }
        let answer: HTTPAnswer
        do throws(HTTPError) {
            answer = try await client.send(request(call))
        } catch {
            throw StorageError(error)
        }
        let status = answer.head.status
        guard status >= 300 else {
            state.withLock { $0.isProven = true }
            return answer
        }
        let error = StorageError(nextcloud: answer, call.purpose, now: now())
        switch (status, error.code) {
        case (401, _): await stop(.refused)
        case (_, .blocked): await stop(.blocked(until: now() + NextcloudStanding.block))
        default:
            if status == 304 || status < 500 && NextcloudRefusal(answer).isFromFiles {
                state.withLock { $0.isProven = true }
            }
            return answer
        }
        throw error
    }

    private func stop(_ standing: NextcloudStanding) async {
        let now = state.withLock { state in
            // A refusal needs a person, so a block beside it does not take its place.
            if state.standing != .refused { state.standing = standing }
            state.isProven = false
            return state.standing
        }
        await keep(now)
    }

    private func request(_ call: NextcloudCall) -> HTTPRequest {
        let inside = call.path.map { PercentEncoding.path($0.text) } ?? ""
        let slash = call.isFolder && !inside.isEmpty ? "/" : ""
        let start: String
        let user: String
        switch state.withLock({ $0.endpoint }) {
        case .new:
            start = "/public.php/dav/files/\(PercentEncoding.encode(place.shareToken))/"
            user = "anonymous"
        case .old:
            start = "/public.php/webdav/"
            user = place.shareToken
        }
        let plan = call.plan
        return HTTPRequest(
            call.method, address.url(start + inside + slash),
            headers: NextcloudHeaders.login(user, place.sharePassword) + call.headers,
            body: call.body, trust: HTTPTrust(pin: place.pin, authorities: place.authorities)
        ) { head in
            head.status < 300 ? plan(head) : HTTPBodyPlan(limit: 65_536, stopsAtLimit: true)
        }
    }

    /// How long to leave an object that somebody else is at: longer each time, and not the same
    /// for two who meet there.
    private func busyDelay() -> Duration {
        let doublings = state.withLock { state in
            defer { state.busyInARow += 1 }
            return min(state.busyInARow, 6)
        }
        return .milliseconds(Int.random(in: 100...300) << doublings)
    }
}
