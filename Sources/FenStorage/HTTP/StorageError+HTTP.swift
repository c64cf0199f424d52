import FenHTTP

extension StorageError {
    /// The error for a request that got no answer.
    init(_ error: HTTPError) {
        switch error.code {
        case .cancelled: self = .cancelled()
        case .interrupted: self = .cutShort()
        case .resolve:
            self.init(
                .network, "Nobody knows a server of the store's name.",
                hint: "Check the connection, then the store's address.")
        case .stalled:
            self.init(.network, "The store has stopped answering.", hint: "Try again later.")
            isOutwaited = true
        case .untrusted:
            self.init(
                .network, "The server cannot prove to be the store: \(Self.certificate(error)).",
                hint: "On a network with a login page, log in first. For a certificate of the "
                    + "owner's own, ask the owner for its authority's file, and name that: ca=FILE."
            )
        case .otherKey:
            self.init(
                .integrity, "The server holds another key than the one named for this store.",
                hint: "Nothing was sent to it. Ask the owner whether the key was changed, and have "
                    + "it from them, not from the server.")
        case .authorities:
            self.init(
                .network, "The file with the store's certificate authority cannot be read.",
                hint: "Put it back, or name another: ca=FILE.")
        case .tooLong, .malformed:
            self = .notAStore(cause: nil)
        case .request:
            self.init(
                .network, "The store's address cannot be used.", hint: "Check how it is written.")
        default:
            self.init(
                .network, "The store cannot be reached.",
                hint: "Check the connection; what you write stays on this device until then.")
        }
        cause = "\(error.code.rawValue): \(error.detail)"
    }

    /// Something answers that speaks otherwise than the store would.
    static func notAStore(cause: String?) -> StorageError {
        StorageError(
            .integrity, "What answers at the store's address is not such a store.",
            hint: "Check the address; on a network with a login page, log in first.", cause: cause)
    }

    /// What is known of the certificate, the last part of the detail.
    private static func certificate(_ error: HTTPError) -> String {
        error.detail.split(separator: ", ").last.map(String.init) ?? "no reason is known"
    }
}
