import Synchronization

/// The object that was written last, so that a log which grows by a line need not be fetched to be
/// sent.
final class LastWritten: Sendable {
    private struct Written {
        var path: ObjectPath
        var etag: ETag
        var bytes: [UInt8]
    }

    private let last = Mutex<Written?>(nil)

    /// The largest object that is kept.
    private static let largest = 16 << 20

    /// Keeps what was just written.
    func note(_ path: ObjectPath, _ etag: ETag, _ bytes: [UInt8]) {
        last.withLock { last in
            last =
                bytes.count <= Self.largest
                ? Written(path: path, etag: etag, bytes: bytes) : nil
        }
    }

    /// Forgets an object that may be another by now.
    func forget(_ path: ObjectPath) {
        last.withLock { if $0?.path == path { $0 = nil } }
    }

    /// The bytes of this version, if it was the last one written.
    func bytes(of path: ObjectPath, etag: ETag) -> [UInt8]? {
        last.withLock { $0?.path == path && $0?.etag == etag ? $0?.bytes : nil }
    }
}
