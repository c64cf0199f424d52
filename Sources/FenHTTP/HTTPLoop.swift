internal import CCurl

/// The network thread: owns libcurl's multi handle and every transfer in it.
final class HTTPLoop {
    private let mailbox: HTTPMailbox
    private let limits: HTTPLimits
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
    private var isStopped = false

    /// Nil where libcurl cannot be started.
    init?(mailbox: HTTPMailbox, limits: HTTPLimits) {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        self.mailbox = mailbox
        self.limits = limits
        self.multi = multi
        fen_set_multi(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.connectionsPerServer)
        fen_set_multi(multi, CURLMOPT_MAXCONNECTS, 2 * limits.connectionsPerServer)
    }

    /// Runs until the client is gone.
    func run() {
        mailbox.open(multi)
        while !isStopped {
            for command in mailbox.take() { obey(command) }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            collect()
            if !isStopped { curl_multi_poll(multi, nil, 0, Self.longestSleep, nil) }
        }
        mailbox.close()
        for easy in Array(transfers.keys) {
            finish(easy, .failure(HTTPError(.cancelled, "the client has ended")))
        }
        curl_multi_cleanup(multi)
    }

    private func obey(_ command: HTTPMailbox.Command) {
        switch command {
        case .stop: isStopped = true
        case .start(let ticket): start(ticket)
        case .cancel(let ticket):
            for (easy, transfer) in transfers where transfer.ticket === ticket {
                finish(easy, Self.cancelled)
            }
        }
    }

    private func start(_ ticket: HTTPTicket) {
        if ticket.isCancelled { return ticket.finish(Self.cancelled) }
        guard let transfer = HTTPTransfer(ticket, limits: limits) else {
            return ticket.finish(.failure(HTTPError(CURLE_OUT_OF_MEMORY)))
        }
        if let failure = transfer.prepare() { return ticket.finish(.failure(failure)) }
        guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            return ticket.finish(.failure(HTTPError(CURLE_FAILED_INIT)))
        }
        transfers[transfer.easy] = transfer
    }

    /// Ends every transfer that libcurl says is over.
    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle
            else { continue }
            guard let transfer = transfers[easy] else { continue }
            finish(easy, transfer.result(of: fen_message_result(message)))
        }
    }

    private func finish(_ easy: UnsafeMutableRawPointer, _ result: HTTPResult) {
        guard let transfer = transfers.removeValue(forKey: easy) else { return }
        curl_multi_remove_handle(multi, easy)
        transfer.ticket.finish(result)
    }

    private static let cancelled = HTTPResult.failure(HTTPError(.cancelled, "cancelled"))
    /// libcurl wakes by itself for its own times, and the mailbox for everything else.
    private static let longestSleep: Int32 = 60_000
    /// Whether libcurl's own set-up, once a process, has worked.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
