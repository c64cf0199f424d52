import FenHTTP

/// Lengthens a large object inside the server: its bytes are copied there as the first part of a new
/// version, and only what is added is sent.
///
/// Some servers take the copy and ignore what is to be copied. Before the first growth it is
/// therefore tried on an object beside, which is compared by its bytes; the object itself is looked
/// at after every growth.
struct S3Growth {
    /// From this size on an object is worth it: every part but the last must have 5 MiB.
    static let threshold = 8 << 20

    private let backend: S3Backend
    private var exchange: S3Exchange { backend.exchange }

    init(_ backend: S3Backend) { self.backend = backend }

    /// The new tag; nil where the server cannot do it and nothing was changed.
    func grow(
        _ path: ObjectPath, by tail: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag? {
        guard exchange.learnt.copiesRanges ?? true else { return nil }
        guard let object = try await backend.look(path), object.etag == etag, object.size == size
        else { throw .precondition() }
        if exchange.learnt.copiesRanges == nil {
            let works = try await isProven(path, tail, size)
            exchange.noteCopying(works)
            guard works else { return nil }
        }
        backend.memory.forget(path)
        guard try await lengthen(path, to: path, tail, size) else { return nil }
        guard let grown = try await backend.look(path), grown.size == size + tail.count,
            try await bytes(path, size, tail.count) == tail
        else {
            exchange.noteCopying(false)
            throw StorageError(
                .integrity, "The store did not lengthen the log as it was asked to.",
                hint: "Nothing is lost: this device has it and sends it again, whole.")
        }
        return grown.etag
    }

    /// Whether an object that is copied and lengthened beside has the bytes it should.
    private func isProven(
        _ path: ObjectPath, _ tail: [UInt8], _ size: Int
    ) async throws(StorageError) -> Bool {
        let probe = S3Backend.probe()
        guard try await lengthen(path, to: probe, tail, size) else { return false }
        let isSame: Bool
        do throws(StorageError) {
            isSame = try await hasBytes(probe, of: path, tail, size)
        } catch {
            // Why it could not be compared is what matters.
            try? await backend.delete(probe)
            throw error
        }
        // A copy that stays costs its owner room, and the log nothing.
        try? await backend.delete(probe)
        return isSame
    }

    private func hasBytes(
        _ probe: ObjectPath, of path: ObjectPath, _ tail: [UInt8], _ size: Int
    ) async throws(StorageError) -> Bool {
        guard try await backend.look(probe)?.size == size + tail.count,
            try await bytes(probe, size, tail.count) == tail
        else { return false }
        for place in [0, size / 2, size - Self.sample] {
            let wanted = try await bytes(path, place, Self.sample)
            guard try await bytes(probe, place, Self.sample) == wanted else { return false }
        }
        return true
    }

    private func bytes(
        _ path: ObjectPath, _ offset: Int, _ count: Int
    ) async throws(StorageError) -> [UInt8] {
        try await backend.get(path, from: offset, limit: count).bytes
    }

    /// Makes `target` of the bytes of `source` and more; false where the server will not.
    private func lengthen(
        _ source: ObjectPath, to target: ObjectPath, _ tail: [UInt8], _ size: Int
    ) async throws(StorageError) -> Bool {
        var begin = S3Call("POST", .writing, target)
        begin.query = [("uploads", "")]
        guard let upload = try await said(begin, "InitiateMultipartUploadResult"),
            let id = upload.text(of: "UploadId"), !id.isEmpty
        else { return false }
        do throws(StorageError) {
            if try await complete(target, id, from: source, tail, size) { return true }
        } catch {
            await abort(target, id)
            throw error
        }
        await abort(target, id)
        return false
    }

    private func complete(
        _ target: ObjectPath, _ id: String, from source: ObjectPath, _ tail: [UInt8], _ size: Int
    ) async throws(StorageError) -> Bool {
        var copy = S3Call("PUT", .writing, target)
        copy.query = [("partNumber", "1"), ("uploadId", id)]
        copy.headers = [
            HTTPHeader(
                "x-amz-copy-source",
                "/\(PercentEncoding.encode(exchange.place.bucket))/"
                    + PercentEncoding.path(source.text)),
            HTTPHeader("x-amz-copy-source-range", "bytes=0-\(size - 1)"),
        ]
        guard let copied = try await said(copy, "CopyPartResult"),
            let first = copied.text(of: "ETag")
        else { return false }
        var send = S3Call("PUT", .writing, target)
        send.query = [("partNumber", "2"), ("uploadId", id)]
        send.body = tail
        let sent = try await exchange.send(send)
        guard sent.head.status == 200 else { return false }
        var end = S3Call("POST", .writing, target)
        end.query = [("uploadId", id)]
        let parts = [ETag(header: first), S3Backend.tag(sent.head)].enumerated().map {
            number, tag in
            "<Part><PartNumber>\(number + 1)</PartNumber>"
                + "<ETag>&quot;\(tag.text)&quot;</ETag></Part>"
        }
        end.body = Array(
            "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>".utf8)
        return try await said(end, "CompleteMultipartUploadResult") != nil
    }

    /// Ends an upload that came to nothing. A server that cannot either keeps what its owner can
    /// remove.
    private func abort(_ target: ObjectPath, _ id: String) async {
        var call = S3Call("DELETE", .writing, target)
        call.query = [("uploadId", id)]
        _ = try? await exchange.send(call)
    }

    /// The document of that name which a good answer is; an answer can be good by its status and an
    /// error by its document.
    private func said(_ call: S3Call, _ name: String) async throws(StorageError) -> XMLElement? {
        let answer = try await exchange.send(call)
        guard answer.head.status == 200, let root = XMLElement(document: answer.body),
            root.name == name
        else { return nil }
        return root
    }

    private static let sample = 4096
}
