/// A place in this process's memory: for tests, examples and lessons.
package actor MemoryBackend: StorageBackend {
    private struct Object {
        var bytes: [UInt8]
        var etag: ETag
    }

    private var objects: [ObjectPath: Object] = [:]
    private var versions = 0

    /// Everything a place can do.
    package nonisolated let capabilities: StorageCapabilities

    /// An empty place.
    package init(
        capabilities: StorageCapabilities = StorageCapabilities(
            conditionalPut: true, cheapAppend: true, concurrency: 8)
    ) {
        self.capabilities = capabilities
    }

    /// All objects below `prefix`, sorted by path.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        objects.filter { $0.key.isBelow(prefix) }
            .map { ObjectInfo(path: $0.key, etag: $0.value.etag, size: $0.value.bytes.count) }
            .sorted { $0.path < $1.path }
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        guard let object = objects[path] else { throw .missing() }
        var start = max(0, min(offset, object.bytes.count))
        switch condition {
        case .none: break
        case .ifNoneMatch(let tag): if tag == object.etag { return .unchanged }
        case .ifMatch(let tag): if tag != object.etag { throw .precondition() }
        case .ifRange(let tag): if tag != object.etag { start = 0 }
        }
        let end = start + min(max(0, limit), object.bytes.count - start)
        return .body(
            ObjectBody(
                bytes: Array(object.bytes[start..<end]), offset: start, etag: object.etag,
                totalSize: object.bytes.count))
    }

    /// Writes an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        if capabilities.conditionalPut {
            switch condition {
            case .none: break
            case .ifAbsent: if objects[path] != nil { throw .precondition() }
            case .ifMatch(let tag): if objects[path]?.etag != tag { throw .precondition() }
            }
        }
        return store(bytes, at: path)
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        guard let object = objects[path], object.etag == etag, object.bytes.count == size else {
            throw .precondition()
        }
        return store(object.bytes + bytes, at: path)
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        objects[path] = nil
    }

    private func store(_ bytes: [UInt8], at path: ObjectPath) -> ETag {
        versions += 1
        let etag = ETag("m\(versions)")
        objects[path] = Object(bytes: bytes, etag: etag)
        return etag
    }
}
