import FenEncoding

/// Where a service of exchange rates is: `https://api.frankfurter.dev`, or one of one's own.
package struct RateAddress: Hashable, Sendable {
    /// The address without a slash at its end.
    package let url: String
    /// The machine's name, as people know the service.
    package let host: String

    /// The public service.
    package static let standard = "https://api.frankfurter.dev"

    /// The most letters of an address.
    private static let longest = 200

    /// Reads an address. Plain `http` is taken for this machine only: everybody on the way could
    /// answer in the service's place.
    package init(_ text: String) throws(RateError) {
        var rest = text.trimmingWhitespace
        while rest.hasSuffix("/") { rest.removeLast() }
        guard rest.utf8.count <= Self.longest,
            rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let mark = rest.firstRange(of: "://")
        else { throw Self.noAddress }
        let scheme = rest[..<mark.lowerBound].lowercased()
        let behind = rest[mark.upperBound...]
        let authority = behind.prefix { $0 != "/" }
        guard !authority.isEmpty, !behind.contains(where: { "?#@\\\"<>".contains($0) }) else {
            throw Self.noAddress
        }
        let name =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]"
            : String(authority.prefix { $0 != ":" })
        host = name.lowercased()
        let isHere = host == "localhost" || host == "[::1]" || Self.isLoopback(host)
        switch scheme {
        case "https": break
        case "http" where isHere: break
        case "http":
            throw RateError(
                .address, "plain http is taken for this machine only",
                hint: "Use https: /set rates-url https://\(authority)")
        default: throw Self.noAddress
        }
        url = scheme + "://" + behind
    }

    /// What a rate's source is called: short, for it stands in the group's log.
    package var source: String {
        host.hasSuffix("frankfurter.dev") || host.hasSuffix("frankfurter.app")
            ? "frankfurter" : String(host.prefix(40))
    }

    private static func isLoopback(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static let noAddress = RateError(
        .address, "this is no address of a rate service",
        hint: "An address looks like \(standard).")
}
