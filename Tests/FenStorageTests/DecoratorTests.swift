import FenHTTP
import Synchronization
import Testing

@testable import FenStorage

@Suite("Retry, limit and fault decorators")
struct DecoratorTests {
    private let path: ObjectPath

    init() throws { path = try #require(ObjectPath("groups/g/logs/a.jsonl")) }

    @Test("The schedule is the seeds', the last step repeats, the jitter is ±20 %")
    func schedule() {
        let schedule = BackoffSchedule.standard
        let middle = (1...9).map { schedule.delay(afterFailures: $0, draw: 1000) }
        #expect(
            middle == [5, 30, 120, 600, 1800, 3600, 21_600, 21_600, 21_600].map { .seconds($0) })
        #expect(schedule.delay(afterFailures: 1, draw: 0) == .seconds(4))
        #expect(schedule.delay(afterFailures: 1, draw: 2000) == .seconds(6))
        #expect(schedule.delay(afterFailures: 0, draw: 1000) == .seconds(5))
    }

    @Test("A passing failure is tried again after the schedule's waits, at most so often")
    func retries() async throws {
        let faults = FaultBackend(MemoryBackend(), seed: 1)
        let waits = Mutex<[Duration]>([])
        let backend = RetryBackend(
            faults, attempts: 3, draw: { 1000 },
            sleep: { wait in waits.withLock { $0.append(wait) } })
        let lost = FaultBackend.Mishap.fails(StorageError(.network, "gone"))
        faults.plan(lost, lost)
        #expect(try await backend.list(path).isEmpty)
        #expect(waits.withLock { $0 } == [.seconds(5), .seconds(30)])
        faults.plan(lost, lost, lost)
        let error = await #expect(throws: StorageError.self) { try await backend.list(path) }
        #expect(error?.code == .network)
        #expect(faults.requestCount == 6)
    }

    @Test("A server's Retry-After wins; one too long is handed up at once")
    func retryAfter() async throws {
        let faults = FaultBackend(MemoryBackend(), seed: 1)
        let waits = Mutex<[Duration]>([])
        let backend = RetryBackend(
            faults, draw: { 1000 }, sleep: { wait in waits.withLock { $0.append(wait) } })
        func busy(_ seconds: Int) -> FaultBackend.Mishap {
            .fails(StorageError(.maintenance, "later", retryAfter: .seconds(seconds)))
        }
        faults.plan(busy(7))
        #expect(try await backend.list(path).isEmpty)
        faults.plan(busy(1800))
        await #expect(throws: StorageError.self) { try await backend.list(path) }
        #expect(waits.withLock { $0 } == [.seconds(7)])
    }

    @Test(
        "What only a person can mend is not tried again",
        arguments: [
            StorageError.Code.auth, .blocked, .quota, .readOnly, .redirect, .skewedClock,
            .integrity,
            .missing, .precondition,
        ])
    func permanent(_ code: StorageError.Code) async throws {
        let faults = FaultBackend(MemoryBackend(), seed: 1)
        let backend = RetryBackend(faults, sleep: { _ in })
        faults.plan(.fails(StorageError(code, "no")))
        let error = await #expect(throws: StorageError.self) { try await backend.list(path) }
        #expect(error?.code == code)
        #expect(faults.requestCount == 1)
    }

    @Test("What was waited for in vain is not waited for again")
    func outwaited() async throws {
        let faults = FaultBackend(MemoryBackend(), seed: 1)
        let backend = RetryBackend(faults, sleep: { _ in })
        faults.plan(.fails(StorageError(HTTPError(.stalled, "curl 28"))))
        let error = await #expect(throws: StorageError.self) { try await backend.list(path) }
        #expect(error?.code == .network)
        #expect(faults.requestCount == 1)
        #expect(try await backend.list(path).isEmpty)
    }

    @Test("A lost reply to a conditional write is settled by reading back")
    func lostReply() async throws {
        let memory = MemoryBackend()
        let faults = FaultBackend(memory, seed: 1)
        let backend = RetryBackend(faults, sleep: { _ in })
        faults.plan(.losesReply)
        let first = try await backend.put(path, [1, 2, 3], condition: .ifAbsent)
        faults.plan(.losesReply)
        let second = try await backend.append(path, [4], at: 3, etag: first)
        let body = try await memory.get(path) as ObjectBody
        #expect(body.bytes == [1, 2, 3, 4])
        #expect(body.etag == second)
    }

    @Test("A cut append is no success, and is not repeated behind the stump")
    func cutAppend() async throws {
        let memory = MemoryBackend()
        let faults = FaultBackend(memory, seed: 1)
        let backend = RetryBackend(faults, sleep: { _ in })
        let first = try await backend.put(path, [1, 2, 3], condition: .none)
        faults.plan(.cut(after: 1))
        let error = await #expect(throws: StorageError.self) {
            try await backend.append(path, [4, 5], at: 3, etag: first)
        }
        #expect(error?.code == .precondition)
        let body = try await memory.get(path) as ObjectBody
        #expect(body.bytes == [1, 2, 3, 4])
    }

    @Test("A cancelled wait ends the retries")
    func cancelled() async throws {
        let faults = FaultBackend(MemoryBackend(), seed: 1)
        faults.setDown(true)
        let backend = RetryBackend(faults, attempts: 1000)
        let task = Task { try await backend.list(path) }
        task.cancel()
        let error = await #expect(throws: StorageError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test("The same seed makes the same mishaps")
    func sameSeed() async throws {
        func outcomes(_ seed: UInt64) async -> [Bool] {
            let rates = FaultBackend.Rates(lostRequests: 200, lostReplies: 100, busy: 100)
            let backend = FaultBackend(MemoryBackend(), seed: seed, rates: rates)
            var outcomes: [Bool] = []
            for _ in 0..<100 { outcomes.append((try? await backend.list(path)) != nil) }
            return outcomes
        }
        let first = await outcomes(7)
        #expect(await outcomes(7) == first)
        #expect(await outcomes(8) != first)
        #expect(first.contains(true) && first.contains(false))
    }

    @Test("No more requests than allowed are under way at once")
    func limit() async throws {
        let counting = CountingBackend()
        let backend = LimitBackend(counting, concurrency: 3)
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<50 { tasks.addTask { _ = try? await backend.list(path) } }
        }
        #expect(await counting.most == 3)
        #expect(await counting.total == 50)
    }
}

/// Counts how many listings are under way at once.
private actor CountingBackend: StorageBackend {
    nonisolated let capabilities = StorageCapabilities(
        conditionalPut: true, cheapAppend: true, concurrency: 50)
    private var now = 0
    private(set) var most = 0
    private(set) var total = 0

    func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        now += 1
        total += 1
        most = max(most, now)
        for _ in 0..<20 { await Task.yield() }
        now -= 1
        return []
    }

    func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer { throw .missing() }

    func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag { throw .missing() }

    func delete(_ path: ObjectPath) async throws(StorageError) {}
}
