import FenStorage
import TestSupport
import Testing

@Suite("Every backend keeps the contract")
struct ConformanceTests {
    @Test("memory", arguments: StorageConformance.all)
    func memory(_ item: StorageConformance.Case) async throws {
        try await item.run(on: MemoryBackend())
    }

    @Test("memory that ignores conditions", arguments: StorageConformance.all)
    func unconditional(_ item: StorageConformance.Case) async throws {
        let capabilities = StorageCapabilities(
            conditionalPut: false, cheapAppend: false, concurrency: 1)
        try await item.run(on: MemoryBackend(capabilities: capabilities))
    }

    @Test("folder", arguments: StorageConformance.all)
    func folder(_ item: StorageConformance.Case) async throws {
        try await withTemporaryFolder { root in
            let backend = FolderBackend(root: root)
            try await backend.prepare()
            try await item.run(on: backend)
        }
    }

    @Test("limited to one request at a time", arguments: StorageConformance.all)
    func limited(_ item: StorageConformance.Case) async throws {
        try await item.run(on: LimitBackend(MemoryBackend(), concurrency: 1))
    }

    @Test("traced", arguments: StorageConformance.all)
    func traced(_ item: StorageConformance.Case) async throws {
        try await item.run(on: TraceBackend(MemoryBackend()) { _ in })
    }

    @Test("retried over a place that loses requests and replies", arguments: StorageConformance.all)
    func retried(_ item: StorageConformance.Case) async throws {
        let faults = FaultBackend(
            MemoryBackend(), seed: 20_260_807,
            rates: FaultBackend.Rates(lostRequests: 100, lostReplies: 100, busy: 50))
        let patient = RetryBackend(
            faults, attempts: 30, longestWait: .seconds(100_000), sleep: { _ in })
        try await item.run(on: patient)
    }
}
