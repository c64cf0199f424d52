import FenHTTP

extension NextcloudBackend {
    /// Writes a whole object, and the folders above it where they are missing.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        memory.forget(path)
        let written = try await write(path, bytes, condition)
        let tag = try await settled(path, bytes, written, mayRepeat: true)
        memory.note(path, tag, bytes)
        return tag
    }

    /// Adds to an object by sending it whole.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        try await appendWhole(path, bytes, at: size, etag: etag)
    }

    /// Removes an object; the owner's Nextcloud keeps it in the owner's bin.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        memory.forget(path)
        let answer = try await exchange.send(NextcloudCall("DELETE", .writing, path))
        if answer.head.status < 300 { return }
        let isMissing = answer.head.status == 404 && NextcloudRefusal(answer).isFromFiles
        guard isMissing else { throw exchange.error(answer, .writing) }
    }

    /// Sends an object and returns the tag that was answered, if any.
    private func write(
        _ path: ObjectPath, _ bytes: [UInt8], _ condition: PutCondition
    ) async throws(StorageError) -> ETag? {
        if !honoursConditions { try await check(path, condition) }
        var call = NextcloudCall("PUT", .writing, path)
        call.body = bytes
        switch condition {
        case .none: break
        case .ifAbsent: call.headers = [HTTPHeader("If-None-Match", "*")]
        case .ifMatch(let tag): call.headers = [HTTPHeader("If-Match", tag.quoted)]
        }
        var answer = try await exchange.send(call)
        if answer.head.status == 409, try await makeFolders(above: path) {
            answer = try await exchange.send(call)
        }
        if answer.head.status < 300 {
            exchange.noteWritten()
            return Self.tag(answer.head)
        }
        let error = exchange.error(answer, .writing)
        if error.code == .precondition, case .ifMatch(let tag) = condition,
            try await look(path)?.etag == tag
        {
            // Not to be tried for ever: it is the right version, and would be refused again.
            throw .server(
                "The server refuses to replace the very version that it has.",
                cause: "HTTP 412 for the right tag")
        }
        throw error
    }

    /// The tag of what was written, when the server has all of it. Servers in between that send on
    /// without a length have made empty files of uploads (nextcloud/server #7995); what is not all
    /// there is sent once more.
    private func settled(
        _ path: ObjectPath, _ bytes: [UInt8], _ written: ETag?, mayRepeat: Bool
    ) async throws(StorageError) -> ETag {
        guard let object = try await look(path) else { throw .precondition() }
        // Somebody else has written since: this write has happened all the same.
        if let written, written != object.etag { return written }
        if object.size == bytes.count { return object.etag }
        guard written != nil else { throw .precondition() }
        guard mayRepeat else {
            throw StorageError(
                .integrity,
                "The Nextcloud stores \(object.size) of \(bytes.count) bytes and says that all "
                    + "is well.",
                hint: "Ask the owner what stands between the internet and the Nextcloud; uploads "
                    + "have to reach it with their length.")
        }
        let again = try await write(path, bytes, .ifMatch(object.etag))
        return try await settled(path, bytes, again, mayRepeat: false)
    }

    /// Makes the folders above an object; false where there are none to make.
    private func makeFolders(above path: ObjectPath) async throws(StorageError) -> Bool {
        let names = path.segments.dropLast()
        for count in names.indices {
            let folder = ObjectPath(unchecked: names[...count].joined(separator: "/"))
            var call = NextcloudCall("MKCOL", .writing, folder)
            call.isFolder = true
            let answer = try await exchange.send(call)
            // 405: it is there already.
            guard answer.head.status < 300 || answer.head.status == 405 else {
                let error = exchange.error(answer, .writing)
                throw error.code == .missing ? .noShare : error
            }
        }
        return !names.isEmpty
    }
}
