import FenPeer

/// Another device as it is typed: an address, or a name that stands for some.
struct PeerDestination: Sendable {
    /// How to speak of it.
    let name: String
    /// Where it may be, in the order to try; at least one.
    let addresses: [PeerAddress]

    /// Reads an address, which asks nobody, or looks a name up.
    init(_ typed: String) async throws(FenError) {
        if let address = PeerAddress(typed) {
            (name, addresses) = ("\(address)", [address])
            return
        }
        guard let host = HostName(typed) else {
            throw Self.noAddress(
                typed,
                hint:
                    "Such as 192.168.1.5:7117, [2001:db8::5]:7117 or laptop.local:7117; without a "
                    + "port it is 7117.")
        }
        do throws(HostNameError) {
            (name, addresses) = ("\(host)", try await host.addresses())
        } catch {
            throw FenError(
                "NO_HOST", "The name \(host.name) could not be found: \(error.message).",
                hint: "The address that /listen or /open shows on the other device works without "
                    + "its name.",
                status: .network)
        }
    }

    /// Tries one address after the other, as long as the failure lets another one hope.
    func tryEach<Success: Sendable, Failure: Error>(
        _ body: @Sendable (PeerAddress) async throws(Failure) -> Success,
        goesOn: @Sendable (Failure) -> Bool
    ) async throws(Failure) -> Success {
        for address in addresses.dropLast() {
            do throws(Failure) {
                return try await body(address)
            } catch {
                guard goesOn(error) else { throw error }
            }
        }
        return try await body(addresses[addresses.count - 1])
    }

    /// What was typed stands for no device.
    static func noAddress(_ typed: String, hint: String) -> FenError {
        FenError("BAD_ADDRESS", "“\(typed)” is no address.", hint: hint, status: .usage)
    }
}

extension PeerDialError {
    /// Whether another address of the same device may do better: nobody has answered as fen.
    var isOfAddress: Bool {
        switch self {
        case .unreachable, .late, .noHandshake, .silent: true
        case .noKey, .refused, .refusedHere, .stopped: false
        }
    }
}

extension TableJoinError {
    /// Whether another address of the same device may do better: no table has answered.
    var isOfAddress: Bool {
        switch self {
        case .unreachable, .noTable, .late: true
        case .refused, .hostLeft, .stopped: false
        }
    }

    /// What to do about it.
    var wayOut: String {
        switch self {
        case .refused(.wrongWords): "Ask for the words again; after three wrong tries they change."
        case .refused(.closed): "Whoever opened the table types /open again, which shows new words."
        case .refused(.busy): "Try again in a moment."
        case .refused(.declined): "Talk to whoever opened the table."
        case .unreachable:
            "Check the address that /open shows there; both laptops must be in one network."
        case .noTable, .hostLeft: "Ask whoever lets people in to type /open, which shows new words."
        case .late: "Check the address that /open shows there, and try again."
        case .stopped: "The words are good until the table is closed."
        }
    }
}
