/// How this device stands with the server of a share.
///
/// A Nextcloud counts failures for each address it is asked from. From the twelfth on it refuses
/// everyone at that address, with the right password too, and on its newer endpoint every request
/// during those 30 minutes counts again. So nothing is asked that is sure to fail: after one wrong
/// password nothing at all until a person says so, and during a block nothing until it is over.
package enum NextcloudStanding: Hashable, Sendable {
    /// It may be asked.
    case open
    /// It has refused the password; a person has to look at it (``NextcloudBackend/resume()``).
    case refused
    /// It refuses this device's address until then, in seconds since 1970.
    case blocked(until: Int64)

    /// How long a block lasts, in seconds.
    static let block: Int64 = 1800

    /// The failure that this standing is at `now`, in seconds since 1970; nil where it may be asked.
    package mutating func failure(now: Int64) -> StorageError? {
        switch self {
        case .open: return nil
        case .refused: return .refusedByNextcloud(cause: nil)
        case .blocked(let until):
            // A clock that was set back does not make the block longer.
            let left = min(until - now, Self.block)
            if left <= 0 {
                self = .open
                return nil
            }
            self = .blocked(until: now + left)
            return .blockedByNextcloud(for: left, cause: nil)
        }
    }
}

extension NextcloudStanding {
    /// As it is kept between processes: `open`, `refused` or `blocked 1796000000`.
    package var text: String {
        switch self {
        case .open: "open"
        case .refused: "refused"
        case .blocked(let until): "blocked \(until)"
        }
    }

    /// Reads what ``text`` made; nil for anything else.
    package init?(text: String) {
        let words = text.split(separator: " ")
        switch (words.first, words.dropFirst().first.flatMap { Int64($0) }) {
        case ("open", nil): self = .open
        case ("refused", nil): self = .refused
        case ("blocked", let until?): self = .blocked(until: until)
        default: return nil
        }
    }
}
