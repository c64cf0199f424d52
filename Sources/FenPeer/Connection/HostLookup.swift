internal import Dispatch
internal import FenProtocol
internal import Glibc
internal import Synchronization

/// One look-up of a name, waited for once and not for longer than it may take.
final class HostLookup: Sendable {
    private typealias Outcome = Result<[PeerAddress], HostNameError>

    private let host: HostName
    private let waiting = Mutex<CheckedContinuation<Outcome, Never>?>(nil)

    /// A look-up that has not begun.
    init(_ host: HostName) {
        self.host = host
    }

    /// Looks the name up.
    func result() async throws(HostNameError) -> [PeerAddress] {
        let outcome = await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
            // A queue of its own has a thread of its own while it runs; a look-up that is given up
            // keeps it until the system gives up too.
            DispatchQueue(label: "fen.names").async { [self] in finish(Self.ask(host)) }
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(Int(PeerLimits.lookupTime))
            ) { [self] in finish(.failure(.late)) }
        }
        return try outcome.get()
    }

    private func finish(_ outcome: Outcome) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: outcome)
    }

    private static func ask(_ host: HostName) -> Outcome {
        var wanted = addrinfo()
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host.name, nil, &wanted, &list)
        guard result == 0 else { return .failure(error(result)) }
        defer { freeaddrinfo(list) }
        var addresses: [PeerAddress] = []
        var next = list
        while let entry = next, addresses.count < PeerLimits.addresses {
            next = entry.pointee.ai_next
            guard
                let address = entry.pointee.ai_addr.flatMap({ PeerAddress(at: $0) })?
                    .with(port: host.port), !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses.isEmpty ? .failure(.unknown) : .success(addresses)
    }

    private static func error(_ result: Int32) -> HostNameError {
        switch result {
        case EAI_AGAIN, EAI_FAIL: .noNetwork
        case EAI_SYSTEM: .failed(SocketError(errno))
        case EAI_MEMORY: .failed(SocketError(ENOMEM))
        default: .unknown
        }
    }
}
