internal import CCurl
internal import FenEncoding

/// One request at libcurl: its handle, what is still to be sent, and what has come. Only the
/// network thread touches it.
final class HTTPTransfer {
    /// Who waits for it.
    let ticket: HTTPTicket
    /// libcurl's handle, which this object owns.
    let easy: UnsafeMutableRawPointer
    private let limits: HTTPLimits
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var intake = HTTPIntake()
    private var sent = 0

    /// Nil where there is no memory for a handle.
    init?(_ ticket: HTTPTicket, limits: HTTPLimits) {
        guard let easy = curl_easy_init() else { return nil }
        self.ticket = ticket
        self.easy = easy
        self.limits = limits
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
    }

    /// Says everything of the request to libcurl; the failure where it cannot be sent so.
    func prepare() -> HTTPError? {
        let request = ticket.request
        let isSecure = request.url.hasPrefix("https://")
        guard isSecure || request.url.hasPrefix("http://") else {
            return HTTPError(.request, "neither http nor https")
        }
        guard Self.isToken(request.method), request.headers.allSatisfy(Self.isSendable) else {
            return HTTPError(.request, "a header cannot be sent")
        }
        for header in request.headers {
            // A header without a value is written with a semicolon; a bare colon takes it away.
            append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        // What libcurl would add by itself.
        append("Accept:")
        append("Expect:")
        var settings = trustSettings(request.trust, isSecure: isSecure)
        settings += [
            fen_set_text(easy, CURLOPT_URL, request.url),
            fen_set_long(easy, CURLOPT_PATH_AS_IS, 1),
            fen_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            fen_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
            fen_set_long(easy, CURLOPT_FOLLOWLOCATION, 0),
            fen_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            fen_set_long(easy, CURLOPT_NOSIGNAL, 1),
            fen_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1),
            fen_set_long(easy, CURLOPT_BUFFERSIZE, 262_144),
            fen_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, 262_144),
            fen_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, limits.connectMilliseconds),
            fen_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1),
            fen_set_long(easy, CURLOPT_LOW_SPEED_TIME, limits.stalledSeconds),
            fen_set_text(easy, CURLOPT_USERAGENT, "fen"),
            fen_set_pointer(easy, CURLOPT_HTTPHEADER, headerList),
        ]
        // In the clear no proxy may read along.
        if !isSecure { settings.append(fen_set_text(easy, CURLOPT_PROXY, "")) }
        settings += methodSettings(request) + callbackSettings()
        return settings.first { $0 != CURLE_OK }.map { HTTPError($0) }
    }

    /// What the transfer came to, by libcurl's result.
    func result(of result: CURLcode) -> HTTPResult {
        if let answer = intake.answer(isComplete: result == CURLE_OK) { return .success(answer) }
        if let failure = intake.failure { return .failure(failure) }
        let verification = fen_get_long(easy, CURLINFO_SSL_VERIFYRESULT)
        return .failure(
            result == CURLE_OK
                ? HTTPError(.malformed, "no head") : HTTPError(result, verification: verification))
    }

    // MARK: Settings

    private func append(_ line: String) {
        headerList = curl_slist_append(headerList, line) ?? headerList
    }

    private func trustSettings(_ trust: HTTPTrust, isSecure: Bool) -> [CURLcode] {
        var settings: [CURLcode] = []
        switch trust {
        case .system:
            settings += verification(1, 2)
        case .authorities(let file):
            settings += verification(1, 2)
            settings.append(fen_set_text(easy, CURLOPT_CAPATH, nil))
            settings.append(fen_set_text(easy, CURLOPT_CAINFO, file))
        case .key(let hash):
            // The handshake proves that the server holds its key, and this that it is the one that
            // was named; names and authorities of an owner's own certificate would add nothing.
            let text = Base64URL.encode(hash).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
            settings += verification(0, 0)
            settings.append(
                fen_set_text(easy, CURLOPT_PINNEDPUBLICKEY, "sha256//\(String(text))="))
            if !isSecure || hash.count != 32 { settings.append(CURLE_BAD_FUNCTION_ARGUMENT) }
        }
        return settings
    }

    private func verification(_ peer: Int, _ host: Int) -> [CURLcode] {
        [
            fen_set_long(easy, CURLOPT_SSL_VERIFYPEER, peer),
            fen_set_long(easy, CURLOPT_SSL_VERIFYHOST, host),
            fen_set_long(
                easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
        ]
    }

    private func methodSettings(_ request: HTTPRequest) -> [CURLcode] {
        var settings: [CURLcode] = []
        if request.method == "HEAD" {
            settings.append(fen_set_long(easy, CURLOPT_NOBODY, 1))
        } else {
            settings.append(fen_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method))
        }
        if let body = request.body {
            settings.append(fen_set_long(easy, CURLOPT_UPLOAD, 1))
            settings.append(fen_set_offset(easy, CURLOPT_INFILESIZE_LARGE, Int64(body.count)))
        }
        return settings
    }

    private func callbackSettings() -> [CURLcode] {
        // The loop holds this object for as long as libcurl holds the handle.
        let me = Unmanaged.passUnretained(self).toOpaque()
        return [
            fen_set_pointer(easy, CURLOPT_READDATA, me),
            fen_set_pointer(easy, CURLOPT_SEEKDATA, me),
            fen_set_pointer(easy, CURLOPT_HEADERDATA, me),
            fen_set_pointer(easy, CURLOPT_WRITEDATA, me),
            fen_set_transfer(easy, CURLOPT_READFUNCTION) { bytes, size, count, user in
                HTTPTransfer.of(user)?.read(into: bytes, size * count) ?? Int(CURL_READFUNC_ABORT)
            },
            fen_set_seek(easy) { user, offset, origin in
                HTTPTransfer.of(user)?.seek(to: Int(offset), origin) ?? CURL_SEEKFUNC_FAIL
            },
            fen_set_transfer(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, user in
                HTTPTransfer.of(user)?.takeLine(bytes, size * count) ?? 0
            },
            fen_set_transfer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, user in
                HTTPTransfer.of(user)?.takeBody(bytes, size * count) ?? 0
            },
        ]
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> HTTPTransfer? {
        user.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: libcurl's calls

    private func read(into bytes: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
        guard let bytes, let body = ticket.request.body else { return 0 }
        let count = min(room, body.count - sent)
        body.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: bytes, count: count)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[sent..<sent + count]))
        }
        sent += count
        return count
    }

    /// libcurl sends from the beginning again when a kept connection turns out to be closed.
    private func seek(to offset: Int, _ origin: Int32) -> Int32 {
        guard origin == 0, 0...(ticket.request.body?.count ?? 0) ~= offset else {
            return CURL_SEEKFUNC_FAIL
        }
        sent = offset
        return CURL_SEEKFUNC_OK
    }

    private func takeLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        intake.takeLine(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        return intake.takeBody(piece, plan: ticket.request.plan) ? count : 0
    }

    // MARK: What may be sent

    private static func isSendable(_ header: HTTPHeader) -> Bool {
        isToken(header.name) && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
    }
}
