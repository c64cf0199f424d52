internal import FenREPL
internal import Glibc

/// What the process was started with.
extension Program {
    /// `--home`, else `FEN_HOME`, else the place for data.
    func home() -> String {
        let named = [invocation.home, environment["FEN_HOME"]].compactMap { $0 }
        if let path = named.first(where: { !$0.isEmpty }) { return path }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/fen" }
        let own =
            environment["HOME"] ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
        return (own ?? ".") + "/.local/share/fen"
    }

    static func processEnvironment() -> [String: String] {
        var settings: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return settings
    }
}
