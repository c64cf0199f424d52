import FenEncoding
import Foundation
import TestSupport
import Testing

@testable import FenHTTP

@Suite("HTTP", .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct HTTPTests {
    /// What `/echo` says of the request it got.
    struct Echo: Decodable {
        var method: String
        var target: String
        var headers: [[String]]
        var size: Int
        var sha256: String

        func header(_ name: String) -> String? {
            headers.first { $0[0].lowercased() == name }?[1]
        }
    }

    let server: ScriptServer
    let client = HTTPClient(limits: HTTPLimits(connectMilliseconds: 3_000, stalledSeconds: 2))

    init() throws { server = try ScriptServer("faulty_http.py") }

    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)\(path)" }

    func echo(_ request: HTTPRequest) async throws -> Echo {
        let answer = try await client.send(request)
        #expect(answer.head.status == 200)
        return try JSONDecoder().decode(Echo.self, from: Data(answer.body))
    }

    func failure(_ path: String, limit: Int = 1 << 20) async -> HTTPError? {
        do {
            _ = try await client.send(HTTPRequest("GET", url(path), limit: limit))
            return nil
        } catch { return error }
    }

    /// The bytes that the server sends.
    static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { index in
            let place = index % 65_536
            return UInt8(truncatingIfNeeded: place &* 31 &+ (place >> 8))
        }
    }

    @Test(
        "The address is sent byte for byte as it was given",
        arguments: [
            "/echo/a/../b/./c//d", "/echo/%7E%2e%2E/%c3%bc", "/echo/a+b=c;d,e:f@g!h'(i)*",
            "/echo?b=2&a=1&&=&c", "/echo/%252F?x=%2B+%20",
        ])
    func exactPath(_ target: String) async throws {
        #expect(try await echo(HTTPRequest("GET", url(target), limit: 10_000)).target == target)
    }

    @Test("Only what was asked for stands in the head")
    func head() async throws {
        let plain = try await echo(HTTPRequest("GET", url("/echo"), limit: 10_000))
        #expect(plain.headers.map { $0[0].lowercased() }.sorted() == ["host", "user-agent"])
        let own = try await echo(
            HTTPRequest(
                "PROPFIND", url("/echo"),
                headers: [HTTPHeader("Depth", "1"), HTTPHeader("X-Empty", "")], limit: 10_000))
        #expect(own.method == "PROPFIND")
        #expect(own.header("depth") == "1")
        #expect(own.header("x-empty")?.isEmpty == true)
    }

    @Test("A body goes with its length and without \"Expect\"", arguments: [0, 1, 5_000_000])
    func upload(_ size: Int) async throws {
        let body = Self.pattern(size)
        let got = try await echo(HTTPRequest("PUT", url("/echo"), body: body, limit: 10_000))
        #expect(got.method == "PUT")
        #expect(got.size == size)
        #expect(got.header("content-length") == String(size))
        #expect(got.header("expect") == nil)
        #expect(got.header("transfer-encoding") == nil)
    }

    @Test("Bodies come whole, with their length announced or not")
    func download() async throws {
        for path in ["/bytes/3000000", "/chunked/3000000"] {
            let answer = try await client.send(HTTPRequest("GET", url(path), limit: 3_000_000))
            // Compared outside, since a difference of so many bytes would be spelled out.
            let isSame = answer.body == Self.pattern(3_000_000)
            #expect(isSame)
            #expect(!answer.isCut)
            #expect(answer.head["x-trailer"] == nil)
        }
        let head = try await client.send(HTTPRequest("HEAD", url("/bytes/70"), limit: 0))
        #expect(head.head.contentLength == 70)
        #expect(head.body.isEmpty)
    }

    @Test("No more is read than was allowed, announced or not")
    func bounded() async throws {
        for path in ["/bytes/1001", "/chunked/1001", "/endless"] {
            #expect(await failure(path, limit: 1000)?.code == .tooLong)
        }
        #expect(await failure("/longhead/10") == nil)
        #expect(await failure("/longhead/80")?.code == .tooLong)
        #expect(await failure("/longhead/100000")?.code == .tooLong)
    }

    @Test("A part is taken out of the middle, and the rest is not waited for")
    func window() async throws {
        let request = HTTPRequest("GET", url("/endless")) { head in
            HTTPBodyPlan(skip: head.status * 500, limit: 70_000, stopsAtLimit: true)
        }
        let answer = try await client.send(request)
        #expect(answer.isCut)
        let isSame = answer.body == Array(Self.pattern(170_000)[100_000...])
        #expect(isSame)
    }

    @Test("An interim answer is not taken for the answer, a redirect is not followed")
    func interim() async throws {
        let answer = try await client.send(HTTPRequest("GET", url("/interim"), limit: 100))
        #expect(answer.head.status == 200)
        #expect(answer.body == Array("after".utf8))
        #expect(answer.head["x-interim"] == nil)
        #expect(answer.head["X-FINAL"] == "spaced")
        let moved = try await client.send(HTTPRequest("GET", url("/redirect"), limit: 100))
        #expect(moved.head.status == 302)
        #expect(moved.head["location"] == "/echo")
    }

    @Test("Connections are used again")
    func reuse() async throws {
        for _ in 0..<20 { _ = try await echo(HTTPRequest("GET", url("/echo"), limit: 10_000)) }
        let answer = try await client.send(HTTPRequest("GET", url("/connections"), limit: 10))
        #expect(answer.body == Array("1".utf8))
    }

    @Test("Many requests at once each get their own answer over few connections")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<64 {
                tasks.addTask {
                    let got = try await echo(
                        HTTPRequest("GET", url("/echo/\(number)"), limit: 10_000))
                    #expect(got.target == "/echo/\(number)")
                }
            }
            try await tasks.waitForAll()
        }
        let answer = try await client.send(HTTPRequest("GET", url("/connections"), limit: 10))
        let count = try #require(Int(String(decoding: answer.body, as: UTF8.self)))
        #expect(1...8 ~= count)
    }
}
