internal import Glibc

extension TablePlayer {
    /// Says why a file or folder cannot be made; the status of a play that could not begin.
    func cannotWrite(_ path: String) -> Int32 {
        display.say("\(path): \(String(cString: strerror(errno)))")
        return 1
    }

    /// The folder of the play; nil where there can be none, which has been said.
    func makeFolder() -> String? {
        if let keep = options.keep {
            guard mkdir(keep, 0o700) == 0 || errno == EEXIST, let path = realpath(keep, nil) else {
                _ = cannotWrite(keep)
                return nil
            }
            defer { free(path) }
            var facts = stat()
            guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
                display.say("\(keep) is no folder; --keep takes a new one, or one of a play.")
                return nil
            }
            return String(cString: path)
        }
        var template = Array("\(environment["TMPDIR"] ?? "/tmp")/fen-table-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            display.say("No temporary folder: \(String(cString: strerror(errno)))")
            return nil
        }
        return template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) }
        }
    }
}
