import FenStorage
import Synchronization

/// A place that shows something else than what is in it: one face of a store that shows different
/// histories to different members. What is written through it is taken as it comes.
final class TwoFacedBackend: StorageBackend {
    private let base: any StorageBackend
    private let faces = Mutex<[ObjectPath: [UInt8]]>([:])

    var capabilities: StorageCapabilities { base.capabilities }

    /// An honest face, until told otherwise.
    init(_ base: any StorageBackend) {
        self.base = base
    }

    /// Shows these bytes in place of an object from now on, none as if it were not there; nil shows
    /// what there is.
    func show(_ bytes: [UInt8]?, at path: ObjectPath) {
        faces.withLock { $0[path] = bytes }
    }

    /// Shows only what is there now of an object, whatever comes.
    func freeze(_ path: ObjectPath) async throws(StorageError) {
        show(try await base.readAll(path).bytes, at: path)
    }

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        let faces = faces.withLock { $0 }
        return try await base.list(prefix).compactMap { object in
            guard let face = faces[object.path] else { return object }
            guard !face.isEmpty else { return nil }
            return ObjectInfo(path: object.path, etag: Self.tag(face), size: face.count)
        }
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        guard let face = faces.withLock({ $0[path] }) else {
            return try await base.get(path, from: offset, limit: limit, condition: condition)
        }
        guard !face.isEmpty else { throw .missing() }
        let start = min(offset, face.count)
        return .body(
            ObjectBody(
                bytes: [UInt8](face[start...].prefix(limit)), offset: start, etag: Self.tag(face),
                totalSize: face.count))
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try await base.put(path, bytes, condition: condition)
    }

    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        try await base.append(path, bytes, at: size, etag: etag)
    }

    func delete(_ path: ObjectPath) async throws(StorageError) {
        try await base.delete(path)
    }

    private static func tag(_ face: [UInt8]) -> ETag { ETag("face-\(face.count)") }
}
