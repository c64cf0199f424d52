import FenEncoding

/// Where a Nextcloud lives: the parts of its addresses.
struct NextcloudAddress: Sendable, Equatable {
    /// Scheme, host and port.
    let origin: String
    /// The path below which it lives, without a slash at its end; mostly empty.
    let root: String

    /// Takes an address apart; nil where it is none, and for `http` to another machine: no
    /// password goes over a network in the clear.
    init?(_ baseURL: String) {
        let scheme = ["https://", "http://"].first { baseURL.lowercased().hasPrefix($0) }
        guard let scheme else { return nil }
        let rest = baseURL.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        var path = rest.dropFirst(host.count)
        while path.last == "/" { path = path.dropLast() }
        guard !host.isEmpty, scheme == "https://" || Self.isThisMachine(host),
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"\"#<>?@\\^`{|}".utf8.contains($0) })
        else { return nil }
        origin = scheme + host.lowercased()
        root = String(path)
    }

    /// The address of a path below the server's root, which is encoded already.
    func url(_ path: String) -> String { origin + root + path }

    /// The server's address out of whatever a person copies from a browser: without a scheme, or
    /// with the page that was open. Nil where none can be made of it.
    static func base(typed text: String) -> String? {
        var text = text.trimmingWhitespace
        if !text.contains("://") { text = "https://" + text }
        text = String(text.prefix { $0 != "?" && $0 != "#" })
        guard let address = NextcloudAddress(text) else { return nil }
        var root = address.root
        let end = pages.compactMap { page in Self.firstIndex(of: page, in: root) }.min()
        if let end { root = String(root[..<end]) }
        return address.origin + root
    }

    /// What in a path belongs to Nextcloud itself, after the root.
    private static let pages = [
        "index.php", "remote.php", "public.php", "status.php", "ocs", "apps", "s", "f", "login",
        "settings", "dav",
    ]

    /// Where a path has this segment; the slash before it.
    private static func firstIndex(of segment: String, in path: String) -> String.Index? {
        var start = path.startIndex
        while start < path.endIndex {
            let inside = path[start...].dropFirst()
            let name = inside.prefix { $0 != "/" }
            if name == segment { return start }
            start = name.endIndex
        }
        return nil
    }

    private static func isThisMachine(_ host: Substring) -> Bool {
        let isIPv6 = host.hasPrefix("[")
        let name = isIPv6 ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name.lowercased() == "localhost" || name == "[::1]"
            || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
