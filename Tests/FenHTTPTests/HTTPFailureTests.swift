import FenEncoding
import Foundation
import TestSupport
import Testing

@testable import FenHTTP

@Suite("HTTP that fails", .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct HTTPFailureTests {
    let server: ScriptServer
    let client = HTTPClient(limits: HTTPLimits(connectMilliseconds: 3_000, stalledSeconds: 2))

    init() throws { server = try ScriptServer("faulty_http.py") }

    func code(_ request: HTTPRequest) async -> HTTPError.Code? {
        do {
            _ = try await client.send(request)
            return nil
        } catch { return error.code }
    }

    func get(_ path: String) -> HTTPRequest {
        HTTPRequest("GET", "http://127.0.0.1:\(server.port)\(path)", limit: 10 << 20)
    }

    @Test("A download that is cut anywhere is an error, never a short body")
    func cutDown() async throws {
        var random = SeededGenerator()
        for _ in 0..<20 {
            let size = 1 + random.below(300_000)
            let after = random.below(size)
            let found = await code(get("/cut/\(size)/\(after)"))
            #expect(found == .interrupted, "cut after \(after) of \(size)")
        }
    }

    @Test("An upload that is cut anywhere is an error")
    func cutUp() async throws {
        var random = SeededGenerator()
        let body = [UInt8](repeating: 7, count: 2_000_000)
        for _ in 0..<10 {
            var request = get("/cutup/\(random.below(body.count))")
            request.method = "PUT"
            request.body = body
            #expect(await code(request) == .interrupted)
        }
    }

    @Test("A server that says nothing is given up, one that is slow is not")
    func slow() async throws {
        #expect(await code(get("/silent")) == .stalled)
        let answer = try await client.send(get("/drip/25/150"))
        #expect(answer.body.count == 25)
    }

    @Test("What is not HTTP is not taken for it")
    func garbage() async {
        #expect(await code(get("/garbage")) == .malformed)
    }

    @Test("Nobody there, no such name, and addresses that cannot be sent")
    func unreachable() async {
        #expect(await code(HTTPRequest("GET", "http://127.0.0.1:1/", limit: 1)) == .connect)
        #expect(await code(HTTPRequest("GET", "http://nobody.invalid/", limit: 1)) == .resolve)
        for url in ["ftp://127.0.0.1/", "file:///etc/passwd", "http://127.0.0.1/a b", "nonsense"] {
            let found = await code(HTTPRequest("GET", url, limit: 1))
            #expect(found == .request || found == .resolve, "\(url)")
        }
    }

    @Test("Headers cannot smuggle others in")
    func smuggling() async {
        for header in [
            HTTPHeader("X-A", "b\r\nX-C: d"), HTTPHeader("X-A\r\nX-C", "d"), HTTPHeader("X A", "b"),
            HTTPHeader("", "b"),
        ] {
            var request = get("/echo")
            request.headers = [header]
            #expect(await code(request) == .request)
        }
        var request = get("/echo")
        request.method = "GET /x HTTP/1.1\r\nX-A: b"
        #expect(await code(request) == .request)
    }

    @Test("A cancelled task gets its thread back at once, and the client goes on")
    func cancelled() async throws {
        let request = get("/silent")
        let waiting = Task { await code(request) }
        try await Task.sleep(for: .milliseconds(100))
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        let early = Task { await code(request) }
        early.cancel()
        #expect(await early.value == .cancelled)
        #expect(try await client.send(get("/bytes/3")).body.count == 3)
    }

    @Test("No error and no description holds a secret")
    func secrets() async {
        let secret = "hunter2-\(UInt64.random(in: 0...UInt64.max))"
        var request = HTTPRequest(
            "GET", "http://127.0.0.1:1/\(secret)", headers: [HTTPHeader("Authorization", secret)],
            body: Array(secret.utf8), limit: 1)
        var texts = ["\(request)", String(reflecting: request), "\(request.headers)"]
        var dumped = ""
        dump(request, to: &dumped)
        texts.append(dumped)
        for url in [request.url, "ftp://\(secret)/", "http://127.0.0.1:\(server.port)/cut/9/1"] {
            request.url = url
            do { _ = try await client.send(request) } catch { texts.append("\(error)") }
        }
        #expect(texts.count == 7)
        for text in texts { #expect(!text.contains(secret)) }
    }
}
