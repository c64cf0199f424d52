internal import Glibc

/// Removes a folder that this process made, without following links out of it.
enum FileTree {
    static func remove(_ path: String) {
        guard let folder = opendir(path) else {
            unlink(path)
            return
        }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(folder)
        for name in names {
            let inner = path + "/" + name
            var facts = stat()
            guard lstat(inner, &facts) == 0 else { continue }
            if facts.st_mode & S_IFMT == S_IFDIR {
                remove(inner)
            } else {
                unlink(inner)
            }
        }
        rmdir(path)
    }
}
