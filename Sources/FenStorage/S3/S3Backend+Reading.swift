import FenHTTP

extension S3Backend {
    /// Reads a part of an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let offset = max(0, offset)
        let limit = min(max(0, limit), StorageLimits.readChunk)
        guard limit > 0 else { return try await sizeAnswer(path, offset, condition) }
        var call = S3Call("GET", .reading, path)
        call.headers = [HTTPHeader("Range", "bytes=\(offset)-\(offset + limit - 1)")]
        if case .ifNoneMatch(let tag) = condition {
            call.headers.append(HTTPHeader("If-None-Match", tag.quoted))
        }
        let wanted: ETag? =
            switch condition {
            case .ifMatch(let tag), .ifRange(let tag): tag
            case .none, .ifNoneMatch: nil
            }
        call.plan = { head in
            let start = Self.start(head, asked: offset)
            let isOther = wanted.map { $0 != Self.tag(head) } ?? false
            return isOther || start > offset
                ? HTTPBodyPlan(limit: 0, stopsAtLimit: true)
                : HTTPBodyPlan(skip: offset - start, limit: limit, stopsAtLimit: true)
        }
        let answer = try await exchange.send(call)
        switch answer.head.status {
        case 200, 206: break
        case 304: return .unchanged
        // Beyond the end; some servers have no word of their own for it.
        case 416: return try await sizeAnswer(path, offset, condition)
        case 400 where S3Refusal(answer).code == "InvalidArgument":
            return try await sizeAnswer(path, offset, condition)
        default: throw await explained(answer, path)
        }
        let tag = Self.tag(answer.head)
        switch condition {
        case .ifNoneMatch(let known) where known == tag: return .unchanged
        case .ifMatch(let known) where known != tag: throw .precondition()
        case .ifRange(let known) where known != tag:
            return try await get(path, from: 0, limit: limit, condition: .none)
        default: break
        }
        guard Self.start(answer.head, asked: offset) <= offset else {
            throw .notAStore(cause: "another range than was asked for")
        }
        return .body(try await body(answer, path, offset))
    }

    /// Size and tag of an object; nil where there is none.
    func look(_ path: ObjectPath) async throws(StorageError) -> ObjectInfo? {
        let answer = try await exchange.send(S3Call("HEAD", .reading, path))
        if answer.head.status == 404 { return nil }
        guard answer.head.status < 300 else { throw await explained(answer, path) }
        guard let size = answer.head.contentLength, size >= 0 else {
            throw .notAStore(cause: "no size")
        }
        return ObjectInfo(path: path, etag: Self.tag(answer.head), size: size)
    }

    /// The tag of an answer, empty where it has none.
    static func tag(_ head: HTTPHead) -> ETag { ETag(header: head["ETag"] ?? "") }

    /// What lies at the end of an object or beyond: nothing, but its tag and size are known.
    private func sizeAnswer(
        _ path: ObjectPath, _ offset: Int, _ condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        guard let object = try await look(path) else { throw .missing() }
        switch condition {
        case .ifNoneMatch(let tag) where tag == object.etag: return .unchanged
        case .ifMatch(let tag) where tag != object.etag: throw .precondition()
        case .ifRange(let tag) where tag != object.etag && object.size > 0 && offset > 0:
            return try await get(
                path, from: 0, limit: StorageLimits.readChunk, condition: .none)
        default: break
        }
        return .body(
            ObjectBody(
                bytes: [], offset: min(offset, object.size), etag: object.etag,
                totalSize: object.size))
    }

    /// The body of a good answer; the whole size comes from wherever the server says it.
    private func body(
        _ answer: HTTPAnswer, _ path: ObjectPath, _ offset: Int
    ) async throws(StorageError) -> ObjectBody {
        let tag = Self.tag(answer.head)
        var total = answer.head["Content-Range"].flatMap(HTTPContentRange.init)?.total
        if total == nil, answer.head.status == 200 {
            let end = answer.isCut ? nil : offset + answer.body.count
            total = answer.head.contentLength ?? (answer.body.isEmpty ? nil : end)
        }
        if total == nil {
            let object = try await look(path)
            guard object?.etag == tag else { throw .cutShort() }
            total = object?.size
        }
        guard let total else { throw .cutShort() }
        // A server that ignores ranges answers with the whole, which may end before the offset.
        guard answer.body.isEmpty ? offset >= total : offset + answer.body.count <= total else {
            throw .cutShort()
        }
        return ObjectBody(
            bytes: answer.body, offset: min(offset, total), etag: tag, totalSize: total)
    }

    /// Where in the object an answer's body begins.
    private static func start(_ head: HTTPHead, asked: Int) -> Int {
        if let range = head["Content-Range"].flatMap(HTTPContentRange.init) { return range.first }
        return head.status == 206 ? asked : 0
    }

    /// The error of a read. Where a key may not list the bucket, a server says of an object that is
    /// not there what it says of one that may not be read: the listing tells them apart.
    private func explained(_ answer: HTTPAnswer, _ path: ObjectPath) async -> StorageError {
        let error = exchange.error(answer, .reading)
        guard answer.head.status == 403, ["", "AccessDenied"].contains(S3Refusal(answer).code)
        else { return error }
        var call = S3Call("GET", .listing)
        call.query = [
            ("list-type", "2"), ("prefix", path.text), ("max-keys", "1"), ("encoding-type", "url"),
        ]
        guard let listed = try? await exchange.send(call) else { return error }
        guard listed.head.status == 200, let root = XMLElement(document: listed.body),
            root.name == "ListBucketResult"
        else { return error }
        let keys = root.children.filter { $0.name == "Contents" }.compactMap { $0.text(of: "Key") }
        let isThere = keys.contains {
            $0 == path.text || PercentEncoding.decode($0, plusIsSpace: true) == path.text
        }
        return isThere ? error : .missing()
    }
}
