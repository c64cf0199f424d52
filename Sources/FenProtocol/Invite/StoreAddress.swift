/// Decides whether a store's address may be used: `https` anywhere, `http` to loopback only (§7).
package enum StoreAddress {
    /// Checks an address. Credentials, queries, fragments, spaces and anything not ASCII are
    /// refused too, so that no two programs read different hosts out of it.
    package static func check(_ text: String) throws(DescriptorError) {
        let secure = text.hasPrefix("https://")
        guard secure || text.hasPrefix("http://") else {
            throw .malformed
        }
        let rest = text.dropFirst(secure ? 8 : 7)
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !forbidden.contains($0) }) else {
            throw .malformed
        }
        let authority = rest.prefix { $0 != "/" }
        guard let host = host(of: authority) else {
            throw .malformed
        }
        guard secure || isLoopback(host) else {
            throw .insecure
        }
    }

    /// `" # < > ? @ \ ^ ` { | }`
    private static let forbidden = Set("\"#<>?@\\^`{|}".utf8)

    /// The host of `host`, `host:port`, `[v6]` or `[v6]:port`; nil for anything else.
    private static func host(of authority: Substring) -> Substring? {
        var host = authority
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else {
                return nil
            }
            host = authority[...end]
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
        }
        let tail = authority[host.endIndex...]
        let port = tail.dropFirst()
        let portIsRight =
            tail.isEmpty
            || tail.first == ":" && (1...5).contains(port.utf8.count)
                && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return host.isEmpty || host == "[]" || !portIsRight ? nil : host
    }

    /// Whether a host is this machine: `localhost`, `127.x.x.x`, `[::1]`.
    private static func isLoopback(_ host: Substring) -> Bool {
        if host.lowercased() == "localhost" || host == "[::1]" {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127"
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
                    && (part == "0" || part.first != "0")
            }
    }
}
