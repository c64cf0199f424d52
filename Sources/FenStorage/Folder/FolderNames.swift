/// Which names in a shared folder are objects and which are a sync tool's scaffolding.
enum FolderNames {
    /// Whether a file or folder of this name is left out of every listing.
    ///
    /// Hidden names (our own temporary files, `.syncthing.*`, `.stfolder`, `.sync_*.db`), Office
    /// and editor locks, and the endings that clients give to what they have half fetched.
    /// Conflict copies keep their ending and are listed.
    static func isIgnored(_ name: String) -> Bool {
        if name.hasPrefix(".") || name.hasPrefix("~") || name.hasSuffix("~") { return true }
        let lower = name.lowercased()
        return partialEndings.contains { lower.hasSuffix($0) }
    }

    /// The name under which a new version of an object is written before it takes the object's
    /// place. Hidden, so that no reader and no list takes it for an object.
    static func temporary() -> String {
        temporaryPrefix + String(UInt64.random(in: 0...UInt64.max), radix: 36) + ".tmp"
    }

    /// Whether a name is one that ``temporary()`` gave.
    static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(temporaryPrefix) && name.hasSuffix(".tmp")
    }

    private static let temporaryPrefix = ".fen-"
    private static let partialEndings = [
        ".tmp", ".temp", ".part", ".partial", ".filepart", ".crdownload", ".download", ".!sync",
        ".!ut", ".swp", ".lock",
    ]
}
