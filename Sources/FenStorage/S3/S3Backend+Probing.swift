extension S3Backend {
    /// Writes an object, reads it back and removes it.
    package func prepare() async throws(StorageError) {
        try await StorageProbe(backend: self, path: Self.probe()).provesWritable()
    }

    /// Prepares the bucket and sees what its server does with conditions of writing.
    package func probed() async throws(StorageError) -> S3Backend {
        try await prepare()
        let subject = S3Backend(self, honoursConditions: true)
        let probe = StorageProbe(backend: subject, path: Self.probe())
        return S3Backend(self, honoursConditions: try await probe.honoursConditions())
    }

    /// A name that no group has and no listing of one shows.
    static func probe() -> ObjectPath {
        let fresh = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return ObjectPath(unchecked: "groups/fen-probe-\(fresh)")
    }
}
