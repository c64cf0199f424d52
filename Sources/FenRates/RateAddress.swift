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
        // An address in numbers stands in brackets, for it has colons of its own.
        let end =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map(authority.index(after:))
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let end, end > authority.startIndex, Self.isPort(authority[end...]) else {
            throw Self.noAddress
        }
        let name = authority[..<end]
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
        ["frankfurter.dev", "frankfurter.app"].contains { host == $0 || host.hasSuffix("." + $0) }
            ? "frankfurter" : String(host.prefix(40))
    }

    /// Whether what stands behind a machine's name is nothing, or a port.
    private static func isPort(_ text: Substring) -> Bool {
        guard let mark = text.first else { return true }
        let digits = text.dropFirst()
        return mark == ":" && digits.allSatisfy { ("0"..."9").contains($0) }
            && UInt16(digits).map { $0 > 0 } ?? false
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
