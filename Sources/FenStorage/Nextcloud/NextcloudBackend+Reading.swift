import FenHTTP

extension NextcloudBackend {
    /// Reads a part of an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let read = PartialRead(path, from: offset, limit: limit, condition)
        guard read.limit > 0 else { return try await sizeAnswer(read) }
        var call = NextcloudCall("GET", .reading, path)
        call.headers = read.headers
        call.plan = { head in read.plan(head, tag: Self.tag(head)) }
        let answer = try await exchange.send(call)
        switch answer.head.status {
        case 200, 206: break
        case 304: return .unchanged
        case 416: return try await sizeAnswer(read)
        default: throw exchange.error(answer, .reading)
        }
        // Folders and pages of others have no tag.
        guard let tag = Self.tag(answer.head) else { throw .notAStore(cause: "no tag") }
        return try await judged(answer, tag, read)
    }

    /// The tag of an answer; nil where it has none. Nextcloud's own header goes first, because web
    /// servers that pack what they send change the other.
    static func tag(_ head: HTTPHead) -> ETag? {
        guard let text = head["OC-ETag"] ?? head["ETag"] else { return nil }
        let tag = ETag(header: text)
        return tag.text.isEmpty ? nil : tag
    }
}
