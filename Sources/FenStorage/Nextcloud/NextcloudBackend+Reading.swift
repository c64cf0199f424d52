import FenHTTP

extension NextcloudBackend {
    /// Reads a part of an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let offset = max(0, offset)
        let limit = min(max(0, limit), StorageLimits.readChunk)
        guard limit > 0 else { return try await sizeAnswer(path, offset, condition) }
        var call = NextcloudCall("GET", .reading, path)
        call.headers = [HTTPHeader("Range", "bytes=\(offset)-\(offset + limit - 1)")]
        var wanted: ETag?
        switch condition {
        case .none: break
        case .ifNoneMatch(let tag): call.headers.append(HTTPHeader("If-None-Match", tag.quoted))
        case .ifMatch(let tag), .ifRange(let tag): wanted = tag
        }
        call.plan = { [wanted] head in
            // Another version than the one that is wanted is ended at its head.
            if let wanted, wanted != Self.tag(head) {
                return HTTPBodyPlan(limit: 0, stopsAtLimit: true)
            }
            let skip = head.status == 206 ? 0 : offset
            return HTTPBodyPlan(skip: skip, limit: limit, stopsAtLimit: true)
        }
        let answer = try await exchange.send(call)
        switch answer.head.status {
        case 200, 206: break
        case 304: return .unchanged
        case 416: return try await sizeAnswer(path, offset, condition)
        default: throw exchange.error(answer, .reading)
        }
        // Folders and pages of others have no tag.
        guard let tag = Self.tag(answer.head) else { throw .notAStore(cause: "no tag") }
        switch condition {
        case .ifNoneMatch(let known) where known == tag: return .unchanged
        case .ifMatch(let known) where known != tag: throw .precondition()
        case .ifRange(let known) where known != tag:
            return try await get(path, from: 0, limit: limit, condition: .none)
        default: return .body(try await body(answer, path, offset, tag))
        }
    }

    /// The tag of an answer; nil where it has none. Nextcloud's own header goes first, because web
    /// servers that pack what they send change the other.
    static func tag(_ head: HTTPHead) -> ETag? {
        guard let text = head["OC-ETag"] ?? head["ETag"] else { return nil }
        let tag = ETag(header: text)
        return tag.text.isEmpty ? nil : tag
    }

    /// The body of a good answer; the whole size comes from wherever the server says it.
    private func body(
        _ answer: HTTPAnswer, _ path: ObjectPath, _ offset: Int, _ tag: ETag
    ) async throws(StorageError) -> ObjectBody {
        let end = offset + answer.body.count
        var total: Int?
        if answer.head.status == 206 {
            guard let range = answer.head["Content-Range"].flatMap(HTTPContentRange.init),
                range.first == offset
            else { throw .notAStore(cause: "another range than was asked for") }
            total = range.total
        } else if let length = answer.head.contentLength {
            total = length
        } else if !answer.isCut, !answer.body.isEmpty || offset == 0 {
            total = end
        }
        if total == nil {
            // The object goes on, or ends somewhere before the offset, and nobody says where.
            let object = try await look(path)
            guard let object, object.etag == tag else { throw .precondition() }
            total = object.size
        }
        guard let total, answer.body.isEmpty ? offset >= total : end <= total else {
            throw .cutShort()
        }
        return ObjectBody(
            bytes: answer.body, offset: min(offset, total), etag: tag, totalSize: total)
    }

    /// What lies at the end of an object or beyond: nothing, but its tag and size are known.
    private func sizeAnswer(
        _ path: ObjectPath, _ offset: Int, _ condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        guard let object = try await look(path) else { throw .missing() }
        switch condition {
        case .ifNoneMatch(let tag) where tag == object.etag: return .unchanged
        case .ifMatch(let tag) where tag != object.etag: throw .precondition()
        case .ifRange(let tag) where tag != object.etag && object.size > 0 && offset > 0:
            return try await get(path, from: 0, limit: StorageLimits.readChunk, condition: .none)
        default: break
        }
        return .body(
            ObjectBody(
                bytes: [], offset: min(offset, object.size), etag: object.etag,
                totalSize: object.size))
    }
}
