import FenHTTP

/// A place behind HTTP: what servers of both kinds do with parts and tags, judged in one way.
///
/// Conditions of reading are judged by the tag that comes with the answer: servers ignore them,
/// take a quoted tag for a wrong one, or send the whole where a part was asked for. What turns out
/// to be another version, or more than was asked for, is ended as soon as that is known.
protocol HTTPObjects: StorageBackend {
    /// The object that this process wrote last.
    var memory: LastWritten { get }

    /// Size and tag of an object; nil where there is none.
    func look(_ path: ObjectPath) async throws(StorageError) -> ObjectInfo?
}

/// What part of an object is wanted, and of which version.
struct PartialRead: Sendable {
    /// The object.
    let path: ObjectPath
    /// Its first byte that is wanted.
    let offset: Int
    /// How many bytes are wanted at most.
    let limit: Int
    /// When they are wanted.
    let condition: GetCondition

    /// A read within the bounds of what is read at once.
    init(_ path: ObjectPath, from offset: Int, limit: Int, _ condition: GetCondition) {
        self.path = path
        self.offset = max(0, offset)
        self.limit = min(max(0, limit), StorageLimits.readChunk)
        self.condition = condition
    }

    /// What is asked for, for a read of at least one byte.
    var headers: [HTTPHeader] {
        let range = HTTPHeader("Range", "bytes=\(offset)-\(offset + limit - 1)")
        guard case .ifNoneMatch(let tag) = condition else { return [range] }
        return [range, HTTPHeader("If-None-Match", tag.quoted)]
    }

    /// How much of an answer with this tag is wanted.
    func plan(_ head: HTTPHead, tag: ETag?) -> HTTPBodyPlan {
        let start = Self.start(head, asked: offset)
        return isOther(tag) || start > offset
            ? HTTPBodyPlan(limit: 0, stopsAtLimit: true)
            : HTTPBodyPlan(skip: offset - start, limit: limit, stopsAtLimit: true)
    }

    /// Where in the object an answer's body begins.
    static func start(_ head: HTTPHead, asked: Int) -> Int {
        if let range = head["Content-Range"].flatMap(HTTPContentRange.init) { return range.first }
        return head.status == 206 ? asked : 0
    }

    private func isOther(_ tag: ETag?) -> Bool {
        switch condition {
        case .none, .ifNoneMatch: false
        case .ifMatch(let wanted), .ifRange(let wanted): wanted != tag
        }
    }
}

extension HTTPObjects {
    /// What a good answer (200 or 206) with this tag comes to.
    func judged(
        _ answer: HTTPAnswer, _ tag: ETag, _ read: PartialRead
    ) async throws(StorageError) -> GetAnswer {
        switch read.condition {
        case .ifNoneMatch(let known) where known == tag: return .unchanged
        case .ifMatch(let known) where known != tag: throw .precondition()
        case .ifRange(let known) where known != tag: return try await again(read)
        default: break
        }
        guard PartialRead.start(answer.head, asked: read.offset) <= read.offset else {
            throw .notAStore(cause: "another range than was asked for")
        }
        let total = try await totalSize(answer, tag, read)
        let end = read.offset + answer.body.count
        // A server that ignores ranges answers with the whole, which may end before the offset.
        guard answer.body.isEmpty ? read.offset >= total : end <= total else { throw .cutShort() }
        return .body(
            ObjectBody(
                bytes: answer.body, offset: min(read.offset, total), etag: tag, totalSize: total))
    }

    /// What lies at the end of an object or beyond: nothing, but its tag and size are known.
    func sizeAnswer(_ read: PartialRead) async throws(StorageError) -> GetAnswer {
        guard let object = try await look(read.path) else { throw .missing() }
        var offset = min(read.offset, object.size)
        switch read.condition {
        case .ifNoneMatch(let tag) where tag == object.etag: return .unchanged
        case .ifMatch(let tag) where tag != object.etag: throw .precondition()
        case .ifRange(let tag) where tag != object.etag:
            if offset > 0, read.limit > 0 { return try await again(read) }
            offset = 0
        default: break
        }
        return .body(
            ObjectBody(bytes: [], offset: offset, etag: object.etag, totalSize: object.size))
    }

    /// Fails where a condition of writing does not hold, by looking: where the server is not known
    /// to honour any. With one writer for each object that is enough.
    func check(
        _ path: ObjectPath, _ condition: PutCondition
    ) async throws(StorageError) {
        switch condition {
        case .none: return
        case .ifAbsent:
            guard try await look(path) == nil else { throw .precondition() }
        case .ifMatch(let tag):
            guard try await look(path)?.etag == tag else { throw .precondition() }
        }
    }

    /// Adds to an object by sending it whole.
    func appendWhole(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        var whole = memory.bytes(of: path, etag: etag) ?? []
        if whole.count != size {
            let body = try await readAll(path, condition: .ifMatch(etag))
            guard body.totalSize == size else { throw .precondition() }
            whole = body.bytes
        }
        return try await put(path, whole + bytes, condition: .ifMatch(etag))
    }

    private func again(_ read: PartialRead) async throws(StorageError) -> GetAnswer {
        try await get(read.path, from: 0, limit: read.limit, condition: .none)
    }

    /// The whole size, from wherever the server says it.
    private func totalSize(
        _ answer: HTTPAnswer, _ tag: ETag, _ read: PartialRead
    ) async throws(StorageError) -> Int {
        if let range = answer.head["Content-Range"].flatMap(HTTPContentRange.init),
            let total = range.total
        {
            return total
        }
        if answer.head.status == 200 {
            if let length = answer.head.contentLength { return length }
            if !answer.isCut, !answer.body.isEmpty || read.offset == 0 {
                return read.offset + answer.body.count
            }
        }
        // The object goes on, or ends somewhere before the offset, and nobody says where.
        guard let object = try await look(read.path), object.etag == tag else { throw .cutShort() }
        return object.size
    }
}
