package import FenHTTP
import Glibc

/// A bucket of an S3-compatible store.
///
/// - Conditions of reading are judged here, by the tag that comes with the answer: of three servers
///   one ignores them and another takes a quoted tag for a wrong one. An answer of another version
///   is ended at its head, so that nothing is carried in vain.
/// - Conditions of writing are sent where ``probed()`` has seen that they are honoured; elsewhere
///   the object is looked at just before, which is enough where each object has one writer.
/// - A log grows by being sent whole, from memory where this process wrote it last; one beyond
///   ``S3Growth/threshold`` grows inside the server where that is proven to work.
/// - The server's clock and region are learnt from refusals, once, and every request is signed anew.
package struct S3Backend: HTTPObjects {
    /// Signs and sends.
    let exchange: S3Exchange
    /// Whether the server was seen to honour conditions of writing.
    package let honoursConditions: Bool
    /// What was written last.
    let memory = LastWritten()
    /// How many names a page of a listing has at most.
    let pageSize: Int

    /// A bucket; nothing is sent before the first call. Fails where its endpoint is no address.
    ///
    /// - Parameters:
    ///   - honoursConditions: what ``probed()`` found earlier.
    ///   - client: what to ask with.
    ///   - pageSize: how many names a page of a listing has at most.
    ///   - now: seconds since 1970.
    package init(
        _ place: S3Place, honoursConditions: Bool = false, client: HTTPClient = .shared,
        pageSize: Int = 1000, now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
    ) throws(StorageError) {
        exchange = try S3Exchange(place, client: client, now: now)
        self.honoursConditions = honoursConditions
        self.pageSize = pageSize
    }

    /// The same bucket, with other knowledge of its server.
    init(_ other: S3Backend, honoursConditions: Bool) {
        exchange = other.exchange
        pageSize = other.pageSize
        self.honoursConditions = honoursConditions
    }

    /// What a bucket can do, as far as was seen.
    package var capabilities: StorageCapabilities {
        StorageCapabilities(
            conditionalPut: honoursConditions, cheapAppend: false, concurrency: 8)
    }

    /// What a person should know although requests succeed: a clock that is off, another region.
    package var remarks: [String] {
        let learnt = exchange.learnt
        var remarks: [String] = []
        let minutes = (abs(learnt.clockAhead) + 30) / 60
        if minutes > 0 {
            remarks.append(
                "This device's clock is about \(minutes) minutes "
                    + "\(learnt.clockAhead > 0 ? "ahead of" : "behind") the store's. Requests carry "
                    + "the store's time; set the clock right, since entries carry the device's.")
        }
        if let region = learnt.region {
            remarks.append(
                "The store says that the bucket's region is \(region). Requests are signed for it; "
                    + "set the store again with it.")
        }
        return remarks
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        let answer = try await exchange.send(S3Call("DELETE", .writing, path))
        memory.forget(path)
        if answer.head.status < 300 { return }
        let error = exchange.error(answer, .writing)
        guard error.code == .missing, S3Refusal(answer).code != "NoSuchBucket" else { throw error }
    }

    /// All objects below `prefix`, page by page. A page that is named a second time ends it.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        var found: [ObjectPath: ObjectInfo] = [:]
        var asked: Set<String> = []
        var token: String?
        repeat {
            let page = try await page(prefix, token)
            for object in page.objects { found[object.path] = object }
            token = page.next
        } while token.map { asked.insert($0).inserted && asked.count < Self.mostPages } ?? false
        return found.values.sorted { $0.path < $1.path }
    }

    private func page(
        _ prefix: ObjectPath, _ token: String?
    ) async throws(StorageError) -> S3Listing {
        var call = S3Call("GET", .listing)
        call.query = [
            ("list-type", "2"), ("prefix", prefix.text + "/"), ("encoding-type", "url"),
            ("max-keys", String(pageSize)),
        ]
        if let token { call.query.append(("continuation-token", token)) }
        let answer = try await exchange.send(call)
        guard answer.head.status == 200 else { throw exchange.error(answer, .listing) }
        guard let listing = S3Listing(answer.body, below: prefix) else {
            throw .notAStore(cause: "HTTP 200, no listing")
        }
        return listing
    }

    private static let mostPages = 1000
}
