internal import Dispatch

/// Asks servers over HTTP: one thread and one set of connections, used again while they last.
///
/// - The server proves who it is (``HTTPTrust``); there is no way to go without.
/// - Redirects are answers like any other: a signed request or a password goes where it was sent.
/// - No `Expect`, no `Accept-Encoding`, no cookies. HTTP/1.1 always: transfers are few and long,
///   and the stream errors of HTTP/2 behind bad proxies never arise.
/// - A proxy of the environment is used for `https` only, which it cannot read.
/// - Cancelling the task ends the transfer at once.
package final class HTTPClient: Sendable {
    /// The client that the whole program shares.
    package static let shared = HTTPClient()

    private let mailbox = HTTPMailbox()

    /// Starts the thread.
    package init(limits: HTTPLimits = HTTPLimits()) {
        let mailbox = mailbox
        // A serial queue of its own has a thread of its own while it runs.
        DispatchQueue(label: "fen.http").async {
            HTTPLoop(mailbox: mailbox, limits: limits)?.run()
            mailbox.close()
        }
    }

    deinit { mailbox.post(.stop) }

    /// Asks, and returns what was answered, whatever its status.
    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
        let ticket = HTTPTicket(request)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ticket.await(continuation)
                mailbox.post(.start(ticket))
            }
        } onCancel: {
            ticket.cancel()
            mailbox.post(.cancel(ticket))
        }
        return try result.get()
    }
}
