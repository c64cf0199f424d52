import FenHTTP

extension S3Backend {
    /// Reads a part of an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let read = PartialRead(path, from: offset, limit: limit, condition)
        guard read.limit > 0 else { return try await sizeAnswer(read) }
        var call = S3Call("GET", .reading, path)
        call.headers = read.headers
        call.plan = { head in read.plan(head, tag: Self.tag(head)) }
        let answer = try await exchange.send(call)
        switch answer.head.status {
        case 200, 206: return try await judged(answer, Self.tag(answer.head), read)
        case 304: return .unchanged
        // Beyond the end; some servers have no word of their own for it.
        case 416: return try await sizeAnswer(read)
        case 400 where S3Refusal(answer).code == "InvalidArgument":
            return try await sizeAnswer(read)
        default: throw await explained(answer, path)
        }
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
