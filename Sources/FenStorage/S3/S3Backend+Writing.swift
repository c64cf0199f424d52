import FenHTTP

extension S3Backend {
    /// Writes a whole object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        var bare = exchange.learnt.wantsBareTag
        while true {
            let headers = try await conditions(path, condition, bare: bare)
            var call = S3Call("PUT", .writing, path)
            call.headers = headers
            call.body = bytes
            let answer = try await exchange.send(call)
            if answer.head.status < 300 {
                if bare { exchange.noteBareTag() }
                return try await noted(path, bytes, Self.tag(answer.head))
            }
            memory.forget(path)
            let error = exchange.error(answer, .writing)
            guard !headers.isEmpty else { throw error }
            let isUnclear = [409, 500, 503].contains(answer.head.status)
            guard isUnclear || [.precondition, .missing].contains(error.code) else { throw error }
            if error.code == .missing, S3Refusal(answer).code == "NoSuchBucket" { throw error }
            // The condition failed, or the server did while it judged it: the object tells.
            let now = try await look(path)
            switch condition {
            case .ifMatch(let tag) where now?.etag == tag:
                // This very version is there: a server that wants the tag without its quotes.
                guard error.code == .precondition, !bare else { throw error }
                bare = true
            case .ifAbsent where now == nil: throw error
            default: throw .precondition()
            }
        }
    }

    /// Adds to an object: inside the server where that is proven to work and worth it, else by
    /// sending it whole.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        if size >= S3Growth.threshold,
            let grown = try await S3Growth(self).grow(path, by: bytes, at: size, etag: etag)
        {
            return grown
        }
        return try await appendWhole(path, bytes, at: size, etag: etag)
    }

    /// The headers of a condition. Where the server is not known to honour any, the object is
    /// looked at instead.
    private func conditions(
        _ path: ObjectPath, _ condition: PutCondition, bare: Bool
    ) async throws(StorageError) -> [HTTPHeader] {
        guard honoursConditions else {
            try await check(path, condition)
            return []
        }
        switch condition {
        case .none: return []
        case .ifAbsent: return [HTTPHeader("If-None-Match", "*")]
        case .ifMatch(let tag): return [HTTPHeader("If-Match", bare ? tag.text : tag.quoted)]
        }
    }

    private func noted(
        _ path: ObjectPath, _ bytes: [UInt8], _ answered: ETag
    ) async throws(StorageError) -> ETag {
        var tag = answered
        if tag.text.isEmpty {
            guard let object = try await look(path), object.size == bytes.count else {
                throw .precondition()
            }
            tag = object.etag
        }
        memory.note(path, tag, bytes)
        return tag
    }
}
