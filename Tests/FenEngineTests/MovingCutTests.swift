import FenProtocol
import FenStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FenEngine

/// A move that is cut off: after every request to either store, and in every process after it.
@Suite("a move that is cut off")
struct MovingCutTests {
    @Test("after any request it goes on, or the group stays where it was; nobody loses anything")
    func everyRequest() async throws {
        var requests = 1
        var moved = false
        while !moved {
            let table = try await MovingTests.threeMembers()
            let before = try await table.open("Bob").dump(in: table.group)
            moved = try await Self.moveCut(after: requests, table)
            let (alice, bob, _) = try await table.three()
            // Whatever had come to pass, the next pass of each is one over a working store.
            _ = try await alice.sync(in: table.group)
            let hasEvent = try await alice.log(in: table.group)
                .contains { $0.kindName == "StorageKeyRotated" }
            let new = table.folder.file("new")
            let view = try await alice.view(table.group)
            #expect(view.move == nil, "after \(requests)")
            #expect(
                view.backend == .folder(path: hasEvent ? new : table.storePath, state: "ready"),
                "after \(requests)")
            if !hasEvent {
                _ = try await bob.sync(in: table.group)
                #expect(try await bob.dump(in: table.group) == before)
                try await alice.setBackend(.folder(path: new), in: table.group)
            }
            for name in ["Bob", "May"] {
                let engine = try await table.open(name)
                _ = try await engine.sync(in: table.group)
                try await engine.setBackend(.folder(path: new), in: table.group)
                _ = try await engine.sync(in: table.group)
            }
            for engine in [alice, bob] { _ = try await engine.sync(in: table.group) }
            try await table.expectSame(["Alice", "Bob", "May"], "after \(requests)")
            let moves = try await bob.log(in: table.group)
                .count { $0.kindName == "StorageKeyRotated" }
            #expect(moves == 1, "after \(requests)")
            await table.closeAll()
            requests += 1
        }
        print("a move makes \(requests - 1) requests")
        #expect(requests > 8)
    }

    /// Moves until so many requests were made; every later one fails, and the process ends. True
    /// where that was enough for all of it.
    private static func moveCut(after count: Int, _ table: Table) async throws -> Bool {
        let line = CutLine(left: count)
        let alice = try await table.open("Alice")
        await alice.replaceStores { CutBackend($1, line: line) }
        var isDone = true
        do throws(FenError) {
            try await alice.setBackend(
                .folder(path: table.folder.file("new")), in: table.group)
        } catch {
            isDone = false
        }
        await table.close("Alice")
        return isDone
    }
}

/// A line that carries so many requests, wherever they go, and then none.
private final class CutLine: Sendable {
    private let left: Mutex<Int>

    init(left: Int) {
        self.left = Mutex(left)
    }

    func pass() throws(StorageError) {
        let isOpen = left.withLock { left in
            left -= 1
            return left >= 0
        }
        if !isOpen { throw StorageError(.network, "The line is cut.") }
    }
}

/// A place at the other end of a line.
private struct CutBackend: StorageBackend {
    let base: any StorageBackend
    let line: CutLine

    init(_ base: any StorageBackend, line: CutLine) {
        (self.base, self.line) = (base, line)
    }

    var capabilities: StorageCapabilities { base.capabilities }

    func prepare() async throws(StorageError) {
        try line.pass()
        try await base.prepare()
    }

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try line.pass()
        return try await base.list(prefix)
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        try line.pass()
        return try await base.get(path, from: offset, limit: limit, condition: condition)
    }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        try line.pass()
        let etag = try await base.put(path, bytes, condition: condition)
        // Written, and then the line breaks: the answer is lost.
        try line.pass()
        return etag
    }

    func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        try line.pass()
        let new = try await base.append(path, bytes, at: size, etag: etag)
        try line.pass()
        return new
    }

    func delete(_ path: ObjectPath) async throws(StorageError) {
        try line.pass()
        try await base.delete(path)
    }
}
