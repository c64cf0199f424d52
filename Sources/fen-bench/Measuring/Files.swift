import Glibc

/// The few things done with files; not Foundation's, whose start would be part of what is measured.
enum Files {
    /// All bytes of a file.
    static func read(_ path: String) throws -> [UInt8] {
        guard let size = size(of: path), let file = fopen(path, "r") else {
            throw Process.Failure(description: "\(path) cannot be read")
        }
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, file)
        }
    }

    /// Adds bytes to a file, which is made if need be.
    static func append(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "a") else {
            throw Process.Failure(description: "\(path) cannot be written")
        }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else {
            throw Process.Failure(description: "\(path) cannot be written")
        }
    }

    /// Copies the files directly inside a folder into another, which is made if need be.
    static func copy(_ folder: String, to target: String) throws {
        makeFolder(target)
        for name in names(in: folder) {
            try append(read(folder + "/" + name), to: target + "/" + name)
        }
    }

    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        makeFolder(String(path[..<slash]))
        mkdir(path, 0o700)
    }

    /// Removes a file, or a folder with everything in it.
    static func remove(_ path: String) {
        for name in names(in: path) { remove(path + "/" + name) }
        if rmdir(path) != 0 { unlink(path) }
    }

    /// What is directly inside a folder; nothing for what is none.
    static func names(in path: String) -> [String] {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            let folder = opendir(path)
        else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// How large a file is; nil for what is none.
    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
