import FenCrypto
import FenEncoding
import Foundation
import TestSupport
import Testing

@testable import FenStorage

@Suite("SigV4")
struct SignatureTests {
    struct Suite: Decodable {
        struct Case: Decodable {
            var name: String
            var normalize: Bool
            var signBody: Bool
            var token: String?
            var request: String
            var canonicalRequest: String
            var stringToSign: String
            var signature: String
        }
        var secretAccessKey: String
        var region: String
        var service: String
        var timestamp: String
        var cases: [Case]
    }

    struct Examples: Decodable {
        struct Credentials: Decodable { var secretAccessKey: String }
        struct Case: Decodable {
            var name: String
            var method: String
            var path: String
            var query: [[String]]
            var headers: [String: String]
            var body: String?
            var payloadHash: String?
            var canonicalRequest: String
            var stringToSign: String
            var signature: String
        }
        var credentials: Credentials
        var region: String
        var service: String
        var timestamp: String
        var cases: [Case]
    }

    static func load<Value: Decodable>(_ name: String) throws -> Value {
        let file = ScriptServer.folder.deletingLastPathComponent()
            .appending(path: "Vectors/sigv4/\(name).json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Value.self, from: Data(contentsOf: file))
    }

    @Test("All 38 cases of Amazon's own suite")
    func suite() throws {
        let suite: Suite = try Self.load("suite")
        #expect(suite.cases.count == 38)
        let signer = SignatureV4(
            accessKeyID: "AKIDEXAMPLE",
            secretAccessKey: SecretBytes(copying: Array(suite.secretAccessKey.utf8)),
            region: suite.region, service: suite.service)
        for item in suite.cases {
            let request = try Self.request(item, at: suite.timestamp)
            let canonical = SignatureV4.canonicalRequest(request)
            #expect(canonical == item.canonicalRequest, "\(item.name)")
            let text = signer.stringToSign(canonical, timestamp: suite.timestamp)
            #expect(text == item.stringToSign, "\(item.name)")
            let signature = signer.signature(of: canonical, timestamp: suite.timestamp)
            #expect(signature == item.signature, "\(item.name)")
            let header = signer.authorization(of: request, timestamp: suite.timestamp)
            #expect(header.hasSuffix("Signature=\(item.signature)"), "\(item.name)")
        }
    }

    @Test("Amazon's published examples for S3")
    func examples() throws {
        let examples: Examples = try Self.load("s3")
        #expect(examples.cases.count == 5)
        let signer = SignatureV4(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE",
            secretAccessKey: SecretBytes(copying: Array(examples.credentials.secretAccessKey.utf8)),
            region: examples.region, service: examples.service)
        for item in examples.cases {
            let hash = item.payloadHash ?? SHA256.hash(Array((item.body ?? "").utf8)).hex
            let canonical = SignatureV4.canonicalRequest(
                SignatureV4.Request(
                    method: item.method, path: PercentEncoding.path(item.path),
                    query: item.query.map { ($0[0], $0[1]) },
                    headers: item.headers.map { ($0.key, $0.value) }, payloadHash: hash))
            #expect(canonical == item.canonicalRequest, "\(item.name)")
            #expect(
                signer.signature(of: canonical, timestamp: examples.timestamp) == item.signature,
                "\(item.name)")
        }
    }

    @Test("Moments are written in UTC with all their digits")
    func timestamps() {
        #expect(SignatureV4.timestamp(0) == "19700101T000000Z")
        #expect(SignatureV4.timestamp(1_440_938_160) == "20150830T123600Z")
        #expect(SignatureV4.timestamp(1_835_481_599) == "20280229T235959Z")
    }

    /// The parts of a request in the suite's text form, whose path is not encoded yet.
    private static func request(
        _ item: Suite.Case, at timestamp: String
    ) throws -> SignatureV4.Request {
        let parts = item.request.components(separatedBy: "\n\n")
        let body = item.signBody && parts.count > 1 ? parts[1] : ""
        var headers: [(name: String, value: String)] = []
        var lines = parts[0].components(separatedBy: "\n").filter { !$0.isEmpty }
        let first = lines.removeFirst()
        for line in lines {
            if line.hasPrefix(" ") {
                headers[headers.count - 1].value += " " + line
            } else {
                let colon = try #require(line.firstIndex(of: ":"))
                headers.append(
                    (String(line[..<colon]), String(line[line.index(after: colon)...])))
            }
        }
        headers.append(("X-Amz-Date", timestamp))
        if let token = item.token { headers.append(("X-Amz-Security-Token", token)) }
        let hash = SHA256.hash(Array(body.utf8)).hex
        if item.signBody { headers.append(("x-amz-content-sha256", hash)) }
        let method = String(first.prefix { $0 != " " })
        let target = first.dropFirst(method.count + 1).dropLast(" HTTP/1.1".count)
        let halves = target.split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pairs = halves.count < 2 ? [] : halves[1].split(separator: "&")
        let query = pairs.map { pair -> (name: String, value: String) in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func plain(_ text: Substring) -> String {
                PercentEncoding.decode(text, plusIsSpace: false) ?? String(text)
            }
            return (plain(sides[0]), sides.count > 1 ? plain(sides[1]) : "")
        }
        let path = item.normalize ? normalized(String(halves[0])) : String(halves[0])
        return SignatureV4.Request(
            method: method, path: PercentEncoding.path(path), query: query, headers: headers,
            payloadHash: hash)
    }

    private static func normalized(_ path: String) -> String {
        var kept: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        let ends = path.hasSuffix("/") && !kept.isEmpty
        return "/" + kept.joined(separator: "/") + (ends ? "/" : "")
    }
}
