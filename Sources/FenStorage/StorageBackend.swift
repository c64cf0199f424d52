/// A place that keeps a group's objects: whole files of bytes under slash-separated names.
///
/// A backend moves bytes by name and knows neither keys nor payloads. This is the whole contract,
/// and `StorageConformance` in TestSupport proves it for every implementation.
///
/// - Every object has one writer at a time (the author of a log, or whoever uploads a
///   content-addressed attachment). The design is safe where a server ignores conditions; where
///   they are honoured, ``StorageCapabilities/conditionalPut`` says so.
/// - An object is replaced whole or not at all: a reader sees the old bytes or the new ones. Only
///   ``append(_:_:at:etag:)`` may show a reader a part of what is being added, always a prefix.
/// - Failures are ``StorageError`` and nothing else. An error leaves the object as it was or as it
///   was asked to be; which of the two is unknown after `network` and `server`.
/// - A cancelled task may end early with the code `cancelled`.
package protocol StorageBackend: Sendable {
    /// What this place can do; constant for the life of the value.
    var capabilities: StorageCapabilities { get }

    /// Makes the place ready for its first use and proves that it can be written.
    ///
    /// Called when a person sets the place up, never during an ordinary pass: a folder that lost
    /// what this made is taken for a drive that is not mounted. Calling it again is harmless.
    func prepare() async throws(StorageError)

    /// All objects below `prefix`, at any depth, sorted by path.
    ///
    /// Names that belong to a half-finished transfer are left out. No object is an empty list.
    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo]

    /// Reads at most `limit` bytes of an object from `offset` on.
    ///
    /// The body may be shorter than asked for; ``ObjectBody/reachesEnd`` says whether more is to
    /// be had. An offset at or beyond the end gives an empty body that tells the true size.
    /// Fails with `missing` when there is no such object and with `precondition` when an
    /// `ifMatch` does not hold; `ifRange` that does not hold gives the bytes from the beginning.
    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer

    /// Writes a whole object and returns the ETag it has now.
    ///
    /// When this returns, the bytes are as durable as the place can make them. Fails with
    /// `precondition`, and changes nothing, when the condition does not hold.
    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag

    /// Adds `bytes` to the end of an object that is `size` bytes long and has this ETag.
    ///
    /// Fails with `precondition`, and changes nothing, when the object is another one by now. If
    /// it is cut short, a prefix of `bytes` may stand at the end of the object. For a log that is
    /// harmless: its reader takes a last line without newline for not yet written. The default
    /// implementation rewrites the object whole; ``StorageCapabilities/cheapAppend`` tells.
    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag

    /// Removes an object; one that is not there counts as removed.
    func delete(_ path: ObjectPath) async throws(StorageError)

    /// The cheapest "anything new below here?" that the place has.
    ///
    /// Without a token, or with one of another place, the answer is "changed".
    func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer
}

extension StorageBackend {
    /// Nothing to make ready.
    package func prepare() async throws(StorageError) {}

    /// Appends by reading the object and writing it again, under the same ETag.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        var whole = try await readAll(path, condition: .ifMatch(etag))
        guard whole.bytes.count == size else { throw .precondition() }
        whole.bytes.append(contentsOf: bytes)
        return try await put(path, whole.bytes, condition: .ifMatch(etag))
    }

    /// Compares a digest of the listing: one list, whatever it costs.
    package func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer {
        let objects = try await list(prefix)
        let now = ChangeToken(listing: objects)
        return ChangeAnswer(token: now, isChanged: now != token, objects: objects)
    }

    /// Reads from `offset` to the limit without a condition.
    package func get(
        _ path: ObjectPath, from offset: Int = 0, limit: Int = StorageLimits.readChunk
    ) async throws(StorageError) -> ObjectBody {
        guard
            case .body(let body) = try await get(path, from: offset, limit: limit, condition: .none)
        else {
            throw .server("The store answered \"unchanged\" to a question without a condition.")
        }
        return body
    }

    /// Reads a whole object, in as many steps as it takes, all of one version.
    ///
    /// For objects known to be small; a log is read in steps of ``StorageLimits/readChunk``.
    package func readAll(
        _ path: ObjectPath, condition: GetCondition = .none,
        maximum: Int = StorageLimits.wholeObject
    ) async throws(StorageError) -> ObjectBody {
        let first = try await get(
            path, from: 0, limit: StorageLimits.readChunk, condition: condition)
        guard case .body(var body) = first else { throw .precondition() }
        while !body.reachesEnd {
            guard body.totalSize <= maximum else { throw .tooLarge(maximum: maximum) }
            let answer = try await get(
                path, from: body.bytes.count, limit: StorageLimits.readChunk,
                condition: .ifMatch(body.etag))
            guard case .body(let next) = answer, next.offset == body.bytes.count else {
                throw .precondition()
            }
            guard !next.bytes.isEmpty || next.reachesEnd else { throw .cutShort() }
            body.bytes.append(contentsOf: next.bytes)
            body.totalSize = next.totalSize
        }
        return body
    }
}
