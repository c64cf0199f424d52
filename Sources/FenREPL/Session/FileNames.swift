internal import Glibc

/// Names of files that begin as somebody typed.
enum FileNames {
    private static let limit = 200

    /// The paths that begin with `typed`, folders with a slash at the end; names that could drive
    /// the terminal are left out.
    static func completing(_ typed: String) -> [String] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let folder = String(typed[..<slash])
        let start = String(typed[slash...])
        guard let directory = opendir(folder.isEmpty ? "." : expanded(folder)) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory), found.count < limit {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(start), name != ".", name != "..",
                !name.hasPrefix(".") || start.hasPrefix("."), Neutraliser.isSafeName(name)
            else { continue }
            let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
            found.append(folder + name + (isFolder ? "/" : ""))
        }
        return found.sorted()
    }

    /// Whether a folder is at this path.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether something else than a folder is at this path.
    static func isFile(_ path: String) -> Bool {
        access(path, F_OK) == 0 && !isFolder(path)
    }

    /// Whether a file is there that nobody but its owner reads.
    static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & 0o077 == 0
    }

    /// A path with `~/` at its beginning written out.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
