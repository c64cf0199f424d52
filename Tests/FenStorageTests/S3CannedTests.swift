import FenCrypto
import FenEncoding
import FenHTTP
import Foundation
import TestSupport
import Testing

@testable import FenStorage

/// What no server here can be brought to say: answers from a list, in their order.
@Suite("S3 answers", .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct S3CannedTests {
    struct Canned: Encodable {
        var status: Int
        var headers: [String: String] = [:]
        var body = ""

        static func error(
            _ status: Int, _ code: String, _ headers: [String: String] = [:], more: String = ""
        ) -> Canned {
            Canned(
                status: status, headers: headers,
                body: "<?xml version=\"1.0\"?><Error><Code>\(code)</Code>"
                    + "<Message>secret talk</Message>\(more)</Error>")
        }

        static func page(_ keys: [String], next: String? = nil) -> Canned {
            let items = keys.map {
                "<Contents><Key>\($0)</Key><ETag>\"e\"</ETag><Size>1</Size></Contents>"
            }.joined()
            let rest = next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? ""
            return Canned(
                status: 200,
                body: "<ListBucketResult><IsTruncated>\(next != nil)</IsTruncated>"
                    + "\(rest)\(items)</ListBucketResult>")
        }
    }

    struct Seen: Decodable {
        var method: String
        var target: String
        var headers: [String: String]
    }

    let server: ScriptServer
    let client = HTTPClient(limits: HTTPLimits(stalledSeconds: 5))
    let path = ObjectPath(unchecked: "groups/g/logs/a.jsonl")
    let folder = ObjectPath(unchecked: "groups/g/logs")

    init() throws { server = try ScriptServer("faulty_http.py") }

    var endpoint: String { "http://127.0.0.1:\(server.port)" }

    func bucket(
        _ answers: [Canned], honours: Bool = false,
        now: @escaping @Sendable () -> Int64 = { 1_800_000_000 }
    ) async throws -> S3Backend {
        let body = try JSONEncoder().encode(answers)
        let told = try await client.send(
            HTTPRequest("POST", "\(endpoint)/canned", body: Array(body), limit: 100))
        #expect(told.head.status == 204)
        return try S3Backend(
            S3Place(
                endpoint: endpoint, region: "here-1", bucket: "b", accessKeyID: "AK",
                secretAccessKey: SecretBytes(copying: Array("hunter2".utf8))),
            honoursConditions: honours, client: client, now: now)
    }

    func seen() async throws -> [Seen] {
        let answer = try await client.send(HTTPRequest("GET", "\(endpoint)/seen", limit: 1 << 20))
        return try JSONDecoder().decode([Seen].self, from: Data(answer.body))
    }

    func failure(_ answers: [Canned]) async throws -> StorageError {
        let bucket = try await bucket(answers)
        do {
            _ = try await bucket.list(folder)
        } catch { return error }
        Issue.record("nothing failed")
        return .missing()
    }

    @Test("Each refusal has its code, its wait and its hint, and no word of the server's")
    func refusals() async throws {
        for (answer, code) in [
            (Canned.error(403, "AccessDenied"), StorageError.Code.auth),
            (.error(403, "QuotaExceeded"), .quota), (.error(507, "Other"), .quota),
            (.error(503, "SlowDown"), .busy), (.error(429, "Other"), .busy),
            (.error(503, "Other"), .maintenance), (.error(500, "InternalError"), .server),
            (.error(400, "RequestTimeout"), .network), (.error(401, "Other"), .auth),
            (.error(404, "NoSuchBucket"), .missing),
            (.error(403, "RequestTimeTooSkewed"), .skewedClock),
            (.error(307, "TemporaryRedirect"), .redirect), (Canned(status: 302), .redirect),
            (Canned(status: 200, body: "<html>Log in</html>"), .integrity),
            (Canned(status: 200, body: "<html><br></html>"), .integrity),
            (Canned(status: 500, body: "<Error><Code>a b \u{1b}[31m</Code></Error>"), .server),
        ] {
            let error = try await failure([answer, answer, answer])
            #expect(error.code == code, "\(answer)")
            #expect(!error.message.isEmpty)
            #expect(!"\(error)".contains("secret talk"))
            #expect(!"\(error)".contains("hunter2"))
            #expect(!"\(error)".contains("\u{1b}"))
        }
    }

    @Test("Retry-After in seconds and as a date")
    func retryAfter() async throws {
        let date = "Fri, 15 Jan 2027 08:00:20 GMT"
        for (text, wait) in [("7", Duration.seconds(7)), (date, .seconds(20))] {
            let error = try await failure([.error(503, "SlowDown", ["Retry-After": text])])
            #expect(error.retryAfter == wait)
        }
        let error = try await failure([Canned(status: 503, headers: ["Retry-After": "120"])])
        #expect(error.code == .maintenance)
        #expect(error.retryAfter == .seconds(120))
    }

    @Test("A named region is signed for once, kept, and told to the person")
    func region() async throws {
        let wrong = Canned.error(
            400, "AuthorizationHeaderMalformed", more: "<Region>there-2</Region>")
        let bucket = try await bucket([wrong, .page([]), .page([])])
        _ = try await bucket.list(folder)
        _ = try await bucket.list(folder)
        let scopes = try await seen().map { $0.headers["authorization"] ?? "" }
        #expect(scopes.map { $0.contains("/here-1/") } == [true, false, false])
        #expect(scopes.map { $0.contains("/there-2/") } == [false, true, true])
        #expect(bucket.remarks.contains { $0.contains("there-2") })
    }

    @Test("A bucket at another address is told and never followed")
    func moved() async throws {
        let answer = Canned.error(
            301, "PermanentRedirect",
            ["x-amz-bucket-region": "there-2", "Location": "http://127.0.0.1:1/"],
            more: "<Endpoint>b.s3.there-2.example.org</Endpoint>")
        let error = try await failure([answer, answer, answer])
        #expect(error.code == .redirect)
        #expect(error.target == "b.s3.there-2.example.org")
        #expect(try await seen().count == 2, "once more, signed for the other region")
    }

    @Test("A clock that cannot be put right is explained")
    func skew() async throws {
        let answer = Canned.error(
            403, "RequestTimeTooSkewed", ["Date": "Fri, 15 Jan 2027 07:00:00 GMT"])
        let error = try await failure([answer, answer, answer])
        #expect(error.code == .skewedClock)
        #expect(error.clockOffset == .seconds(3600))
        let dates = try await seen().map { $0.headers["x-amz-date"] ?? "" }
        #expect(dates == ["20270115T080000Z", "20270115T070000Z"])
    }

    @Test("Pages: a token that comes again or not at all ends the listing")
    func pages() async throws {
        let names = (1...4).map { "groups/g/logs/\($0)" }
        let whole = try await bucket([
            .page([names[0]], next: "t/1+ é"), .page([names[1]], next: "t2"), .page([names[2]]),
        ])
        #expect(try await whole.list(folder).map(\.path.text) == Array(names[..<3]))
        #expect(try await seen()[1].target.contains("continuation-token=t%2F1%2B%20%C3%A9&"))
        let circle = try await bucket([
            .page([names[0]], next: "t1"), .page([names[1]], next: "t1"), .page([names[2]]),
        ])
        #expect(try await circle.list(folder).map(\.path.text) == Array(names[..<2]))
        let lost = try await bucket([
            Canned(
                status: 200,
                body: "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>")
        ])
        #expect(try await lost.list(folder) == [])
    }

    @Test("Whether anything is new is one request, whose listing is the answer's")
    func changes() async throws {
        let name = "groups/g/logs/1"
        let bucket = try await bucket([.page([name]), .page([name]), .page([name, name + "2"])])
        var token: ChangeToken?
        for (isChanged, count) in [(true, 1), (false, 1), (true, 2)] {
            let answer = try await bucket.changed(under: folder, since: token)
            #expect(answer.isChanged == isChanged)
            #expect(answer.objects?.count == count)
            token = answer.token
        }
        let asked = try await seen()
        #expect(asked.count == 3)
        #expect(asked.allSatisfy { $0.method == "GET" && $0.target.contains("list-type=2") })
    }

    @Test("Ranges: 206, 200 with and without a range, without a length, 416 and its like")
    func ranges() async throws {
        let tag = ["ETag": "\"e\""]
        func read(_ answers: Canned..., from offset: Int = 4) async throws -> ObjectBody {
            try await bucket(answers).get(path, from: offset, limit: 3)
        }
        let wanted = ObjectBody(bytes: Array("456".utf8), offset: 4, etag: ETag("e"), totalSize: 10)
        let range = tag.merging(["Content-Range": "bytes 4-6/10"]) { $1 }
        #expect(try await read(Canned(status: 206, headers: range, body: "456")) == wanted)
        #expect(try await read(Canned(status: 200, headers: range, body: "456")) == wanted)
        #expect(try await read(Canned(status: 200, headers: tag, body: "0123456789")) == wanted)
        let unknown = tag.merging(["Content-Range": "bytes 4-6/*"]) { $1 }
        let size = Canned(status: 200, headers: tag, body: "0123456789")
        #expect(try await read(Canned(status: 206, headers: unknown, body: "456"), size) == wanted)
        let end = ObjectBody(bytes: [], offset: 10, etag: ETag("e"), totalSize: 10)
        #expect(try await read(.error(416, "InvalidRange"), size, from: 12) == end)
        #expect(try await read(.error(400, "InvalidArgument"), size, from: 10) == end)
        let short = tag.merging(["Content-Range": "bytes 6-6/10"]) { $1 }
        await #expect(throws: StorageError.self) {
            _ = try await read(Canned(status: 206, headers: short, body: "6"))
        }
    }

    @Test("A server that answers a condition with 500 or 409: the object tells who won")
    func unclear() async throws {
        let other = Canned(status: 200, headers: ["ETag": "\"other\""], body: "x")
        let bucket = try await bucket(
            [
                .error(500, "InternalError"), other, .error(409, "ConditionalRequestConflict"),
                other,
            ],
            honours: true)
        for _ in 0..<2 {
            await #expect(throws: StorageError.precondition()) {
                _ = try await bucket.put(path, [1], condition: .ifMatch(ETag("mine")))
            }
        }
        let alone = try await self.bucket(
            [.error(500, "InternalError"), Canned(status: 404)], honours: true)
        do {
            _ = try await alone.put(path, [1], condition: .ifAbsent)
            Issue.record("nothing failed")
        } catch { #expect(error.code == .server) }
    }

    @Test("A private authority, and a key that is pinned")
    func privateAuthority() async throws {
        let certificates = FileManager.default.temporaryDirectory
            .appending(path: "fen-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: certificates, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: certificates) }
        let server = try ScriptServer("faulty_http.py", ["--tls", certificates.path])
        var place = S3Place(
            endpoint: "https://localhost:\(server.port)", region: "r", bucket: "b",
            accessKeyID: "AK", secretAccessKey: SecretBytes(copying: [1]))
        func code(_ place: S3Place) async -> StorageError.Code? {
            do throws(StorageError) {
                _ = try await S3Backend(place, client: client).list(folder)
                return nil
            } catch { return error.code }
        }
        // Who is trusted gets the question; the server has no canned answer and says 500.
        #expect(await code(place) == .network)
        place.authorities = server.text("authority")
        #expect(await code(place) == .server)
        place.authorities = server.text("other")
        #expect(await code(place) == .network)
        place.pin = Hash32(hex: server.text("key"))
        #expect(await code(place) == .server)
        place.pin = SHA256.hash([1] as [UInt8])
        #expect(await code(place) == .integrity)
    }
}
