import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import Testing

@testable import FenEngine

/// Three members of a group whose store is a bucket in memory, with a face of its own for each.
struct BucketTable {
    static let names = ["Alice", "Bob", "Carol"]

    let table: Table
    let bucket = MemoryBackend()
    /// What each of them sees.
    let faces: [String: TwoFacedBackend]

    static let store = S3Store(
        endpoint: "http://127.0.0.1:9", region: "us-east-1", bucket: "trip",
        accessKeyID: "AKIDTEST", secretAccessKey: "secret", pathStyle: true)

    init() async throws {
        let bucket = bucket
        let faces = Dictionary(
            uniqueKeysWithValues: Self.names.map { ($0, TwoFacedBackend(bucket)) })
        self.faces = faces
        table = try await Table.make()
        for name in ["Bob", "Carol"] { _ = try await table.join(name) }
        for name in Self.names {
            try await table.open(name).bind(
                table.group, to: StoreTarget(.s3(Self.store)), by: .person)
            try await restoreFace(of: name)
        }
        try await syncAll()
    }

    /// Lets somebody's device see the bucket by their face; after each start of it.
    func restoreFace(of name: String) async throws {
        try await table.use(#require(faces[name]), for: name)
    }

    /// Where somebody's log is in the bucket.
    func log(_ name: String) async throws -> ObjectPath {
        let layout = try #require(StorageLayout(group: table.group.uuidString))
        return try #require(layout.log(author: try await table.key(name).hex))
    }

    /// Shows somebody only what is in somebody else's log now.
    func freeze(_ name: String, for other: String) async throws {
        try await #require(faces[other]).freeze(try await log(name))
    }

    /// One pass of each, one after the other.
    func syncAll(_ names: [String] = names) async throws {
        for name in names {
            table.clock.advance(seconds: 2)
            _ = try await table.open(name).sync(in: table.group)
        }
    }

    /// Connects two devices, until each has what the other holds.
    func meet(_ one: String, _ other: String) async throws {
        let host = try await table.open(one)
        let place = try #require(try await host.listen(on: "127.0.0.1:0").first?.address)
        _ = try await table.open(other).connect(to: place, in: table.group)
        try await table.settleDown([one, other])
    }

    /// Waits until what is compared on a device is so.
    func comes(_ name: String, _ test: ([ShownLess]) -> Bool) async throws -> Bool {
        let engine = try await table.open(name)
        for _ in 0..<100 {
            if test(try await engine.doubts(in: table.group)) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

extension Engine {
    /// What is compared, whatever it is worth yet.
    func doubts(in id: GroupID) throws -> [ShownLess] {
        try shownLess(of: group(id))
    }
}
