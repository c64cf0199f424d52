import FenStorage

/// A place that takes everything and keeps nothing.
struct ForgetfulBackend: StorageBackend {
    let capabilities = StorageCapabilities(
        conditionalPut: true, cheapAppend: true, concurrency: 1)

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] { [] }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        throw .missing()
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        ETag("gone")
    }

    func delete(_ path: ObjectPath) async throws(StorageError) {}
}
