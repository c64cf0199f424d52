import Foundation
import TestSupport
import Testing

@testable import FenStorage

/// Behaviours 12 and 14 of a Nextcloud: writes that are cut, lost, half stored or locked out.
@Suite(
    "Nextcloud: writing against odds",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct NextcloudWritingTests {
    let server: NextcloudServer
    let log = ObjectPath.someLog
    let long = [UInt8](repeating: 7, count: 20_000)

    init() throws { server = try NextcloudServer() }

    @Test("12: an upload that is cut leaves the old bytes, and is sent again")
    func cutUpload() async throws {
        let backend = try server.backend(try await server.share())
        let tag = try await backend.put(log, [1], condition: .none)
        try await server.set(["cutUploadAt": 1000])
        let error = await failure {
            _ = try await backend.put(log, long, condition: .ifMatch(tag))
        }
        #expect(error?.code == .network)
        #expect(try await backend.get(log).bytes == [1])
        let server = server
        let patient = RetryBackend(
            backend, sleep: { _ in try await server.set(["cutUploadAt": NSNull()]) })
        _ = try await patient.put(log, long, condition: .ifMatch(tag))
        #expect(try await backend.get(log).bytes == long)
    }

    @Test("12: a stump that became the object is a failure, and never overwritten unseen")
    func stump() async throws {
        let backend = try server.backend(try await server.share())
        let tag = try await backend.put(log, [1], condition: .none)
        try await server.set(["truncateAt": 1000])
        let error = await failure {
            _ = try await backend.put(log, long, condition: .ifMatch(tag))
        }
        #expect(error?.code == .network)
        #expect(error?.leavesOutcomeUnknown == true)
        try await server.set(["truncateAt": NSNull()])
        // Whoever writes on has to have seen it.
        #expect(
            await failure { _ = try await backend.put(log, long, condition: .ifMatch(tag)) }?.code
                == .precondition)
        let seen = try await backend.get(log)
        #expect(seen.totalSize == 1000)
        _ = try await backend.put(log, long, condition: .ifMatch(seen.etag))
        #expect(try await backend.get(log).bytes == long)
    }

    @Test("12: what is stored as nothing is noticed, sent once more, then said")
    func emptyFiles() async throws {
        let backend = try server.backend(try await server.share())
        try await server.set(["chunkedIsEmpty": true])
        _ = try await backend.put(log, long, condition: .none)
        #expect(try await server.log().filter { $0.method == "PUT" && $0.status == 201 }.count == 1)
        try await server.set(["emptyPuts": 1])
        let tag = try await backend.put(log, [1, 2, 3], condition: .none)
        #expect(try await backend.get(log).bytes == [1, 2, 3])
        try await server.set(["emptyPuts": 2])
        let error = await failure {
            _ = try await backend.put(log, [1, 2, 3, 4], condition: .ifMatch(tag))
        }
        #expect(error?.code == .integrity)
        #expect(error?.message.contains("0 of 4 bytes") == true)
    }

    @Test("12: a lost answer is settled without writing twice")
    func lostAnswer() async throws {
        let backend = try server.backend(try await server.share())
        let tag = try await backend.put(log, [1], condition: .none)
        _ = try await server.log()
        // libcurl sends once more by itself on a connection that it had kept.
        try await server.set(["loseAnswers": 2])
        let patient = RetryBackend(backend, sleep: { _ in })
        let next = try await patient.put(log, [1, 2], condition: .ifMatch(tag))
        let body = try await backend.get(log)
        #expect(body.bytes == [1, 2])
        #expect(body.etag == next)
        let written = try await server.log().filter { $0.method == "PUT" && $0.status == 204 }
        #expect(written.count == 1)
    }

    @Test("14: a lock is waited for, longer each time, and not to the same moment for all")
    func locks() async throws {
        let backend = try server.backend(try await server.share())
        _ = try await backend.put(log, [1], condition: .none)
        try await server.set(["busyPuts": 5])
        let waits = Waits()
        let patient = RetryBackend(backend, attempts: 10, sleep: { await waits.note($0) })
        _ = try await patient.put(log, [1, 2], condition: .none)
        let noted = await waits.noted
        #expect(noted.count == 5)
        for (index, wait) in noted.enumerated() {
            #expect(wait >= .milliseconds(100 << index) && wait <= .milliseconds(300 << index))
        }
        try await server.set(["busyPuts": -1])
        let error = await failure {
            _ = try await RetryBackend(backend, sleep: { _ in }).put(log, [3], condition: .none)
        }
        #expect(error?.code == .busy)
        // Reading goes on beside it.
        #expect(try await backend.get(log).bytes == [1, 2])
    }

    @Test("14: of six at once one is let in, and a reader sees the old bytes meanwhile")
    func sixAtOnce() async throws {
        let backend = try server.backend(try await server.share())
        _ = try await backend.put(.someAttachment, [0], condition: .none)
        try await server.set(["slowPut": 0.2])
        let log = log
        let patient = RetryBackend(
            backend, attempts: 100, sleep: { _ in try await Task.sleep(for: .milliseconds(20)) })
        let winners = await withTaskGroup(of: Bool.self) { tasks in
            for writer in 0..<6 {
                tasks.addTask {
                    let error = await failure {
                        _ = try await patient.put(log, [UInt8(writer)], condition: .ifAbsent)
                    }
                    #expect(error == nil || error?.code == .precondition)
                    return error == nil
                }
            }
            return await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await backend.get(log).totalSize == 1)
    }

    /// Durations in their order.
    actor Waits {
        private(set) var noted: [Duration] = []
        func note(_ wait: Duration) { noted.append(wait) }
    }
}
