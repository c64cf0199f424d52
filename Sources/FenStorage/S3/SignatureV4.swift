import FenCrypto
import FenEncoding
import Glibc

/// AWS Signature Version 4 for a request's headers.
///
/// We sign ourselves: libcurl's own signer cannot be told another time, signs what it does not
/// send, and changes from version to version.
struct SignatureV4 {
    /// What is signed of a request.
    struct Request {
        /// The verb.
        var method: String
        /// The path as it is sent, encoded.
        var path: String
        /// The query, not yet encoded.
        var query: [(name: String, value: String)] = []
        /// The headers that are signed, each with its value; names in any case and order.
        var headers: [(name: String, value: String)]
        /// SHA-256 of the body in hex, or a word in its place.
        var payloadHash: String
    }

    /// The name of the key.
    let accessKeyID: String
    /// The key.
    let secretAccessKey: SecretBytes
    /// The region of the scope.
    let region: String
    /// The service of the scope.
    let service: String

    /// The `Authorization` header of a request that is sent at that time.
    func authorization(of request: Request, timestamp: String) -> String {
        let canonical = Self.canonicalRequest(request)
        let scope = scope(timestamp)
        return "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scope), "
            + "SignedHeaders=\(Self.signedHeaders(request)), "
            + "Signature=\(signature(of: canonical, timestamp: timestamp))"
    }

    /// The request in the form of which everybody makes the same bytes.
    static func canonicalRequest(_ request: Request) -> String {
        var lines = [request.method, request.path, PercentEncoding.query(request.query)]
        for (name, values) in merged(request.headers) {
            lines.append("\(name):\(values.joined(separator: ","))")
        }
        lines += ["", signedHeaders(request), request.payloadHash]
        return lines.joined(separator: "\n")
    }

    /// What the signature is made over.
    func stringToSign(_ canonical: String, timestamp: String) -> String {
        let hash = SHA256.hash(Array(canonical.utf8)).hex
        return "AWS4-HMAC-SHA256\n\(timestamp)\n\(scope(timestamp))\n\(hash)"
    }

    /// The signature in hex.
    func signature(of canonical: String, timestamp: String) -> String {
        let first = SecretBytes(count: 4 + secretAccessKey.count) { target in
            secretAccessKey.lendBytes { secret in
                target.copyBytes(from: Array("AWS4".utf8))
                UnsafeMutableRawBufferPointer(rebasing: target[4...]).copyMemory(from: secret)
            }
        }
        let date = HMACSHA256.authenticate(key: first, Array(timestamp.prefix(8).utf8))
        let regional = HMACSHA256.authenticate(key: date, Array(region.utf8))
        let local = HMACSHA256.authenticate(key: regional, Array(service.utf8))
        let key = HMACSHA256.authenticate(key: local, Array("aws4_request".utf8))
        let message = stringToSign(canonical, timestamp: timestamp)
        return HMACSHA256.authenticate(key: key, Array(message.utf8)).hex
    }

    /// A moment, in seconds since 1970, as `20150830T123600Z`.
    static func timestamp(_ seconds: Int64) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let numbers = [
            (Int(parts.tm_year) + 1900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2),
            (Int(parts.tm_hour), 2), (Int(parts.tm_min), 2), (Int(parts.tm_sec), 2),
        ].map { number, width in
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return numbers[..<3].joined() + "T" + numbers[3...].joined() + "Z"
    }

    private func scope(_ timestamp: String) -> String {
        "\(timestamp.prefix(8))/\(region)/\(service)/aws4_request"
    }

    private static func signedHeaders(_ request: Request) -> String {
        merged(request.headers).map(\.name).joined(separator: ";")
    }

    /// The headers by lowercase name; equal names are joined in the order they came in.
    private static func merged(
        _ headers: [(name: String, value: String)]
    ) -> [(name: String, values: [String])] {
        var values: [String: [String]] = [:]
        for header in headers {
            // White space at the ends goes, and inside it is one space, folded lines too.
            let words = header.value.split { $0.isWhitespace || $0.isNewline }
            values[header.name.lowercased(), default: []].append(words.joined(separator: " "))
        }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
