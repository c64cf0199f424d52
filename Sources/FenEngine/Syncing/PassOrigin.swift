/// Who wants something of a group's store. What a person types is tried whatever waits, and
/// answered by its own words; everything else keeps to the waiting times.
enum PassOrigin: Sendable {
    /// A person has typed it.
    case person
    /// An event has just been written and goes out.
    case write
    /// It is time to look.
    case poll
}

extension FenError {
    /// The store has failed or refused, rather than this home or the person.
    var concernsStore: Bool { code.hasPrefix("STORE_") && !Self.untried.contains(code) }

    /// The store takes nothing, which does not keep it from being read.
    var concernsWritingOnly: Bool {
        ["STORE_QUOTA", "STORE_REFUSED", "STORE_READ_ONLY"].contains(code)
    }

    /// Nothing was asked, so there is nothing to note or to tell.
    var isUntried: Bool { Self.untried.contains(code) }

    private static let untried: Set<String> = [
        "CANCELLED", "CLOSING", "LAB_OFFLINE", "STORE_CANCELLED", "STORE_LEFT_ALONE",
    ]
}
