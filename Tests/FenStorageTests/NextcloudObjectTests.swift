import Foundation
import TestSupport
import Testing

@testable import FenStorage

/// Behaviours 7 to 14, 18 and 20 of a Nextcloud: what it does with objects.
@Suite(
    "Nextcloud: objects",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct NextcloudObjectTests {
    let server: NextcloudServer
    let log = ObjectPath.someLog
    let folder = StorageLayout.alone.logs

    init() throws { server = try NextcloudServer() }

    func backend(_ switches: [String: any Sendable] = [:]) async throws -> NextcloudBackend {
        try await server.set(switches)
        return try server.backend(try await server.share())
    }

    @Test("7: a tag is the same wherever it is told, and no digest")
    func tags() async throws {
        let backend = try await backend()
        let first = try await backend.put(log, [1, 2], condition: .none)
        #expect(try await backend.get(log).etag == first)
        #expect(try await backend.list(folder).map(\.etag) == [first])
        #expect(try await backend.put(log, [1, 2], condition: .none) != first)
    }

    @Test("7: a folder's tag tells a change that the object's tag hides")
    func coarseTags() async throws {
        let backend = try await backend(["coarseTags": true])
        _ = try await backend.put(.someAttachment, [9], condition: .none)
        var tag = try await backend.put(log, [1], condition: .none)
        var token = try await backend.changed(under: folder, since: nil).token
        for size in 2..<8 {
            // What grows has another tag even within one second.
            let next = try await backend.append(log, [UInt8(size)], at: size - 1, etag: tag)
            #expect(next != tag)
            tag = next
            let answer = try await backend.changed(under: folder, since: token)
            #expect(answer.isChanged)
            token = answer.token
        }
        _ = try await backend.put(log, [8, 8, 8, 8, 8, 8, 8], condition: .none)
        #expect(try await backend.changed(under: folder, since: token).isChanged)
        #expect(try await backend.get(log).bytes == [8, 8, 8, 8, 8, 8, 8])
    }

    @Test("8: conditions are sent as Nextcloud wants them, and a spoilt one ends in words")
    func conditions() async throws {
        let backend = try await backend()
        let tag = try await backend.put(log, [1], condition: .ifAbsent)
        #expect(
            await failure { _ = try await backend.put(log, [2], condition: .ifAbsent) }?.code
                == .precondition)
        let next = try await backend.put(log, [1, 2], condition: .ifMatch(tag))
        #expect(
            await failure { _ = try await backend.put(log, [3], condition: .ifMatch(tag)) }?.code
                == .precondition)
        let sent = try await server.log().compactMap { $0.headers["if-match"] }
        #expect(sent == ["\"\(tag.text)\"", "\"\(tag.text)\""])
        try await server.set(["matchesFail": true])
        let error = await failure {
            _ = try await backend.put(log, [1, 2, 3], condition: .ifMatch(next))
        }
        #expect(error?.code == .server)
        #expect(try await backend.get(log).bytes == [1, 2])
    }

    @Test("9: a tail is fetched as a tail, and its end is understood")
    func ranges() async throws {
        let backend = try await backend()
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let tag = try await backend.put(log, bytes, condition: .none)
        _ = try await server.log()
        let answer = try await backend.get(
            log, from: 99_990, limit: 1000, condition: .ifRange(tag))
        #expect(
            answer
                == .body(
                    ObjectBody(
                        bytes: Array(bytes[99_990...]), offset: 99_990, etag: tag,
                        totalSize: 100_000)))
        let requests = try await server.log()
        #expect(requests.map { $0.headers["range"] } == ["bytes=99990-100989"])
        #expect(requests.map(\.status) == [206])
        #expect(try await backend.get(log, from: 100_000).bytes.isEmpty)
        #expect(try await server.log().first?.status == 416)
        let empty = try await backend.put(log, [], condition: .none)
        let body = try await backend.get(log)
        #expect(body == ObjectBody(bytes: [], offset: 0, etag: empty, totalSize: 0))
    }

    @Test(
        "10: listings are read however they are written",
        arguments: ["compact", "pretty", "foreign"],
        [true, false])
    func listings(style: String, absolute: Bool) async throws {
        for webroot in ["", "/cloud", "/a b/ü"] {
            try await server.set(["xml": style, "absoluteHrefs": absolute, "webroot": webroot])
            var place = try await server.share("groups/\(style)\(absolute)\(webroot.count)")
            place.baseURL += PercentEncoding.path(webroot)
            let backend = try server.backend(place)
            let names = ["a b+c=d&(1)@~:.jsonl", "é%2b.jsonl", "plain.jsonl", "日本/b.jsonl"]
            let paths = names.compactMap { folder.appending($0) }
            for path in paths { _ = try await backend.put(path, [1, 2, 3], condition: .none) }
            let listed = try await backend.list(folder)
            #expect(listed.map(\.path) == paths.sorted())
            #expect(listed.allSatisfy { $0.size == 3 })
        }
    }

    @Test("11: folders are made where they are missing, and nothing stands for what it is not")
    func folders() async throws {
        let backend = try await backend()
        _ = try await backend.put(log, [1], condition: .none)
        _ = try await backend.put(.someAttachment, [2], condition: .none)
        let requests = try await server.log()
        #expect(requests.filter { $0.method == "MKCOL" }.map(\.status) == [201, 201])
        // A folder without its slash may be redirected, and a redirect turns one question into
        // another.
        _ = try await backend.list(folder)
        _ = try await backend.changed(under: folder, since: nil)
        let asked = requests.filter { $0.method == "MKCOL" } + (try await server.log())
        #expect(asked.count == 4 && asked.allSatisfy { $0.target.hasSuffix("/") })
        // A folder answers a download with a page that says "200".
        #expect(await failure { _ = try await backend.get(folder) }?.code == .integrity)
        #expect(
            await failure { _ = try await backend.put(folder, [1], condition: .none) }?.code
                == .integrity)
        let inside = try #require(log.appending("a.jsonl"))
        #expect(
            await failure { _ = try await backend.put(inside, [1], condition: .none) }?.code
                == .integrity)
        #expect(await failure { _ = try await backend.get(inside) }?.code == .missing)
    }

    @Test("13, 18: what Nextcloud takes amiss is never sent")
    func neverSent() async throws {
        let backend = try await backend(["gzipTags": "asked", "weakTags": "asked"])
        let probed = try await backend.probed()
        let tag = try await probed.put(log, [1], condition: .ifAbsent)
        let next = try await probed.append(log, [2], at: 1, etag: tag)
        _ = try await probed.get(log, from: 1, limit: 1, condition: .ifMatch(next))
        _ = try await probed.list(folder)
        try await probed.delete(log)
        let requests = try await server.log()
        #expect(Set(requests.map(\.method)) == ["PUT", "GET", "PROPFIND", "MKCOL", "DELETE"])
        let sent = Set(requests.flatMap(\.headers.keys))
        #expect(
            sent.isSubset(of: [
                "host", "user-agent", "authorization", "x-requested-with", "depth", "content-type",
                "content-length", "range", "if-match", "if-none-match",
            ]), "\(sent)")
        #expect(
            requests.filter { $0.method == "PUT" }
                .allSatisfy { $0.headers["content-length"] != nil })
    }

    @Test(
        "13: a name that the server forbids is said in words", arguments: [".htaccess", "a.part"])
    func forbiddenNames(_ name: String) async throws {
        let backend = try await backend()
        let path = try #require(folder.appending(name))
        let error = await failure { _ = try await backend.put(path, [1], condition: .none) }
        #expect(error?.code == .integrity)
    }

    @Test("20: one spelling of a name, but two of its case")
    func names() async throws {
        let backend = try await backend()
        let decomposed = try #require(folder.appending("e\u{301}.jsonl"))
        let composed = try #require(folder.appending("\u{e9}.jsonl"))
        _ = try await backend.put(decomposed, [1], condition: .none)
        #expect(try await backend.list(folder).map(\.path) == [composed])
        #expect(try await backend.get(composed).bytes == [1])
        let capital = try #require(folder.appending("\u{c9}.jsonl"))
        #expect(await failure { _ = try await backend.get(capital) }?.code == .missing)
        #expect(try await server.log().allSatisfy { $0.headers["x-oc-mtime"] == nil })
    }
}
