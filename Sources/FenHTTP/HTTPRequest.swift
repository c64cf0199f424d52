/// One question to a server, with everything that decides how it is asked.
package struct HTTPRequest: Sendable {
    /// The verb, in capitals.
    package var method: String
    /// The whole address. It is sent exactly as it stands here: nothing is encoded, decoded or
    /// tidied up, because a signature may cover it.
    package var url: String
    /// The headers in their order; `Host` follows from the address.
    package var headers: [HTTPHeader]
    /// The bytes to send, always with their length; nil sends none and no length.
    package var body: [UInt8]?
    /// Whom to believe to be that server.
    package var trust: HTTPTrust
    /// Decides, when status and headers of the answer are known, how much of its body is wanted.
    /// Called on the network thread: it must not block.
    package var plan: @Sendable (HTTPHead) -> HTTPBodyPlan

    /// A request whose answer is taken whole, up to `limit` bytes.
    package init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        trust: HTTPTrust = .system, limit: Int
    ) {
        self.init(method, url, headers: headers, body: body, trust: trust) { _ in
            HTTPBodyPlan(limit: limit)
        }
    }

    /// A request that decides by the answer's head how much of it is taken.
    package init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        trust: HTTPTrust = .system, plan: @escaping @Sendable (HTTPHead) -> HTTPBodyPlan
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.trust = trust
        self.plan = plan
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Names the verb alone: address and headers may hold secrets.
    package var description: String { "HTTP \(method)" }

    /// Shows no parts, for the same reason.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One line of a head.
package struct HTTPHeader: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What it is called; upper and lower case are the same.
    package var name: String
    /// What it says, without white space around.
    package var value: String

    /// Names a value.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The name alone: the value may be a password.
    package var description: String { name }

    /// Shows no parts, for the same reason.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whom to believe to be the server that was meant. That it is believed unseen cannot be said.
package enum HTTPTrust: Sendable, Hashable {
    /// Whoever the authorities of this machine vouch for.
    case system
    /// Whoever the authorities in this PEM file vouch for, and nobody else.
    case authorities(file: String)
    /// Whoever holds the key with this SHA-256 (32 bytes, of the SubjectPublicKeyInfo), whatever
    /// the certificate around it says: the key is what is compared, on every connection.
    case key(sha256: [UInt8])
}

/// How much of an answer's body is wanted.
package struct HTTPBodyPlan: Sendable, Hashable {
    /// So many bytes at its beginning are left out.
    package var skip: Int
    /// The most bytes that are kept after them.
    package var limit: Int
    /// Whether what comes beyond ends the transfer and the answer stands; else it is an error.
    package var stopsAtLimit: Bool

    /// Describes what is wanted.
    package init(skip: Int = 0, limit: Int, stopsAtLimit: Bool = false) {
        self.skip = skip
        self.limit = limit
        self.stopsAtLimit = stopsAtLimit
    }
}
