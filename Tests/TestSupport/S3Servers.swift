import FenCrypto
package import FenStorage
import Foundation

/// The S3 servers that `Tests/Servers/s3-servers` has started, by what the environment says of them.
package enum S3Server: String, CaseIterable, Sendable {
    /// Ceph's gateway: the one to believe.
    case radosgw = "FEN_S3_RADOSGW"
    /// Ceph's gateway with a key that may read and write objects and list nothing.
    case limited = "FEN_S3_LIMITED"
    /// Ceph's gateway with a key and bucket for four objects.
    case small = "FEN_S3_SMALL"
    /// rclone: strict about signatures, and ignores conditions and ranges.
    case rclone = "FEN_S3_RCLONE"
    /// moto: a model of Amazon's conditions and errors.
    case moto = "FEN_S3_MOTO"

    /// Whether it runs.
    package var isThere: Bool { words.count == 4 }

    /// What a test says that is skipped without it.
    package var whySkipped: String {
        "no such server here: Tests/Servers/s3-servers starts it and sets \(rawValue)"
    }

    /// The port it listens on.
    package var port: Int { words.first.flatMap { Int($0.split(separator: ":").last ?? "") } ?? 0 }

    /// Its bucket; the environment holds endpoint, key, secret and bucket.
    package func place() throws -> S3Place {
        guard isThere else { throw CocoaError(.fileNoSuchFile) }
        return S3Place(
            endpoint: words[0], region: "us-east-1", bucket: words[3], accessKeyID: words[1],
            secretAccessKey: SecretBytes(copying: Array(words[2].utf8)))
    }

    /// What a person types to bind its bucket, beside the secret key.
    package var typed: String {
        isThere ? "\(words[0]) bucket=\(words[3]) key=\(words[1])" : ""
    }

    /// The name of its key.
    package var key: String { isThere ? words[1] : "" }

    /// The secret key.
    package var secret: String { isThere ? words[2] : "" }

    private var words: [String] {
        ProcessInfo.processInfo.environment[rawValue]?.split(separator: " ").map(String.init) ?? []
    }
}
