import Foundation
import TestSupport

/// A key of its own for a test, which may be made and deleted while others go on: of the user who
/// owns the buckets in Ceph's gateway, made there by `radosgw-admin`.
struct BucketKey {
    let name: String
    let secret: String

    /// Makes one at the server.
    init() throws {
        let random = UUID().uuidString.lowercased()
        name = "AK\(random.prefix(8))"
        secret = "secret/\(random)+key"
        try Self.admin([
            "key", "create", "--uid=owner", "--key-type=s3", "--access-key=\(name)",
            "--secret-key=\(secret)",
        ])
    }

    /// Deletes it there: the server knows it no more.
    func delete() throws {
        try Self.admin(["key", "rm", "--uid=owner", "--access-key=\(name)"])
    }

    /// Whether keys can be made: `s3-servers` says where the gateway's configuration is.
    static let isPossible = configuration != nil && S3Server.radosgw.isThere

    /// What a test says that is skipped without it.
    static let whySkipped = "no Ceph here: Tests/Servers/s3-servers starts it and sets FEN_S3_CEPH"

    private static let configuration = ProcessInfo.processInfo.environment["FEN_S3_CEPH"]

    private static func admin(_ arguments: [String]) throws {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["radosgw-admin", "--conf", configuration ?? ""] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let why = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw TestBucket.Failure(text: String(decoding: why, as: UTF8.self))
        }
    }
}
