package import FenHTTP
import Glibc

/// A public share of a Nextcloud: a folder of its owner, reached by a link and its password alone.
///
/// - After one wrong password and during a block nothing is asked (``NextcloudStanding``).
/// - The new endpoint is asked first; where the server has none, the old one.
/// - A tag is no digest: `OC-ETag` goes before `ETag`, which web servers change on the way, and
///   conditions of reading are judged here by the tag that comes with the answer.
/// - A write is whole and with its length; size and tag of what is stored are asked for afterwards,
///   because some servers in between have stored a part and said that all was well.
/// - A lock (423) is `busy` with a short wait that grows, for `RetryBackend` to keep.
/// - There is no appending: a log grows by being sent whole, from memory where this process wrote
///   it last. Each write is an old version in the owner's Nextcloud, so callers gather lines.
package struct NextcloudBackend: HTTPObjects {
    /// Asks, and stops when asking does harm.
    let exchange: NextcloudExchange
    /// Whether the server was seen to honour conditions of writing.
    package let honoursConditions: Bool
    /// What was written last.
    let memory = LastWritten()

    /// A share; nothing is asked before the first call. Fails where its address is none, or would
    /// carry the password over a network in the clear.
    ///
    /// - Parameters:
    ///   - honoursConditions: what ``probed()`` found earlier.
    ///   - standing: how this device stood with the server when it was last asked.
    ///   - client: what to ask with.
    ///   - now: seconds since 1970.
    ///   - keep: told a standing in which nothing may be asked, before the refusal that led to it is
    ///     thrown; whoever keeps it spares the server the same question from the next process.
    package init(
        _ place: NextcloudPlace, honoursConditions: Bool = false,
        standing: NextcloudStanding = .open, client: HTTPClient = .shared,
        now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) },
        keep: @escaping @Sendable (NextcloudStanding) async -> Void = { _ in }
    ) throws(StorageError) {
        exchange = try NextcloudExchange(
            place, standing: standing, client: client, now: now, keep: keep)
        self.honoursConditions = honoursConditions
    }

    /// The same share, with other knowledge of its server.
    private init(_ other: NextcloudBackend, honoursConditions: Bool) {
        exchange = other.exchange
        self.honoursConditions = honoursConditions
    }

    /// What a share can do, as far as was seen.
    package var capabilities: StorageCapabilities {
        StorageCapabilities(conditionalPut: honoursConditions, cheapAppend: false, concurrency: 2)
    }

    /// How this device stands with the server.
    package var standing: NextcloudStanding { exchange.standing }

    /// A person wants it to be tried again although the server has refused.
    package func resume() { exchange.resume() }

    /// Writes an object, reads it back and removes it.
    package func prepare() async throws(StorageError) {
        try await StorageProbe(backend: self, path: Self.probe()).provesWritable()
    }

    /// Prepares the share and sees what its server does with conditions of writing.
    package func probed() async throws(StorageError) -> NextcloudBackend {
        try await prepare()
        let subject = NextcloudBackend(self, honoursConditions: true)
        let probe = StorageProbe(backend: subject, path: Self.probe())
        return NextcloudBackend(self, honoursConditions: try await probe.honoursConditions())
    }

    /// A name that no listing of a group shows.
    private static func probe() -> ObjectPath {
        let fresh = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return ObjectPath(unchecked: "fen-probe-\(fresh)")
    }
}
