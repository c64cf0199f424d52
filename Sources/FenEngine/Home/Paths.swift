internal import Glibc

/// File paths as people type them.
enum Paths {
    /// Whether something is there.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The absolute form: `~` is the person's own folder, anything relative starts here.
    static func absolute(_ path: String) -> String {
        var path = path
        if path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") {
            path = String(cString: home) + path.dropFirst()
        }
        if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
            defer { free(here) }
            path = String(cString: here) + "/" + path
        }
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
