import TestSupport
import Testing

@testable import FenStorage

@Suite(
    "Nextcloud keeps the contract",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct NextcloudConformanceTests {
    /// One server for all cases of a kind; each writes in a folder of its own.
    actor Subject {
        static let new = Subject([:])
        static let old = Subject(["version": 27])
        static let unlike = Subject([
            "xml": "foreign", "absoluteHrefs": true, "webroot": "/cloud/next", "federation": false,
        ])
        static let mangled = Subject([
            "noLength": true, "tagSuffix": "-zstd", "gzipTags": "always",
            "weakTags": "always", "http10": true,
            "xml": "pretty", "expect": "refuse",
        ])

        private let switches: [String: any Sendable]
        private var making: Task<Made, any Error>?

        init(_ switches: [String: any Sendable]) { self.switches = switches }

        func backend(honours: Bool = true) async throws -> NextcloudBackend {
            let switches = switches
            let task =
                making
                ?? Task {
                    let server = try NextcloudServer()
                    try await server.set(switches)
                    var place = try await server.share()
                    place.baseURL += switches["webroot"] as? String ?? ""
                    return Made(server: server, place: place)
                }
            making = task
            let made = try await task.value
            return try made.server.backend(made.place, honours: honours)
        }
    }

    struct Made: Sendable {
        var server: NextcloudServer
        var place: NextcloudPlace
    }

    static func run(_ item: StorageConformance.Case, on subject: Subject) async throws {
        let probed = try await subject.backend(honours: false).probed()
        #expect(probed.capabilities.conditionalPut)
        // Locks are waited for by the decorator, as in the program.
        try await item.run(
            on: RetryBackend(
                probed, attempts: 100, sleep: { _ in try await Task.sleep(for: .milliseconds(5)) }))
    }

    @Test("the new endpoint", arguments: StorageConformance.all)
    func new(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: .new)
    }

    @Test("the old endpoint", arguments: StorageConformance.all)
    func old(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: .old)
    }

    @Test(
        "below a path, with other prefixes and whole addresses", arguments: StorageConformance.all)
    func unlike(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: .unlike)
    }

    @Test("behind a proxy that changes tags and lengths", arguments: StorageConformance.all)
    func mangled(_ item: StorageConformance.Case) async throws {
        try await Self.run(item, on: .mangled)
    }

    @Test("nothing known of its conditions", arguments: StorageConformance.all)
    func unprobed(_ item: StorageConformance.Case) async throws {
        try await item.run(on: try await Subject.new.backend(honours: false))
    }
}
